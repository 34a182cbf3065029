import type { Entries } from '@/lib/error-entry'

export const paymentRefusals = {
  invalid_signature: { status: 400, message: 'The signature is not valid' },
  thin_event: {
    status: 400,
    message: 'Thin events are not read: choose snapshot payloads for this endpoint',
  },
  unreadable_event: { status: 400, message: 'The event is signed, but could not be read' },
  amount_and_items: {
    status: 400,
    message: 'Send amount or items, not both',
    meaning: 'The amount of chosen items is their sum.',
  },
  credited_items_empty: {
    status: 400,
    message: 'items must have at least one entry',
    meaning: 'Leave `items` out to refund an amount of all items in proportion.',
  },
  credited_item_incomplete: {
    status: 400,
    message: 'Each item must have item, its place from 1, and amount',
    meaning: 'An item lacks one of them, or is not an object.',
  },
  credited_item_twice: {
    status: 400,
    message: 'Each item can be named once',
    meaning: 'Two entries of `items` have the same place. Send one with their sum.',
  },
} as const satisfies Entries

export const paymentErrors = {
  /** Only a paid invoice can be refunded. */
  invoice_not_paid: {
    status: 409,
    message: 'Invoice is not paid',
    meaning: 'Only a paid invoice can be refunded.',
  },
  invoice_not_paid_by_card: {
    status: 409,
    message: 'Invoice was not paid by card',
    meaning: 'You recorded its payment, which came in outside the wallet. Give it back the way it came.',
  },
  payment_too_large: {
    status: 400,
    message: 'Payment exceeds the amount that is left to pay',
    meaning: 'A recorded payment is at most what the buyer has still to pay.',
  },
  /** More than is left to pay of the lines of an open invoice. */
  credit_too_large: {
    status: 400,
    message: 'Credit exceeds what is left to credit',
    meaning:
      'A credit is at most what earlier credits and recorded payments have left, before any fee on top.',
  },
  too_many_credits: {
    status: 409,
    message: 'Invoice has 100 credits. Only all that is left can be credited now',
    meaning: 'One more credit must be of all that is left, which ends the invoice.',
  },
  credit_not_found: {
    status: 404,
    message: 'Credit not found',
    meaning: 'This account has no credit with this id.',
  },
  payment_not_found: { status: 404, message: 'Payment not found' },
  /** More than refunds and disputes have left of the invoice's base amount. */
  refund_too_large: {
    status: 400,
    message: 'Refund exceeds the amount that is left',
    meaning: 'Earlier refunds and disputes have left less of the base amount, or nothing.',
  },
  credited_item_not_found: {
    status: 400,
    message: 'The invoice has no item at this place',
    meaning: '`item` counts from 1, in the order of the invoice’s `items`.',
  },
  credited_item_too_large: {
    status: 400,
    message: 'The amount exceeds what is left of an item',
    meaning: 'Earlier refunds and credits have left less of the item, its tax included, or nothing.',
  },
  refund_not_found: {
    status: 404,
    message: 'Refund not found',
    meaning: 'This account has no refund with this id.',
  },
  dispute_not_found: {
    status: 404,
    message: 'Dispute not found',
    meaning: 'This account has no dispute with this id.',
  },
  payment_in_progress: {
    status: 409,
    message: 'A payment for this invoice is in progress',
    meaning: 'The buyer is paying, or the provider has not confirmed yet.',
  },
  /** Not all invoices are as the customer chose them: another is paid, voided, or has another amount to pay. */
  invoices_changed: { status: 409, message: 'An invoice has changed since it was chosen' },
  payment_link_not_found: { status: 404, message: 'Payment link not found' },
} as const satisfies Entries
