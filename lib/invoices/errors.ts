import { type Entries, withDetails } from '@/lib/error-entry'

export const invoiceRefusals = {
  email_or_customer_id_required: {
    status: 400,
    message: 'email or customer_id is required',
    meaning: 'Both are missing or blank.',
  },
  amount_or_items_required: {
    status: 400,
    message: 'amount or items are required',
    meaning: 'Both are missing or empty.',
  },
  invoice_amount_not_positive: {
    status: 400,
    message: 'Invoice amount must be greater than 0',
    meaning: 'The amount is 0 or less, or the items add up to 0.',
  },
  invalid_redirect_url: {
    status: 400,
    message: 'Invalid redirect_url',
    meaning: 'Not an http or https URL.',
  },
  invalid_webhook_url: { status: 400, message: 'Invalid webhook_url', meaning: 'Not an http or https URL.' },
  invalid_due_date: {
    status: 400,
    message: 'Invalid due_date format. Use YYYY-MM-DD',
    meaning: 'A different format, or a day that does not exist.',
  },
  items_not_array: {
    status: 400,
    message: 'items must be an array',
    meaning: '`items` is an object, a string or another type.',
  },
  too_many_items: {
    status: 400,
    message: 'items must have at most 100 entries',
    meaning: 'The invoice has more than 100 items.',
  },
  item_incomplete: {
    status: 400,
    message: 'Each item must have title, qty and price',
    meaning: 'An item lacks one of them, or is not an object.',
  },
  item_out_of_range: {
    status: 400,
    message: 'Each item must have a qty above 0 and a price of 0 or more',
    meaning: 'The quantity is 0, or a number is negative.',
  },
  invoice_amount_too_large: {
    status: 400,
    message: 'Invoice amount must be at most 999999999.99',
    meaning: 'The total before the fee is larger, in any currency.',
  },
} as const satisfies Entries

export const invoiceErrors = {
  invoice_not_found: {
    status: 404,
    message: 'Invoice not found',
    meaning: 'This account has no invoice with this id.',
  },
  invoice_already_paid: {
    status: 409,
    message: 'Invoice is already paid',
    meaning: 'The buyer has paid it. To give the money back, refund it.',
  },
  /** The vendor has voided the invoice, so nobody can pay it. */
  invoice_voided: {
    status: 409,
    message: 'Invoice was voided',
    meaning: 'It was canceled, so nobody can pay it. Create a new invoice.',
  },
  /** Its details were changed since the form was opened. */
  invoice_changed: {
    status: 409,
    message: 'This invoice was changed elsewhere since you opened it',
  },
  /** Its payment link was mailed as often as a day allows. */
  invoice_sent_too_often: withDetails(
    {
      status: 429,
      message: 'Invoice was sent too often',
      meaning: 'Its payment link can be sent five times a day. `Retry-After` says how many seconds to wait.',
      retry: 'after-delay',
    },
    ({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
      values: {},
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  ),
  /** Only an overdue invoice can be written off. */
  invoice_not_overdue: { status: 409, message: 'Only an overdue invoice can be uncollectible' },
  invoice_draft_not_found: { status: 404, message: 'Draft not found' },
  /** It was saved, sent or deleted since it was read. */
  invoice_draft_changed: {
    status: 409,
    message: 'This draft was changed elsewhere. Reload the page to see how it is now',
  },
  /** Its fee is no longer the one that was reviewed: the vendor's choice or the operator's terms have changed since. */
  invoice_fee_changed: { status: 409, message: 'The fee has changed. Review the invoice again' },
  too_many_invoice_drafts: {
    status: 409,
    message: 'There are 1,000 drafts. Send or delete some first',
  },
  /** The lowest number that no invoice of the account can have. */
  invoice_number_used: withDetails(
    { status: 409, message: 'The next number must be at least <next>' },
    (details: { next: number }) => ({ values: details }),
  ),
  /** What its frozen facts lack for a standard. */
  e_invoice_incomplete: withDetails(
    { status: 409, message: 'This can’t be an e-invoice: <why>' },
    (details: { why: string }) => ({ values: details }),
  ),
  invoice_partly_paid: {
    status: 409,
    message: 'Invoice has recorded payments. Remove them first',
    meaning:
      'You have recorded payments that you received outside the wallet. Remove them on the invoice’s page first.',
  },
  invoice_partly_credited: {
    status: 409,
    message: 'Invoice is credited in part. Credit the rest instead',
    meaning: 'A credit note has lowered what is due. Credit the rest, which ends the invoice.',
  },
  invoice_not_in_test_mode: { status: 400, message: 'Only test invoices can be marked as paid' },
  /** The minimum in major units. */
  invoice_amount_below_minimum: withDetails(
    {
      status: 400,
      message: 'Invoice total must be at least <minimum> <currency>',
      meaning:
        'In live mode. What the buyer pays, including any fee on top, is less than the payment provider takes in this currency.',
    },
    (details: { minimum: string; currency: string }) => ({ values: details }),
  ),
  /** HTTP status of the payment provider's answer. */
  payment_provider_failed: withDetails(
    {
      status: 502,
      message: 'Payment provider error (<status>)',
      meaning:
        'The payment provider refused to open a checkout session with this HTTP status, or 504 if it did not answer. No invoice was created.',
      retry: 'after-delay',
      retryAfterSeconds: 5,
    },
    ({ httpStatus }: { httpStatus: number }) => ({ values: { status: httpStatus } }),
  ),
} as const satisfies Entries
