import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { enqueue } from '@/lib/jobs/queue'
import { mailWebhookFailing } from '../mail/webhook-failing-mail'
import type { ClaimedEvent } from './claim-event'
import { type StateAfterAttempt, stateAfterAttempt } from './retry-schedule'
import { RESPONSE_LIMIT_CHARACTERS, type WebhookResult } from './webhook-transport'

const ERROR_LIMIT_CHARACTERS = 1000
/** Half an hour and more: a receiver that was only restarted is back by then. */
const ATTEMPTS_BEFORE_NOTICE = 4

/**
 * Writes an attempt down, settles the event or sets its next attempt, and gives the lease back. False when
 * the lease had run out and another worker has taken the event since: then nothing is written, and what
 * that worker finds counts.
 */
export async function recordAttempt(
  tx: Transaction,
  event: ClaimedEvent,
  attempt: { startedAt: Date; headers: Record<string, string>; result: WebhookResult },
): Promise<boolean> {
  const { accountId, id, leaseUntil } = event
  const { startedAt, headers, result } = attempt
  const number = event.attemptCount + 1
  const next = stateAfter(event, number, result)
  const { count } = await tx.webhookEvent.updateMany({
    where: { accountId, id, status: 'PENDING', leaseUntil },
    data: { ...next, attemptCount: number, leaseUntil: null },
  })
  if (count !== 1) return false
  await tx.webhookAttempt.create({
    data: {
      accountId,
      eventId: id,
      number,
      requestHeaders: JSON.stringify(headers),
      responseStatus: result.kind === 'response' ? result.status : null,
      responseBody: result.kind === 'response' ? storable(result.body, RESPONSE_LIMIT_CHARACTERS) : null,
      error: result.kind === 'error' ? storable(result.message, ERROR_LIMIT_CHARACTERS) : null,
      durationMs: Math.round(result.durationMs),
      createdAt: startedAt,
    },
  })
  const isGivenUp = next.status === 'FAILED'
  const isFailing = isGivenUp || (next.status === 'PENDING' && number === ATTEMPTS_BEFORE_NOTICE)
  if (isFailing && !event.isTest) {
    await mailWebhookFailing(tx, { accountId, url: event.url, answer: answerOf(result), isGivenUp })
  }
  if (next.nextAttemptAt) {
    await enqueue(tx, 'deliver_webhook', { accountId, eventId: id }, { key: id, runAt: next.nextAttemptAt })
  }
  return true
}

function stateAfter(event: ClaimedEvent, number: number, result: WebhookResult): StateAfterAttempt {
  const next = stateAfterAttempt(number, result, now(), Math.random())
  // Whoever sent a test is looking at what came of it: a retry in some hours would be of no use.
  return event.isTest && next.status === 'PENDING' ? { status: 'FAILED', nextAttemptAt: null } : next
}

function answerOf(result: WebhookResult): string {
  return result.kind === 'response' ? `HTTP ${result.status}` : result.message
}

/** Text from outside as PostgreSQL takes it: it has no NUL character and no half of a surrogate pair. */
function storable(text: string, limitCharacters: number): string {
  return text.replaceAll('\0', '').slice(0, limitCharacters).toWellFormed()
}
