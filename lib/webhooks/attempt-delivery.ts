import assert from 'node:assert/strict'
import { endpointOwner } from '@/lib/crypto/webhook-secret'
import { connectionPool, database, sql } from '@/lib/db/client'
import type { Mode, WebhookDeliveryStatus } from '@/lib/db/generated/enums'
import type { Queryable } from '@/lib/db/statement'
import { onNodesOfAccounts, statement } from '@/lib/db/statement'
import { inTransaction, withRetries } from '@/lib/db/transaction'
import { inBatches } from '@/lib/jobs/batches'
import { type Claim, claim, withdraw } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import { mailWebhookFailing } from '@/lib/mail/account-mail'
import { countWebhookAttempt } from '@/lib/metrics/metrics'
import { now } from '@/lib/time/clock'
import { traceHeaders } from '@/lib/tracing/current-trace'
import { inSpan, type Span } from '@/lib/tracing/spans'
import { webhookQueue } from './delivery'
import { type DeliveryStatusAfterAttempt, statusOfDeliveryAfter } from './retry-schedule'
import { deliveryHeaders, openSecrets, type SigningSecrets, type StoredSecrets } from './signing'

/** Well above the ten seconds that an attempt takes at most. */
export const LEASE_MS = 30_000

export type DeliveryReference = { accountId: string; deliveryId: string }

/** A delivery that is ours to attempt while the lease lasts. */
type ClaimedDelivery = DeliveryToSend & { claim: Claim; secrets: SigningSecrets }

/** The contract's "answers with a 2xx status within 10 seconds". */
const ATTEMPT_TIMEOUT_MS = 10_000

/** `attemptClaimedDelivery` if the delivery is due and no worker has it. */
export async function attemptDelivery(
  { accountId, deliveryId }: DeliveryReference,
  transport: WebhookTransport,
): Promise<void> {
  const row = { tenantId: accountId, id: deliveryId }
  const claimed = await claim(database(), webhookQueue, row, { leaseMs: LEASE_MS })
  if (claimed) await attemptClaimedDelivery(claimed, transport)
}

/**
 * Makes one attempt at a delivery whose lease the caller has taken. No transaction is open during the call, and the
 * result is committed with the next due time. If a worker dies in between, the delivery is due again when the lease
 * ends: an event is delivered at least once, never lost.
 */
export async function attemptClaimedDelivery(claimed: Claim, transport: WebhookTransport): Promise<void> {
  const delivery = await findClaimedDelivery(claimed)
  if (delivery.isEndpointClosed) {
    await withdraw(database(), webhookQueue, claimed, sql`status = 'FAILED'`)
    return
  }
  const begin = () => ({
    name: 'webhook delivery',
    kind: 'client' as const,
    traceparent: delivery.traceparent,
    attributes: { 'counterfoil.delivery_id': delivery.id, 'counterfoil.attempt': claimed.attemptCount + 1 },
  })
  await inSpan(begin, (span) => sendClaimedDelivery(delivery, transport, span))
}

async function sendClaimedDelivery(
  delivery: ClaimedDelivery,
  transport: WebhookTransport,
  span: Span | null,
): Promise<void> {
  const { url, payload, sequence, id, eventId, mode } = delivery
  const { current, previous } = delivery.secrets
  const secrets = previous ? [current, previous.secret] : [current]
  const startedAt = now()
  const signed = deliveryHeaders({ id, eventId, sequence, payload }, startedAt, secrets)
  const headers = { ...signed, ...traceHeaders() }
  const result = await transport({ url, headers, body: payload, timeoutMs: ATTEMPT_TIMEOUT_MS, mode })
  observeAttempt(delivery, result, span)
  await recordAttempt(delivery, { startedAt, headers, result })
}

