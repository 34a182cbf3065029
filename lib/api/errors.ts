import type { AnyDomainError, DomainErrorCode } from '@/lib/errors'
import { formatDecimal } from '@/lib/money/decimals'

/** A refusal at the edge: the request itself is not right. The message goes to the client as it is. */
export class RequestError extends Error {
  override name = 'RequestError'

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

export type Refusal = { status: number; message: string; code: string }

type Table = {
  [C in DomainErrorCode]: (details: Extract<AnyDomainError, { code: C }>['details']) => [number, string]
}

/** The one map from what the domain refuses to status and message; the contract's words to the letter. */
const REFUSALS: Table = {
  customer_not_found: () => [404, 'Customer not found'],
  customer_email_taken: () => [409, 'Customer with this email already exists'],
  bank_account_not_found: () => [404, 'Bank account not found for this customer'],
  invoice_not_found: () => [404, 'Invoice not found'],
  invoice_already_paid: () => [409, 'Invoice is already paid'],
  invoice_not_in_test_mode: () => [400, 'Only test invoices can be marked as paid'],
  payment_in_progress: () => [409, 'A payment of this invoice is in progress'],
  payment_link_not_found: () => [404, 'Payment link not found'],
  payment_declined: ({ detail }) => [402, detail],
  payment_unknown: () => [202, 'The payment is being processed'],
  payment_provider_failed: ({ httpStatus }) => [502, `Payment provider error (${httpStatus})`],
  payout_limit_exceeded: ({ limitMinor }) => [
    400,
    `Withdrawal exceeds your limit of $${plainDollars(limitMinor)} per request`,
  ],
  insufficient_balance: () => [400, 'Insufficient available balance'],
  payout_not_found: () => [404, 'Payout not found'],
  payout_refused: ({ provider, code, detail }) => [502, `${provider} error: ${code}: ${detail}`],
  vendor_not_found: () => [404, 'Vendor not found'],
  vendor_email_taken: () => [409, 'A vendor with this email already exists'],
  vendor_banned: () => [403, 'This vendor account has been banned.'],
  logo_not_a_picture: () => [400, 'A logo is a PNG, JPEG or WebP picture.'],
  logo_too_large: () => [400, 'A logo has at most 256 KB, and 2000 pixels on each side.'],
  session_not_found: () => [404, 'Session not found'],
  password_wrong: () => [403, 'The password is not right.'],
  code_wrong: () => [403, 'The code is not right, or it was used already.'],
  totp_enabled_already: () => [409, 'Two-step sign-in is on already.'],
  totp_not_started: () => [409, 'Two-step sign-in is not set up. Load the page again.'],
  api_key_not_found: () => [404, 'API key not found'],
  api_key_not_active: () => [409, 'This key was rolled or revoked already, or it has expired.'],
  webhook_secret_in_overlap: () => [
    409,
    'The secret was rolled already, and the one before it still signs. Roll it again when that has ended; or choose “Not at all”, which ends both old secrets at once.',
  ],
  live_mode_unavailable: () => [
    403,
    'Live mode is not available: no payment and payout provider is configured',
  ],
  list_place_invalid: () => [400, 'This is not a place in the list. Begin at its first page.'],
  list_too_broad: () => [
    400,
    'Too many invoices match to be put in this order. Type more of the name, choose fewer days, or sort by the days that you chose.',
  ],
  statement_too_broad: () => [
    400,
    'Too many lines match to be found among all. Type more of the name, or choose fewer days.',
  ],
  not_in_test_mode: () => [400, 'Only a test account can do this'],
  mail_not_found: () => [404, 'Mail not found'],
  link_not_valid: () => [400, 'This link was used already, or its time is over'],
  idempotency_key_reused: () => [422, 'Idempotency-Key was already used with different parameters'],
  idempotency_key_in_progress: () => [409, 'A request with this Idempotency-Key is in progress'],
}

/** Status and message of a domain error. */
export function refusalOf(error: AnyDomainError): Refusal {
  const explain = REFUSALS[error.code] as (details: AnyDomainError['details']) => [number, string]
  const [status, message] = explain(error.details)
  return { status, message, code: error.code }
}

/** The plain number: `10000`, and cents only where there are some: `99.50`. */
function plainDollars(amountMinor: bigint): string {
  return formatDecimal(amountMinor, 2).replace(/\.00$/, '')
}
