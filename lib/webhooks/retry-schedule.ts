import { type BackOff, backOffMs } from '@/lib/jobs/back-off'
import type { WebhookResult } from './attempt-delivery'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The delays after the first failed attempt, the second, …: ten attempts in all. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/**
 * Each delay is up to half as long again, so that a recovering receiver is not hit by everything at once.
 */
export const RETRIES: BackOff = { delaysMs: RETRY_DELAYS_MS, isEndless: false, jitter: 0.5 }

/** A receiver can ask for patience, but can't postpone a delivery forever. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS

const GONE = 410

export type DeliveryStatusAfterAttempt =
  | { status: 'DELIVERED' | 'FAILED'; nextAttemptAt: null }
  | { status: 'PENDING'; nextAttemptAt: Date }

/**
 * The status of a delivery after its attempt `number` (from 1) ended at `at`. Any 2xx settles it, 410 ends it
 * at once, anything else (a redirect too) is retried until ten attempts are used. `random` is from 0 up to 1.
 */
export function statusOfDeliveryAfter(
  number: number,
  result: WebhookResult,
  at: Date,
  random: number,
): DeliveryStatusAfterAttempt {
  const status = result.kind === 'response' ? result.status : null
  if (status !== null && status >= 200 && status < 300) return { status: 'DELIVERED', nextAttemptAt: null }
  const delayMs = backOffMs(RETRIES, number, random)
  if (status === GONE || delayMs === null) return { status: 'FAILED', nextAttemptAt: null }
  const askedForMs = result.kind === 'response' ? retryAfterMs(result.retryAfter, at) : 0
  return { status: 'PENDING', nextAttemptAt: new Date(at.getTime() + Math.max(delayMs, askedForMs)) }
}

/**
 * The delay that a Retry-After header asks for: seconds or an HTTP date (RFC 9110, 10.2.3), at most a day. 0
 * for anything else and for a date in the past.
 */
export function retryAfterMs(header: string | null, at: Date): number {
  const text = header?.trim() ?? ''
  let waitMs = 0
  if (/^\d+$/.test(text)) waitMs = Number(text) * SECOND_MS
  // Date.parse accepts far more than HTTP dates, `-5` for example.
  else if (/^[A-Z][a-z]{2,8}, .+ GMT$/.test(text)) waitMs = Date.parse(text) - at.getTime()
  return waitMs > 0 ? Math.min(waitMs, LONGEST_RETRY_AFTER_MS) : 0
}