/** Counts and logs an attempt; one that succeeds only where details are asked for, because there are many. */
function observeAttempt(
  { requestId, claim: { tenantId: accountId, id: deliveryId, attemptCount } }: ClaimedDelivery,
  result: WebhookResult,
  span: Span | null,
): void {
  const status = result.kind === 'response' ? result.status : null
  countWebhookAttempt(status)
  const isDelivered = status !== null && status >= 200 && status < 300
  if (status !== null) span?.set('http.response.status_code', status)
  if (!isDelivered) span?.fail(status === null ? 'no_answer' : String(status))
  const fields = {
    ...(requestId === null ? {} : { requestId }),
    accountId,
    deliveryId,
    attempt: attemptCount + 1,
    status,
    durationMs: Math.round(result.durationMs),
  }
  const reason = result.kind === 'error' ? { reason: result.message } : {}
  if (isDelivered) log.debug(fields, 'a webhook was delivered')
  else log.info({ ...fields, ...reason }, 'a webhook was not delivered')
}

/** Deliveries that one statement reads or writes at most. */
const BATCH = 100

/** A claimed delivery with what its attempt needs. The secrets of an endpoint are opened once for all of its deliveries. */
export const findClaimedDelivery = inBatches(BATCH, async (claims: Claim[]): Promise<ClaimedDelivery[]> => {
  const deliveries = await findDeliveriesToSend(connectionPool(), {
    accountIds: claims.map(({ tenantId }) => tenantId),
    deliveryIds: claims.map(({ id }) => id),
  })
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  const secretsByOwner = new Map<string, SigningSecrets>()
  return claims.map((claimed) => {
    const delivery = byId.get(claimed.id)
    assert(delivery, 'a claimed delivery exists')
    const { tenantId } = claimed
    const owner = delivery.endpointId === null ? tenantId : endpointOwner(tenantId, delivery.endpointId)
    const secrets = secretsByOwner.get(owner) ?? openSecrets(owner, delivery)
    secretsByOwner.set(owner, secrets)
    return { ...delivery, claim: claimed, secrets }
  })
})

const ERROR_LIMIT_CHARACTERS = 1000
/** More than half an hour: a receiver that was only restarted is back by then. */
const ATTEMPTS_BEFORE_NOTICE = 4

type Attempt = { startedAt: Date; headers: Record<string, string>; result: WebhookResult }
type EndedAttempt = Attempt & { delivery: ClaimedDelivery; next: DeliveryStatusAfterAttempt }

/**
 * Records an attempt, settles the delivery or schedules its next attempt, and releases the lease; a failure that the
 * vendor should know of is mailed in the same transaction. Returns false and writes nothing if the lease expired and
 * another worker took the delivery.
 */
export async function recordAttempt(delivery: ClaimedDelivery, attempt: Attempt): Promise<boolean> {
  const { result } = attempt
  const number = delivery.claim.attemptCount + 1
  const next = statusAfter(delivery, number, result)
  const ended = { ...attempt, delivery, next }
  const isGivenUp = next.status === 'FAILED'
  const isFailing = isGivenUp || (next.status === 'PENDING' && number === ATTEMPTS_BEFORE_NOTICE)
  if (!isFailing || delivery.isTest) return recordTogether(ended)
  return inTransaction(async (tx) => {
    const [isWritten = false] = await recordAttempts(tx, [ended])
    const { url, claim } = delivery
    const failure = { accountId: claim.tenantId, url, answer: answerOf(result), isGivenUp }
    if (isWritten) await mailWebhookFailing(tx, failure)
    return isWritten
  })
}

/** One statement and one commit for the attempts that end while the last ones are recorded. */
const recordTogether = inBatches(BATCH, (ended: EndedAttempt[]) =>
  withRetries(() => recordAttempts(connectionPool(), ended)),
)

/** Records the attempts; for each, returns whether it was recorded. */
async function recordAttempts(on: Queryable, ended: EndedAttempt[]): Promise<boolean[]> {
  const recorded = await recordAttemptRows(on, columnsOf(ended))
  const ids = new Set(recorded.map(({ deliveryId }) => deliveryId))
  return ended.map(({ delivery }) => ids.has(delivery.id))
}

