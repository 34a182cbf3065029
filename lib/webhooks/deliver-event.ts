import { sql } from '@/lib/db/client'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { type Claim, claim, complete, release } from '@/lib/jobs/queue'
import { mailWebhookFailing } from '@/lib/mail/account-mail'
import { now } from '@/lib/time/clock'
import { webhookQueue } from './event'
import { type StateAfterAttempt, stateAfterAttempt } from './retry-schedule'
import { deliveryHeaders, findSigningSecrets } from './signing'

/** Well above the ten seconds that an attempt takes at most. */
export const LEASE_MS = 30_000

export type EventReference = { accountId: string; eventId: string }

/** An event that is ours to deliver while the lease lasts. */
export type ClaimedEvent = {
  claim: Claim
  url: string
  payload: string
  sequence: number
  /** Sent on request to test the receiver; it belongs to no invoice. */
  isTest: boolean
}

/** Takes the lease of a due event; null if it is not due, is settled, or belongs to another worker. */
export async function claimEvent(
  tx: Transaction,
  { accountId, eventId: id }: EventReference,
): Promise<ClaimedEvent | null> {
  const claimed = await claim(tx, webhookQueue, { tenantId: accountId, id }, { leaseMs: LEASE_MS })
  if (!claimed) return null
  const { invoiceId, ...event } = await tx.webhookEvent.findUniqueOrThrow({
    where: { accountId_id: { accountId, id } },
    select: { url: true, payload: true, sequence: true, invoiceId: true },
  })
  return { claim: claimed, ...event, isTest: invoiceId === null }
}

/** The contract's "answers with a 2xx status within 10 seconds". */
const ATTEMPT_TIMEOUT_MS = 10_000

/**
 * Makes one attempt to deliver an event if it is due and no other worker has it. No transaction is open
 * during the call, and the result is committed with the next wake-up. If a worker dies in between, the sweep
 * picks the event up: delivery is at least once, never lost.
 */
export async function deliverEvent(reference: EventReference, transport: WebhookTransport): Promise<void> {
  const claimed = await inTransaction((tx) => claimWithSecrets(tx, reference))
  if (!claimed) return
  const { event, secrets } = claimed
  const { url, payload, sequence } = event
  const startedAt = now()
  const headers = deliveryHeaders({ id: event.claim.id, sequence, payload }, startedAt, secrets)
  const request = { url, headers, body: payload, timeoutMs: ATTEMPT_TIMEOUT_MS }
  const result = await transport(request)
  await inTransaction((tx) => recordAttempt(tx, event, { startedAt, headers, result }))
}

async function claimWithSecrets(
  tx: Transaction,
  reference: EventReference,
): Promise<{ event: ClaimedEvent; secrets: string[] } | null> {
  const event = await claimEvent(tx, reference)
  if (!event) return null
  const { current, previous } = await findSigningSecrets(tx, reference.accountId)
  return { event, secrets: previous ? [current, previous.secret] : [current] }
}

const ERROR_LIMIT_CHARACTERS = 1000
/** More than half an hour: a receiver that was only restarted is back by then. */
const ATTEMPTS_BEFORE_NOTICE = 4

/**
 * Records an attempt, settles the event or schedules its next attempt, and releases the lease. Returns false
 * and writes nothing if the lease expired and another worker took the event.
 */
export async function recordAttempt(
  tx: Transaction,
  event: ClaimedEvent,
  attempt: { startedAt: Date; headers: Record<string, string>; result: WebhookResult },
): Promise<boolean> {
  const { tenantId: accountId, id, attemptCount } = event.claim
  const { startedAt, headers, result } = attempt
  const number = attemptCount + 1
  const next = stateAfter(event, number, result)
  const isWritten = next.nextAttemptAt
    ? await release(tx, webhookQueue, event.claim, next.nextAttemptAt)
    : await complete(tx, webhookQueue, event.claim, sql`status = ${next.status}::webhook_event_status`)
  if (!isWritten) return false
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
  return true
}

function stateAfter(event: ClaimedEvent, number: number, result: WebhookResult): StateAfterAttempt {
  const next = stateAfterAttempt(number, result, now(), Math.random())
  // The sender of a test is waiting for the result, so a retry in some hours is of no use.
  return event.isTest && next.status === 'PENDING' ? { status: 'FAILED', nextAttemptAt: null } : next
}

function answerOf(result: WebhookResult): string {
  return result.kind === 'response' ? `HTTP ${result.status}` : result.message
}

/** Makes outside text storable in PostgreSQL: no NUL and no lone surrogate. */
function storable(text: string, limitCharacters: number): string {
  return text.replaceAll('\0', '').slice(0, limitCharacters).toWellFormed()
}

/** How much of a receiver's answer is stored, in characters. */
export const RESPONSE_LIMIT_CHARACTERS = 4096

/** One POST. `timeoutMs` covers DNS look-up, connection, and the answer's headers and body. */
export type WebhookRequest = {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

/** `retryAfter` is the raw header; `message` explains why there was no answer. */
export type WebhookResult =
  | { kind: 'response'; status: number; body: string; retryAfter: string | null; durationMs: number }
  | { kind: 'error'; message: string; durationMs: number }

/**
 * Sends a request and returns its result. Never throws, follows no redirect, and reads at most
 * `RESPONSE_LIMIT_CHARACTERS` of the answer.
 */
export type WebhookTransport = (request: WebhookRequest) => Promise<WebhookResult>
