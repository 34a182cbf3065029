import type { CardRequest } from './card-fields'
import { failureMessage, RequestFailure, requestJson } from './request'

export type PaymentOutcome =
  | { kind: 'paid'; redirectUrl: string }
  /** Nothing was charged; the message says what to do. */
  | { kind: 'refused'; message: string }
  /** The page may not show the invoice as it is any more (paid, being paid, gone): read it again. */
  | { kind: 'changed'; message: string | null }

const LOST =
  'The answer got lost on the way. If you still see this form after loading the page again, the payment was not made.'

/** Sends the card. Never throws. */
export async function pay(token: string, card: CardRequest): Promise<PaymentOutcome> {
  try {
    const answer = await requestJson<{ redirect_url?: string }>(`/api/pay/${token}`, {
      method: 'POST',
      body: card,
    })
    // 202 has no address to go to: the provider has not said yet whether the card was charged.
    return answer.redirect_url
      ? { kind: 'paid', redirectUrl: answer.redirect_url }
      : { kind: 'changed', message: null }
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): PaymentOutcome {
  const status = error instanceof RequestFailure ? error.status : 0
  if (status === 404 || status === 409) return { kind: 'changed', message: null }
  if (status === 402)
    return { kind: 'refused', message: `${failureMessage(error)} You have not been charged.` }
  if (status >= 400 && status < 500) return { kind: 'refused', message: failureMessage(error) }
  // Without an answer, or with one that says nothing, the card may have been charged: the page knows.
  return { kind: 'changed', message: LOST }
}
