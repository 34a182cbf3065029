/** What the domain refuses, by stable code. How a code is told to a client is lib/http/refusals.ts's business. */
export type DomainErrorDetails = {
  customer_not_found: undefined
  customer_email_taken: undefined
  bank_account_not_found: undefined
  invoice_not_found: undefined
  invoice_already_paid: undefined
  invoice_not_in_test_mode: undefined
  payment_in_progress: undefined
  payment_link_not_found: undefined
  /** The card was declined: the provider's code, and words for the buyer. */
  payment_declined: { code: string; detail: string }
  /** The provider has not said whether the card was charged. */
  payment_unknown: undefined
  /** The HTTP status that the payment provider answered with. */
  payment_provider_failed: { httpStatus: number }
  /** Minor units of USD. */
  payout_limit_exceeded: { limitMinor: bigint }
  insufficient_balance: undefined
  payout_not_found: undefined
  payout_refused: { provider: string; code: string; detail: string }
  vendor_not_found: undefined
  vendor_email_taken: undefined
  vendor_banned: undefined
  session_not_found: undefined
  logo_not_a_picture: undefined
  logo_too_large: undefined
  /** The password that was asked for once more is another one. */
  password_wrong: undefined
  /** Neither a code of the vendor's authenticator app that was not used yet, nor a recovery code. */
  code_wrong: undefined
  totp_enabled_already: undefined
  totp_not_started: undefined
  api_key_not_found: undefined
  /** Revoked, expired or rolled: there is nothing left of it to roll. */
  api_key_not_active: undefined
  /** The signing secret before the current one is still in its overlap: another roll would cut that short. */
  webhook_secret_in_overlap: undefined
  live_mode_unavailable: undefined
  /** What only a test account can do. */
  not_in_test_mode: undefined
  mail_not_found: undefined
  /** A cursor that is none of the list in its order. */
  list_place_invalid: undefined
  /** More rows match than can be put in the order that was asked for. */
  list_too_broad: undefined
  /** More lines of the statement match than can be looked up. */
  statement_too_broad: undefined
  /** A link that was mailed to the vendor was used, is too old, or never was one. */
  link_not_valid: undefined
  idempotency_key_reused: undefined
  idempotency_key_in_progress: undefined
}

export type DomainErrorCode = keyof DomainErrorDetails

/** The codes that carry nothing beside themselves. */
type BareCode = {
  [C in DomainErrorCode]: DomainErrorDetails[C] extends undefined ? C : never
}[DomainErrorCode]

export type AnyDomainError = { [C in DomainErrorCode]: DomainError<C> }[DomainErrorCode]

export class DomainError<C extends DomainErrorCode = DomainErrorCode> extends Error {
  override name = 'DomainError'

  constructor(
    readonly code: C,
    ...details: C extends BareCode ? [] : [DomainErrorDetails[C]]
  ) {
    super(code)
    this.details = details[0] as DomainErrorDetails[C]
  }

  readonly details: DomainErrorDetails[C]
}

/** Narrows to one code, so that its details are typed. */
export function isDomainError<C extends DomainErrorCode>(error: unknown, code: C): error is DomainError<C> {
  return error instanceof DomainError && error.code === code
}
