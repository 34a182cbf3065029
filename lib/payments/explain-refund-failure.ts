/** By the payment providers' codes: https://docs.stripe.com/refunds#failed-refunds and those of the sandbox. */
const MESSAGES: Record<string, string> = {
  charge_already_refunded: 'The provider has given the whole payment back already',
  charge_for_pending_refund_disputed: 'The customer disputed the payment while it was being refunded',
  declined: 'The customer’s bank declined the refund',
  expired_or_canceled_card: 'The customer’s card has expired or is canceled',
  insufficient_funds: 'The payment provider’s account does not cover the refund',
  lost_or_stolen_card: 'The customer’s card was reported lost or stolen',
  merchant_request: 'The refund was canceled at the provider',
  refund_failed: 'The provider could not give the money back',
  refund_refused: 'The provider refused the refund',
}

type RefundFailure = {
  /** The provider's word; null if it gave none. */
  code: string | null
  message: string
}

/** Why a refund failed, in words for people; an unknown code stands for itself. */
export function explainRefundFailure(code: string | null): RefundFailure {
  if (code === null) return { code, message: 'The provider gave no reason' }
  return {
    code,
    message: Object.hasOwn(MESSAGES, code) ? (MESSAGES[code] ?? code) : `The provider says: ${code}`,
  }
}
