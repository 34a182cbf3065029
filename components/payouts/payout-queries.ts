import { queryOptions } from '@tanstack/react-query'
import { RequestFailure, requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { FailureWords } from '@/lib/payouts/explain-payout-failure'
import type { PayoutView } from '@/lib/payouts/queries'

const PATH = '/api/dashboard/payouts'

/** How often a payout that is not settled is looked at again. */
export const UNSETTLED_REFRESH_MS = 3000

export const payoutQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'payout', id],
    queryFn: ({ signal }) => requestJson<PayoutView>(`${PATH}/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? UNSETTLED_REFRESH_MS : false),
  })

export type PayoutOrder = { customer_id: string; bank_account_id: string; amount: string }

/** What became of sending a payout, as far as the browser can know. */
export type PayoutAnswer =
  | { kind: 'made'; id: string }
  /** The provider said no: nothing was paid, and the funds are back. */
  | ({ kind: 'refused'; id: string } & FailureWords)
  /** It was not made: the service says why. */
  | { kind: 'not_made'; message: string; nextStep: string | null }
  /**
   * No answer came, so it may have been made or not. Sent again under the same key it is made once.
   * `refusal`: why the service would not say when it was asked again.
   */
  | { kind: 'unknown'; refusal: string | null }

/**
 * Sends a payout under the form's key, under which it is made once however often it is sent. `isRepeat`: it
 * was sent before, and is not known to have failed.
 */
export async function sendPayout(
  mode: Mode,
  key: string,
  order: PayoutOrder,
  isRepeat: boolean,
): Promise<PayoutAnswer> {
  try {
    const made = await requestJson<{ id: string }>(`${PATH}?mode=${mode}`, {
      method: 'POST',
      body: order,
      headers: { 'Idempotency-Key': key },
    })
    return { kind: 'made', id: made.id }
  } catch (error) {
    if (error instanceof RequestFailure) return answerOf(error, isRepeat)
    throw error
  }
}

/** No session, a banned vendor, too many requests: said before the service looks for what the key has made. */
const SAID_BLINDLY = new Set([401, 403, 429])

function answerOf({ status, message, answer }: RequestFailure, isRepeat: boolean): PayoutAnswer {
  const refused = refusedOf(answer)
  if (refused) return { kind: 'refused', ...refused }
  // 409: the same order is still on its way. Anything from 500 on may come from before or after the payout.
  if (status === 0 || status === 409 || status >= 500) return { kind: 'unknown', refusal: null }
  // Of the request before, whose answer got lost, it tells nothing.
  if (isRepeat && SAID_BLINDLY.has(status)) return { kind: 'unknown', refusal: message }
  return { kind: 'not_made', message, nextStep: nextStepOf(answer) }
}

function refusedOf(answer: unknown): ({ id: string } & FailureWords) | null {
  if (typeof answer !== 'object' || answer === null || !('refused' in answer)) return null
  return answer.refused as { id: string } & FailureWords
}

function nextStepOf(answer: unknown): string | null {
  const isTold = typeof answer === 'object' && answer !== null && 'nextStep' in answer
  return isTold && typeof answer.nextStep === 'string' ? answer.nextStep : null
}