function columnsOf(ended: EndedAttempt[]): AttemptColumns {
  const column = <Value>(value: (attempt: EndedAttempt) => Value) => ended.map(value)
  return {
    accountIds: column(({ delivery }) => delivery.claim.tenantId),
    deliveryIds: column(({ delivery }) => delivery.id),
    leasesUntil: column(({ delivery }) => delivery.claim.leaseUntil),
    statuses: column(({ next }) => next.status),
    nextAttemptsAt: column(({ next }) => next.nextAttemptAt),
    numbers: column(({ delivery }) => delivery.claim.attemptCount + 1),
    urls: column(({ delivery }) => delivery.url),
    requestHeaders: column(({ headers }) => JSON.stringify(headers)),
    responseStatuses: column(({ result }) => (result.kind === 'response' ? result.status : null)),
    responseBodies: column(({ result }) =>
      result.kind === 'response' ? storable(result.body, RESPONSE_LIMIT_CHARACTERS) : null,
    ),
    errors: column(({ result }) =>
      result.kind === 'error' ? storable(result.message, ERROR_LIMIT_CHARACTERS) : null,
    ),
    durationsMs: column(({ result }) => Math.round(result.durationMs)),
    createdAt: column(({ startedAt }) => startedAt),
  }
}

function statusAfter(
  delivery: ClaimedDelivery,
  number: number,
  result: WebhookResult,
): DeliveryStatusAfterAttempt {
  const next = statusOfDeliveryAfter(number, result, now(), Math.random())
  // The sender of a test is waiting for the result, so a retry in some hours is of no use.
  return delivery.isTest && next.status === 'PENDING' ? { status: 'FAILED', nextAttemptAt: null } : next
}

function answerOf(result: WebhookResult): string {
  return result.kind === 'response' ? `HTTP ${result.status}` : result.message
}

/** Makes outside text storable in PostgreSQL: no NUL and no lone surrogate. */
function storable(text: string, limitCharacters: number): string {
  return text.replaceAll('\0', '').slice(0, limitCharacters).toWellFormed()
}

/** At most this much of a receiver's answer is stored, in characters. */
export const RESPONSE_LIMIT_CHARACTERS = 4096

