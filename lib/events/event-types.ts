/* Free of server code: the dashboard lets a vendor choose from them. */

/** What each type reports, in the order of the documentation. */
export const EVENT_MEANINGS = {
  'customer.created':
    'A customer was created, by a program, on the dashboard or with an invoice to a new email.',
  'bank_account.created': 'A bank account was added to a customer, by you or by the payee.',
  'invoice.created': 'An invoice was created.',
  'invoice.updated': 'The due date, reference, metadata or a URL of an invoice changed.',
  'invoice.paid': 'An invoice was paid.',
  'invoice.failed': 'A payment of an invoice was declined. It can still be paid.',
  'invoice.unpaid': 'The due date of an invoice has passed. It can still be paid.',
  'invoice.voided': 'An invoice was voided, or credited in full before it was paid.',
  'refund.succeeded': 'A refund was carried out.',
  'refund.failed': 'The provider refused a refund, and the money it took is back in your wallet.',
  'fraud_warning.created':
    'The card’s bank believes that a payment is fraud. A refund now usually spares you a dispute.',
  'dispute.opened': 'A buyer disputes a payment, and your part of it was taken from your wallet or is owed.',
  'dispute.closed': 'A dispute was won or lost.',
  'payout.created': 'A payout was created, and its amount is held.',
  'payout.paid': 'A payout was delivered.',
  'payout.failed': 'The provider refused a payout, and the amount is in your wallet again.',
  'payout.returned': 'The bank returned a delivered payout, and the amount is in your wallet again.',
} as const satisfies Record<string, string>

export type EventType = keyof typeof EVENT_MEANINGS

export const EVENT_TYPES = Object.keys(EVENT_MEANINGS) as EventType[]

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_MEANINGS, text)
}
