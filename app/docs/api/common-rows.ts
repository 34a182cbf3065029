import { errorRows } from './reference'

/** Errors that any endpoint may answer with, besides its own. */
export const COMMON_ERRORS = errorRows([
  'not_found',
  'method_not_allowed',
  'body_too_large',
  'invalid_json',
  'rate_limited',
  'api_key_address_refused',
  'api_key_scope_missing',
  'internal_error',
  'service_unavailable',
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
  ['`Failed`', 'The last payment attempt was declined. The buyer can try again.', '`Paid`, `Unpaid`'],
  [
    '`Unpaid`',
    'Past its due date (UTC). The buyer can still pay; a declined payment leaves it `Unpaid`.',
    '`Paid`',
  ],
  ['`Paid`', 'Paid. The base amount is in your credit wallet.', 'none'],
] as const

export const PAYOUT_STATUSES = [
  ['`PROCESSING`', 'The provider has not confirmed yet. The amount is on hold.', '`PAID`, `FAILED`'],
  ['`PAID`', 'Delivered.', '`RETURNED`, rarely'],
  ['`FAILED`', 'Refused. The amount is back in your credit wallet.', 'none'],
  ['`RETURNED`', 'Delivered, then sent back by the bank. The amount is back in your credit wallet.', 'none'],
] as const
