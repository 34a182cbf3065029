import { decodeId, ENCODED_ID_LENGTH, encodeId } from '@/lib/crypto/base62'
import { env } from '@/lib/env'
import type { Locale } from '@/lib/i18n/locale'

/** URL of the payment page. The account id in it directs the look-up to its tenant. */
export function paymentLink(accountId: string, payToken: string): string {
  return paymentPageUrl(paymentToken(accountId, payToken))
}

export function paymentPageUrl(token: string): string {
  return `${env.PUBLIC_URL}/pay/${token}`
}

/** A buyer's PDF of an invoice, in the language. */
export function documentUrl(token: string, kind: 'invoice' | 'receipt', locale: Locale): string {
  return `${env.PUBLIC_URL}/api/pay/${token}/${kind}.pdf?lang=${locale}`
}

/** A buyer's PDF of the credit note about a refund, in the language. */
export function creditNoteUrl(token: string, refundId: string, locale: Locale): string {
  return `${env.PUBLIC_URL}/api/pay/${token}/refunds/${refundId}/credit-note.pdf?lang=${locale}`
}

/** The last segment of a payment link. */
export function paymentToken(accountId: string, payToken: string): string {
  return encodeId(accountId) + payToken
}

/** The URL to which a provider's page sends the buyer back, paid or not. */
export function paymentReturnUrl(token: string): string {
  return `${env.PUBLIC_URL}/api/pay/${token}/return`
}

/** The sandbox's page for a checkout session. */
export function sandboxCheckoutUrl(sessionReference: string): string {
  return `${env.PUBLIC_URL}/sandbox/checkout/${sessionReference}`
}

/** Where to decide on a dispute at the sandbox, which has no page for it: the reference of the test helper. */
export function sandboxDisputeUrl(): string {
  return `${env.PUBLIC_URL}/docs/api/dispute-test-invoice`
}

/** The two parts of a payment link's last segment, or null. */
export function parsePaymentToken(text: string): { accountId: string; payToken: string } | null {
  if (!/^[0-9A-Za-z]{44}$/.test(text)) return null
  const accountId = decodeId(text.slice(0, ENCODED_ID_LENGTH))
  return accountId === null ? null : { accountId, payToken: text.slice(ENCODED_ID_LENGTH) }
}

/** The page on which a payee enters a bank account. */
export function bankDetailsUrl(token: string): string {
  return `${env.PUBLIC_URL}/bank-details/${token}`
}

/** Where the customers of an account see their invoices. No secret: who they are is proven by a mailed link. */
export function portalUrl(accountId: string): string {
  return `${env.PUBLIC_URL}/portal/${encodeId(accountId)}`
}

/** The page of a mailed link into the portal. */
export function portalLinkUrl(accountId: string, token: string): string {
  return `${portalUrl(accountId)}/open/${token}`
}

/** The URL to which a provider's page sends a customer back who was paying several invoices at once, paid or not. */
export function jointReturnUrl(accountId: string, jointCheckoutId: string): string {
  const portal = encodeId(accountId)
  return `${env.PUBLIC_URL}/api/pay/portal/${portal}/checkout/${encodeId(jointCheckoutId)}/return`
}

/** The page that follows the payment of several invoices at once. */
export function jointReceiptUrl(accountId: string, jointCheckoutId: string): string {
  return `${portalUrl(accountId)}/paid/${encodeId(jointCheckoutId)}`
}

/** The customer's page in the vendor's dashboard. */
export function customerUrl(customerId: string): string {
  return `${env.PUBLIC_URL}/customers/${customerId}`
}

/** The page of the docs that explains an error of the API. */
export function errorHelpUrl(code: string): string {
  return `${env.PUBLIC_URL}/docs/errors/${code}`
}

/** The page where a vendor sets a new password. */
export function passwordResetUrl(token: string): string {
  return `${env.PUBLIC_URL}/reset-password/${token}`
}

/** The page where a vendor confirms its email. */
export function emailConfirmationUrl(token: string): string {
  return `${env.PUBLIC_URL}/confirm-email/${token}`
}

/** The sign-up page for an invitation. */
export function invitationUrl(token: string): string {
  return `${env.PUBLIC_URL}/sign-up/${token}`
}

/** The page where an invited person joins a team. */
export function teamInvitationUrl(token: string): string {
  return `${env.PUBLIC_URL}/join/${token}`
}

/** The page with the member's email. */
export function profilePageUrl(): string {
  return `${env.PUBLIC_URL}/settings/profile`
}

/** The page with the vendor's sessions and second factor. */
export function securityPageUrl(): string {
  return `${env.PUBLIC_URL}/settings/security`
}

/** The page where somebody decides on a payout that waits for a second person. */
export function payoutApprovalUrl(approvalId: string): string {
  return `${env.PUBLIC_URL}/payouts/approvals/${approvalId}`
}

/** The vendor's page of an invoice that is still a draft. */
export function draftPageUrl(id: string): string {
  return `${env.PUBLIC_URL}/invoices/drafts/${id}`
}

/** The vendor's page of a series of invoices. */
export function recurringPageUrl(id: string): string {
  return `${env.PUBLIC_URL}/invoices/recurring/${id}`
}

/** The vendor's page of a series of payouts. */
export function recurringPayoutPageUrl(id: string): string {
  return `${env.PUBLIC_URL}/payouts/recurring/${id}`
}

/** The vendor's page of its own bank accounts, and what goes to them by itself. */
export function withdrawalsPageUrl(): string {
  return `${env.PUBLIC_URL}/settings/withdrawals`
}

/** The vendor's page of scheduled payouts. */
export function scheduledPayoutsPageUrl(): string {
  return `${env.PUBLIC_URL}/payouts/scheduled`
}

/** The vendor's webhooks page. */
export function webhooksPageUrl(): string {
  return `${env.PUBLIC_URL}/developers/webhooks`
}

/** The vendor's page of a batch of payouts. */
export function payoutBatchUrl(batchId: string): string {
  return `${env.PUBLIC_URL}/payouts/batches/${batchId}`
}

/**
 * The page that follows a payment: the vendor's URL with `transaction_id` appended to its query, before the fragment;
 * or our thank-you page.
 */
export function afterPaymentUrl(
  redirectUrl: string | null,
  paymentToken: string,
  transactionId: string,
): string {
  if (!redirectUrl) return `${env.PUBLIC_URL}/thank-you/${paymentToken}`
  // Appended as text: URLSearchParams would rewrite the rest of the vendor's query (%20 to +, and so on).
  const [withoutFragment = '', ...fragment] = redirectUrl.split('#')
  const queryAt = withoutFragment.indexOf('?')
  const endsOpen = queryAt === withoutFragment.length - 1 || withoutFragment.endsWith('&')
  const separator = queryAt < 0 ? '?' : endsOpen ? '' : '&'
  const query = `${separator}transaction_id=${encodeURIComponent(transactionId)}`
  return [withoutFragment + query, ...fragment].join('#')
}
