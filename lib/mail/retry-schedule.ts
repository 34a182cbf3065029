import { type BackOff, backOffMs } from '@/lib/jobs/back-off'
import { HOUR_MS, MINUTE_MS } from '@/lib/time/units'
import type { MailResult } from './send-mail'

/** The delays after the first failed attempt, the second, …; the last one repeats. */
export const RETRY_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
] as const

/** Each delay is up to a tenth longer, so that attempts that failed together are spread. */
const RETRIES: BackOff = { delaysMs: RETRY_DELAYS_MS, isEndless: true, jitter: 0.1 }

/** Mail that does not expire sooner is tried for this long. */
export const GIVE_UP_AFTER_MS = 24 * HOUR_MS

export type MailStatusAfterAttempt =
  | { status: 'SENT'; sentAt: Date; nextAttemptAt: null; note: null }
  | { status: 'FAILED'; nextAttemptAt: null; note: string }
  | { status: 'PENDING'; nextAttemptAt: Date; note: string }

/**
 * The status of a mail after its attempt `number` (from 1) ended at `at`. A refusal ends it at once; any other
 * failure is retried as long as the next attempt would be before `giveUpAt`. `random` is from 0 up to 1.
 */
export function statusOfMailAfter(
  number: number,
  result: MailResult,
  { at, giveUpAt, random }: { at: Date; giveUpAt: Date; random: number },
): MailStatusAfterAttempt {
  if (result.kind === 'sent') return { status: 'SENT', sentAt: at, nextAttemptAt: null, note: null }
  const note = result.message
  const nextAttemptAt = new Date(at.getTime() + (backOffMs(RETRIES, number, random) ?? 0))
  if (result.kind === 'refused' || nextAttemptAt > giveUpAt) {
    return { status: 'FAILED', nextAttemptAt: null, note }
  }
  return { status: 'PENDING', nextAttemptAt, note }
}
