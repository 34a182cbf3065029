import type { ErrorRow } from '@/components/docs/reference'

/** What any endpoint may answer, beside the rows of its own. */
export const COMMON_ERRORS: readonly ErrorRow[] = [
  { status: 404, message: 'Not found', text: 'There is no such path.' },
  {
    status: 405,
    message: 'Method not allowed',
    text: 'The path has other methods; the `Allow` header names them.',
  },
  {
    status: 413,
    message: 'Request body is too large',
    text: 'More than 256 KB.',
  },
  {
    status: 400,
    message: 'Invalid JSON body',
    text: 'No JSON object, nested deeper than 16 levels, no valid UTF-8, or with a NUL character in a text.',
  },
  { status: 429, message: 'Too many requests', text: '`Retry-After` says in how many seconds to try again.' },
  {
    status: 403,
    message: 'Live mode is not available: no payment and payout provider is configured',
    text: 'A live key on an installation without providers. On invoices and payouts.',
  },
  {
    status: 500,
    message: 'Internal server error',
    text: 'A fault of the service. The log has it under the `X-Request-Id` of the answer.',
  },
]

/** What a POST request with an Idempotency-Key may answer. */
export const IDEMPOTENCY_ERRORS: readonly ErrorRow[] = [
  {
    status: 400,
    message: 'Idempotency-Key must be at most 255 characters',
    text: 'The header is longer.',
  },
  {
    status: 422,
    message: 'Idempotency-Key was already used with different parameters',
    text: 'The first request with this key had another body. Use a new key for a new request.',
  },
  {
    status: 409,
    message: 'A request with this Idempotency-Key is in progress',
    text: 'The first one has not been answered yet. Try again in a few seconds.',
  },
]

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
