import { queryOptions } from '@tanstack/react-query'
import { NOT_SENT, RequestFailure, requestJson } from '@/components/browser/request'
import type { Mode } from '@/lib/auth/mode'
import type { FailureWords } from '@/lib/payouts/explain-payout-failure'
import type { PayoutView } from '@/lib/payouts/queries'
import type { ScheduledPayoutsView } from '@/lib/payouts/scheduled-payouts'

const PATH = '/api/dashboard/payouts'

/** Polling interval for a payout that is not settled. */
export const UNSETTLED_REFRESH_MS = 3000

export const payoutQuery = (mode: Mode, id: string) =>
  queryOptions({
    queryKey: [mode, 'payout', id],
    queryFn: ({ signal }) => requestJson<PayoutView>(`${PATH}/${id}?mode=${mode}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? UNSETTLED_REFRESH_MS : false),
  })

export const SCHEDULED_PATH = '/api/dashboard/scheduled-payouts'

export const scheduledPayoutsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'scheduled-payouts'],
    queryFn: ({ signal }) => requestJson<ScheduledPayoutsView>(`${SCHEDULED_PATH}?mode=${mode}`, { signal }),
  })

export type PayoutOrder = {
  customer_id: string
  bank_account_id: string
  amount: string
  /** The day to send it on; absent: now. */
  day?: string
}

/** The outcome of sending a payout, as far as the browser can know. */
export type PayoutAnswer =
  | { kind: 'made'; id: string }
  /** Somebody else has to approve it first. */
  | { kind: 'waiting'; id: string }
  /** The provider refused it: nothing was paid and the funds are back. */
  | ({ kind: 'refused'; id: string } & FailureWords)
  /** No payout was created; the service says why. */
  | { kind: 'not_made'; message: string; nextStep: string | null }
  /**
   * No answer came: the payout may or may not exist. Sending it again under the same key creates it once.
   * `refusal`: why the service refused to answer the repeat.
   */
  | { kind: 'unknown'; refusal: string | null }

/**
 * Sends or schedules a payout under the form's key: however often it is sent, it is created once. `isRepeat`: it was
 * sent before and is not known to have failed.
 */
export async function sendPayout(
  mode: Mode,
  key: string,
  order: PayoutOrder,
  isRepeat: boolean,
): Promise<PayoutAnswer> {
  try {
    const path = order.day ? SCHEDULED_PATH : PATH
    const result = await requestJson<{ id: string } | { approval: { id: string } }>(`${path}?mode=${mode}`, {
      method: 'POST',
      body: order,
      headers: { 'Idempotency-Key': key },
    })
    return 'approval' in result
      ? { kind: 'waiting', id: result.approval.id }
      : { kind: 'made', id: result.id }
  } catch (error) {
    if (error instanceof RequestFailure) return answerOf(error, isRepeat)
    throw error
  }
}

/** Says that the account is the customer's, as was ticked. Null if it is noted; otherwise nothing was paid. */
export async function confirmBankAccount(
  mode: Mode,
  { customer_id, bank_account_id }: PayoutOrder,
): Promise<PayoutAnswer | null> {
  const path = `/api/dashboard/customers/${customer_id}/bank-accounts/${bank_account_id}/confirm`
  try {
    await requestJson<{ id: string }>(`${path}?mode=${mode}`, { method: 'POST', body: {} })
    return null
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    return { kind: 'not_made', message: error.message, nextStep: null }
  }
}

/** No session, banned vendor, too many requests: answered before the service looks the key up. */
const ANSWERED_BEFORE_KEY_LOOKUP = new Set([401, 403, 429])

function answerOf({ status, message, code, answer }: RequestFailure, isRepeat: boolean): PayoutAnswer {
  const refused = refusedOf(answer)
  if (refused) return { kind: 'refused', ...refused }
  if (code === NOT_SENT) {
    return isRepeat ? { kind: 'unknown', refusal: message } : { kind: 'not_made', message, nextStep: null }
  }
  // 409: the first request is still running. From 500 on, the payout may or may not have been created.
  if (status === 0 || status === 409 || status >= 500) return { kind: 'unknown', refusal: null }
  // It says nothing about the earlier request, whose answer was lost.
  if (isRepeat && ANSWERED_BEFORE_KEY_LOOKUP.has(status)) return { kind: 'unknown', refusal: message }
  return { kind: 'not_made', message, nextStep: nextStepOf(answer) }
}

function refusedOf(answer: unknown): ({ id: string } & FailureWords) | null {
  if (typeof answer !== 'object' || answer === null || !('refused' in answer)) return null
  return answer.refused as { id: string } & FailureWords
}

function nextStepOf(answer: unknown): string | null {
  const hasNextStep = typeof answer === 'object' && answer !== null && 'nextStep' in answer
  return hasNextStep && typeof answer.nextStep === 'string' ? answer.nextStep : null
}
