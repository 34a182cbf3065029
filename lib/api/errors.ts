import type { AnyDomainError, DomainErrorCode } from '@/lib/errors'
import { formatDecimal } from '@/lib/money'

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
  payout_refused: ({ provider, code, detail }) => [502, `${provider} error: ${code}: ${detail}`],
  vendor_not_found: () => [404, 'Vendor not found'],
  vendor_email_taken: () => [409, 'A vendor with this email already exists'],
  vendor_banned: () => [403, 'This vendor account has been banned.'],
  api_key_not_found: () => [404, 'API key not found'],
  live_mode_unavailable: () => [
    403,
    'Live mode is not available: no payment and payout provider is configured',
  ],
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
