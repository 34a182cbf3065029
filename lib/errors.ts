/** Domain errors by stable code. lib/http/refusals.ts maps them to HTTP answers. */
export type DomainErrorDetails = {
  customer_not_found: undefined
  /** The customer that has the email; null if another request has just taken it. */
  customer_email_taken: { customerId: string | null }
  bank_account_not_found: undefined
  invoice_not_found: undefined
  invoice_already_paid: undefined
  /** Only an overdue invoice can be written off. */
  invoice_not_overdue: undefined
  invoice_draft_not_found: undefined
  /** It was saved, sent or deleted since it was read. */
  invoice_draft_changed: undefined
  too_many_invoice_drafts: undefined
  /** The lowest number that no invoice of the account can have. */
  invoice_number_used: { next: number }
  /** The vendor has voided the invoice, so nobody can pay it. */
  invoice_voided: undefined
  /** Its payment link was mailed as often as a day allows. */
  invoice_sent_too_often: { retryAfterSeconds: number }
  invoice_not_in_test_mode: undefined
  recurring_not_found: undefined
  /** Somebody else has changed the series since its page was opened. */
  recurring_changed: undefined
  recurring_ended: undefined
  /** Its last day has passed, so nothing is left to resume. */
  recurring_over: undefined
  /** Only a series that has issued nothing can be deleted. */
  recurring_has_invoices: undefined
  /** Only a paid invoice can be refunded. */
  invoice_not_paid: undefined
  /** More than refunds and disputes have left of the invoice's base amount. */
  refund_too_large: undefined
  refund_not_found: undefined
  payment_in_progress: undefined
  payment_link_not_found: undefined
  /** HTTP status of the payment provider's answer. */
  payment_provider_failed: { httpStatus: number }
  /** Minor units of USD. */
  payout_limit_exceeded: { limitMinor: bigint }
  /** Minor units of USD per UTC day. */
  daily_payout_limit_exceeded: { limitMinor: bigint }
  /** Payouts from this amount on (US cents) take a second person. */
  payout_needs_approval: { fromMinor: bigint }
  insufficient_balance: undefined
  payout_not_found: undefined
  payout_approval_not_found: undefined
  /** Somebody approved, rejected or cancelled it before, or its time is over. */
  payout_approval_over: { outcome: 'approved' | 'rejected' | 'cancelled' | 'expired' }
  /** Another person decides on a payout than the one who asked for it. */
  payout_approval_own: undefined
  /** A member approves once it has had a role that does for some days. */
  approver_too_new: { from: Date }
  /** Only the person who asked for a payout cancels it. */
  payout_approval_of_another: undefined
  /** Fewer than two members may approve payouts. */
  too_few_approvers: undefined
  payout_batch_not_found: undefined
  /** Its rows are not as they were shown: somebody confirmed, corrected or discarded them meanwhile. */
  payout_batch_changed: undefined
  scheduled_payout_not_found: undefined
  /** It was sent or cancelled. */
  scheduled_payout_over: undefined
  /** Its account, amount or day are not as they were shown. */
  scheduled_payout_changed: undefined
  payout_refused: { provider: string; code: string; detail: string }
  vendor_not_found: undefined
  vendor_email_taken: undefined
  /** The email is somebody's sign-in already, in this team or another. */
  member_email_taken: undefined
  /** No change of the sign-in email waits to be confirmed. */
  email_change_not_found: undefined
  member_not_found: undefined
  /** An owner hands the account over instead. */
  member_is_owner: undefined
  /** Somebody else changes one's role or membership. */
  own_membership: undefined
  /** A new owner needs a confirmed email, and a second factor where live mode or the operator's rights rest on it. */
  owner_not_ready: undefined
  team_full: undefined
  too_many_invitations: undefined
  team_invitation_not_found: undefined
  team_invitation_not_valid: undefined
  vendor_banned: undefined
  session_not_found: undefined
  logo_not_a_picture: undefined
  logo_too_large: undefined
  /** The password entered to confirm a change is wrong. */
  password_wrong: undefined
  /** A new password that attackers try first. */
  password_too_common: undefined
  /** A new password that is the account's own email or business name. */
  password_is_own_name: undefined
  /** Neither an unused code of the vendor's authenticator app nor a recovery code. */
  code_wrong: undefined
  totp_enabled_already: undefined
  totp_not_started: undefined
  api_key_not_found: undefined
  /** The key is revoked, expired or already rotated, so it can't be rotated. */
  api_key_not_active: undefined
  /** The previous signing secret is still in its overlap, which another rotation would cut short. */
  webhook_secret_in_overlap: undefined
  webhook_endpoint_not_found: undefined
  webhook_endpoint_limit_reached: { limit: number }
  live_mode_unavailable: undefined
  /** An operator has not approved the vendor's live mode, or has suspended it. */
  live_mode_not_approved: undefined
  /** The steps that the vendor still has to take before its live mode can be approved. */
  live_approval_too_early: { missing: string }
  /** The provider knows no payment of the invoice: it was marked as paid. */
  payment_not_made: undefined
  /** Refunds and disputes have left nothing. */
  nothing_to_dispute: undefined
  no_open_dispute: undefined
  refund_in_progress: undefined
  /** A payout that has failed or come back, or one that was delivered and can't fail any more. */
  payout_settled_already: undefined
  /** Only possible in a test account. */
  not_in_test_mode: undefined
  mail_not_found: undefined
  /** A link mailed to the vendor is used, expired or invalid. */
  link_not_valid: undefined
  /** `SIGN_UP` lets nobody, or only the invited, create an account. */
  sign_up_closed: undefined
  sign_up_by_invitation: undefined
  invitation_not_valid: undefined
  test_clock_advancing: undefined
  idempotency_key_reused: undefined
  idempotency_key_in_progress: undefined
}

export type DomainErrorCode = keyof DomainErrorDetails

/** The codes without details. */
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
