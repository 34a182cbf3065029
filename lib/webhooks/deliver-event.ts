import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { enqueue } from '@/lib/jobs/queue'
import { mailWebhookFailing } from '@/lib/mail/account-mail'
import { now } from '@/lib/time/clock'
import { type StateAfterAttempt, stateAfterAttempt } from './retry-schedule'
import { deliveryHeaders, findSigningSecrets } from './signing'

/**
 * The events of all accounts that are due and that nobody is delivering, the longest due first: what a
 * sweep has to deliver when a wake-up was lost or a worker died. At most `limit`.
 */
export async function dueEvents(tx: Transaction, limit: number): Promise<EventReference[]> {
  const at = now()
  const rows = await tx.$queryRaw<{ account_id: string; id: string }[]>`
    SELECT account_id, id FROM webhook_events
     WHERE status = 'PENDING' AND next_attempt_at <= ${at}::timestamptz
       AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)
     ORDER BY next_attempt_at, account_id, id
     LIMIT ${limit}`
  return rows.map((row) => ({ accountId: row.account_id, eventId: row.id }))
}

/** Well above the ten seconds that an attempt takes at most. */
export const LEASE_MS = 30_000

export type EventReference = { accountId: string; eventId: string }

/** An event that is ours to deliver until `leaseUntil`, which no other claim on it has had or will have. */
export type ClaimedEvent = {
  accountId: string
  id: string
  url: string
  payload: string
  sequence: number
  /** Sent on request, to see whether the receiver works: it tells of no invoice. */
  isTest: boolean
  /** Attempts before this one. */
  attemptCount: number
  leaseUntil: Date
}

/**
 * Takes a lease on a due event. Null when it is not due, is settled, or is another worker's: of any number
 * of workers, one gets it. A lease runs out by itself, so a worker that dies holds its event up for
 * `LEASE_MS` and no longer.
 */
export async function claimEvent(tx: Transaction, reference: EventReference): Promise<ClaimedEvent | null> {
  const { accountId, eventId } = reference
  const at = now()
  const leaseUntil = new Date(at.getTime() + LEASE_MS)
  const [row] = await tx.$queryRaw<
    { url: string; payload: string; sequence: number; isTest: boolean; attemptCount: number }[]
  >`
    UPDATE webhook_events SET lease_until = ${leaseUntil}::timestamptz
     WHERE account_id = ${accountId}::uuid AND id = ${eventId}::uuid
       AND status = 'PENDING' AND next_attempt_at <= ${at}::timestamptz
       AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)
    RETURNING url, payload, sequence, invoice_id IS NULL AS "isTest", attempt_count AS "attemptCount"`
  return row ? { accountId, id: eventId, ...row, leaseUntil } : null
}

/** The contract's "answers with a 2xx status within 10 seconds". */
const ATTEMPT_TIMEOUT_MS = 10_000

/**
 * Makes one attempt to deliver an event, if it is due and no other worker is at it; else does nothing. No
 * transaction is open during the call, and what comes of it is committed with the next wake-up. A worker
 * that dies in between leaves the event to the sweep: delivery is at least once, never lost.
 */
export async function deliverEvent(reference: EventReference, transport: WebhookTransport): Promise<void> {
  const claimed = await inTransaction((tx) => claimWithSecrets(tx, reference))
  if (!claimed) return
  const { event, secrets } = claimed
  const startedAt = now()
  const headers = deliveryHeaders(event, startedAt, secrets)
  const request = { url: event.url, headers, body: event.payload, timeoutMs: ATTEMPT_TIMEOUT_MS }
  const result = await transport(request)
  await inTransaction((tx) => recordAttempt(tx, event, { startedAt, headers, result }))
}

async function claimWithSecrets(
  tx: Transaction,
  reference: EventReference,
): Promise<{ event: ClaimedEvent; secrets: string[] } | null> {
  const event = await claimEvent(tx, reference)
  if (!event) return null
  const { current, previous } = await findSigningSecrets(tx, event.accountId)
  return { event, secrets: previous ? [current, previous.secret] : [current] }
}

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

/** How much of a receiver's answer is kept, in characters. */
export const RESPONSE_LIMIT_CHARACTERS = 4096

/** One POST. `timeoutMs` covers all of it: look-up, connection, headers and body of the answer. */
export type WebhookRequest = {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

/** `retryAfter` is the header as it came; `message` says in words why there was no answer. */
export type WebhookResult =
  | { kind: 'response'; status: number; body: string; retryAfter: string | null; durationMs: number }
  | { kind: 'error'; message: string; durationMs: number }

/**
 * Sends a request and says what came of it. It never throws, follows no redirect, and reads no more of
 * the answer than `RESPONSE_LIMIT_CHARACTERS`.
 */
export type WebhookTransport = (request: WebhookRequest) => Promise<WebhookResult>
