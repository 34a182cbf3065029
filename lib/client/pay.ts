import type { CheckedCard } from '@/lib/card-text'
import { RequestFailure, requestJson } from './request'

export type PaymentOutcome =
  | { kind: 'paid'; redirectUrl: string }
  /** Nothing was charged. The code is the provider's where it declined the card. */
  | { kind: 'refused'; code: string | null }
  | { kind: 'too_many' }
  /** The page may not show the invoice as it is any more (paid, being paid, gone): read it again. */
  | { kind: 'changed' }
  /** No answer, or one that says nothing: the card may have been charged, and the page knows. */
  | { kind: 'lost' }

/** Sends the card. Never throws. */
export async function pay(token: string, card: CheckedCard): Promise<PaymentOutcome> {
  const body = {
    number: card.number,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    security_code: card.securityCode,
    holder: card.holder,
  }
  try {
    const answer = await requestJson<{ redirect_url?: string }>(`/api/pay/${token}`, { method: 'POST', body })
    // 202 has no address to go to: the provider has not said yet whether the card was charged.
    return answer.redirect_url ? { kind: 'paid', redirectUrl: answer.redirect_url } : { kind: 'changed' }
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): PaymentOutcome {
  const { status, code } = error instanceof RequestFailure ? error : { status: 0, code: null }
  if (status === 429) return { kind: 'too_many' }
  if (status === 400 || status === 402) return { kind: 'refused', code: status === 402 ? code : null }
  return status > 400 && status < 500 ? { kind: 'changed' } : { kind: 'lost' }
}