/** One POST. `timeoutMs` covers DNS look-up, connection, and the answer's headers and body. */
export type WebhookRequest = {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** The account's. */
  mode: Mode
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

type DeliveryToSend = StoredSecrets & {
  id: string
  url: string
  payload: string
  sequence: number
  eventId: string | null
  /** Sent on request to test the receiver; it belongs to no invoice. */
  isTest: boolean
  /** Null for an invoice's own URL and for a test event, which the account's secret signs. */
  endpointId: string | null
  /** Its endpoint was deleted or disabled since. */
  isEndpointClosed: boolean
  /** The request that caused the event. */
  requestId: string | null
  /** The span that caused it. */
  traceparent: string | null
  mode: Mode
}

/**
 * Everything that attempts at these deliveries need, in any order. Names the accounts of each table, so that their nodes alone are
 * asked where tables are distributed.
 */
const findDeliveriesToSend = statement<{ accountIds: string[]; deliveryIds: string[] }, DeliveryToSend>(
  'find_deliveries_to_send',
  `SELECT delivery.id, coalesce(endpoint.url, delivery.url) AS url, delivery.payload, delivery.sequence,
          delivery.event_id AS "eventId", delivery.invoice_id IS NULL AND delivery.event_id IS NULL AS "isTest",
          endpoint.id AS "endpointId",
          endpoint.id IS NOT NULL AND (endpoint.deleted_at IS NOT NULL OR endpoint.status = 'DISABLED')
            AS "isEndpointClosed",
          cause.request_id AS "requestId", cause.traceparent, accounts.mode,
          coalesce(endpoint.secret_encrypted, accounts.webhook_secret_encrypted) AS "secretEncrypted",
          CASE WHEN endpoint.id IS NULL THEN accounts.previous_webhook_secret_encrypted
               ELSE endpoint.previous_secret_encrypted END AS "previousSecretEncrypted",
          CASE WHEN endpoint.id IS NULL THEN accounts.previous_webhook_secret_expires_at
               ELSE endpoint.previous_secret_expires_at END AS "previousSecretExpiresAt"
     FROM unnest(:accountIds::uuid[], :deliveryIds::uuid[]) AS claimed (account_id, id)
     JOIN webhook_deliveries AS delivery USING (account_id, id)
     JOIN accounts ON accounts.id = delivery.account_id
     LEFT JOIN events AS cause
       ON cause.account_id = delivery.account_id AND cause.id = delivery.event_id${onNodesOfAccounts('cause.account_id')}
     LEFT JOIN webhook_endpoints AS endpoint
       ON endpoint.account_id = delivery.account_id AND endpoint.id = delivery.endpoint_id${onNodesOfAccounts('endpoint.account_id')}
    WHERE true${onNodesOfAccounts('delivery.account_id')}${onNodesOfAccounts('accounts.id')}`,
)

/** Ended attempts, as columns of the same length. */
type AttemptColumns = {
  accountIds: string[]
  deliveryIds: string[]
  leasesUntil: Date[]
  statuses: WebhookDeliveryStatus[]
  nextAttemptsAt: (Date | null)[]
  numbers: number[]
  /** Where they went: an endpoint may have moved. */
  urls: string[]
  requestHeaders: string[]
  responseStatuses: (number | null)[]
  responseBodies: (string | null)[]
  errors: (string | null)[]
  durationsMs: number[]
  createdAt: Date[]
}

/**
 * Records ended attempts, each under the lease of its own delivery, which ends: the delivery is settled, or its next
 * attempt scheduled, unless it was rescheduled for an earlier time meanwhile. Returns the deliveries; where another
 * worker has taken one over, nothing is written.
 */
const recordAttemptRows = statement<AttemptColumns, { deliveryId: string }>(
  'record_attempts',
  `WITH attempt AS (
     SELECT * FROM unnest(:accountIds::uuid[], :deliveryIds::uuid[], :leasesUntil::timestamptz[], :statuses::webhook_delivery_status[],
                          :nextAttemptsAt::timestamptz[], :numbers::int[], :urls::text[], :requestHeaders::text[], :responseStatuses::int[], :responseBodies::text[], :errors::text[],
                          :durationsMs::int[], :createdAt::timestamptz[])
       AS attempt (account_id, delivery_id, lease_until, status, next_attempt_at, number, url, request_headers,
                   response_status, response_body, error, duration_ms, created_at)),
   recorded AS (
     UPDATE webhook_deliveries AS delivery
        SET status = attempt.status, url = attempt.url, attempt_count = delivery.attempt_count + 1, lease_until = NULL,
            next_attempt_at =
              CASE WHEN attempt.next_attempt_at IS NULL OR delivery.next_attempt_at = delivery.lease_until
                   THEN attempt.next_attempt_at
                   ELSE least(delivery.next_attempt_at, attempt.next_attempt_at) END
       FROM attempt
      WHERE delivery.account_id = attempt.account_id AND delivery.id = attempt.delivery_id
        AND delivery.lease_until = attempt.lease_until${onNodesOfAccounts('delivery.account_id')}
     RETURNING delivery.account_id, delivery.id),
   added AS (
   INSERT INTO webhook_attempts AS saved (account_id, delivery_id, number, request_headers, response_status,
                                 response_body, error, duration_ms, created_at)
   SELECT accounts.id, delivery_id, number, request_headers, response_status, response_body, error, duration_ms,
          attempt.created_at
     FROM attempt
     JOIN recorded ON recorded.account_id = attempt.account_id AND recorded.id = attempt.delivery_id
     JOIN accounts ON accounts.id = attempt.account_id${onNodesOfAccounts('accounts.id')}
   RETURNING delivery_id)
   SELECT delivery_id AS "deliveryId" FROM added`,
)
