import { errorRows } from './reference'

/** Errors that any endpoint may answer with, besides its own. */
export const COMMON_ERRORS = errorRows([
  'not_found',
  'method_not_allowed',
  'body_too_large',
  'invalid_json',
  'rate_limited',
  'internal_error',
])

/** Errors of a POST request with an Idempotency-Key. */
export const IDEMPOTENCY_ERRORS = errorRows([
  'idempotency_key_empty',
  'idempotency_key_too_long',
  'idempotency_key_reused',
  'idempotency_key_in_progress',
])

export const INVOICE_STATUSES = [
  ['`Invoice Created`', 'Not paid yet.', '`Paid`, `Failed`, `Unpaid`'],
  ['`Failed`', 'The last try to pay was declined. The buyer may try again.', '`Paid`, `Unpaid`'],
  [
    '`Unpaid`',
    'Its due day is over, in UTC. The buyer may still pay; a declined try leaves it `Unpaid`.',
    '`Paid`',
  ],
  ['`Paid`', 'Paid. Your credit wallet has the base amount.', 'none'],
] as const

export const PAYOUT_STATUSES = [
  ['`PROCESSING`', 'The provider has not said yet. The amount is held.', '`PAID`, `FAILED`'],
  ['`PAID`', 'Delivered.', '`RETURNED`, rarely'],
  ['`FAILED`', 'Refused. The amount is back in your credit wallet.', 'none'],
  [
    '`RETURNED`',
    'Delivered, and sent back by the bank later. The amount is back in your credit wallet.',
    'none',
  ],
] as const
