import { type Orm, type Sql, sql } from '@/lib/db/client'
import type { PayoutRequestStatus } from '@/lib/db/generated/enums'
import type { EventType } from '@/lib/events/event-types'
import { timeOfId } from '@/lib/ids'
import { jsonAmount } from '@/lib/json'
import { approvalStatus } from '@/lib/payouts/approval-status'
import type { TraceTarget } from './trace-target'

/** Steps of each kind that are shown, the oldest. */
const MAX_STEPS = 100
/** Attempts of each delivery that are shown, the latest. */
const MAX_ATTEMPTS = 5

/** A step with its place in the order: of two at one moment, the one with the lower id came first. */
type Placed<Step> = { at: Date; order: string; step: Step }

/** The story of what was found, oldest first. */
export async function readTraceSteps(tx: Orm, accountId: string, target: TraceTarget) {
  const events = await readEvents(tx, accountId, target)
  const [approvals, attempts, entries, deliveries] = await Promise.all([
    readApprovals(tx, accountId, target),
    readAttempts(tx, accountId, target),
    readEntries(tx, accountId, target),
    readDeliveries(
      tx,
      accountId,
      target,
      events.map(({ id }) => id),
    ),
  ])
  const requestIds = [
    ...target.requestIds,
    ...[...events, ...attempts].flatMap(({ requestId }) => requestId ?? []),
  ]
  const requests = await readRequests(tx, accountId, target, requestIds)
  const isCut =
    target.isCut ||
    deliveries.some(({ attempts: { length } }) => length > MAX_ATTEMPTS) ||
    [requests, approvals, attempts, entries, events, deliveries].some(({ length }) => length > MAX_STEPS)
  const firstRows = <Row>(rows: Row[]) => rows.slice(0, MAX_STEPS)
  const placed = [
    ...firstRows(requests).map(requestStep),
    ...firstRows(approvals).map(approvalStep),
    ...firstRows(attempts).map(attemptStep),
    ...firstRows(entries).map(entryStep),
    ...firstRows(events).map(eventStep),
    ...firstRows(deliveries).map(deliveryStep),
  ]
  const steps = placed
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.order < b.order ? -1 : 1))
    .map(({ at, step: { kind, ...part } }) => ({ kind, created_at: at.toISOString(), ...part }))
  return { steps, isCut, hasUnnumbered: events.some(({ sequence }) => sequence === null) }
}

type RequestRow = {
  id: string
  method: string
  path: string
  idempotencyKey: string | null
  responseStatus: number
  durationMs: number
  createdAt: Date
}

const REQUEST_COLUMNS = sql`
  request.id, request.method, request.path, request.idempotency_key AS "idempotencyKey",
  request.response_status AS "responseStatus", request.duration_ms AS "durationMs",
  request.created_at AS "createdAt"`

/** The requests themselves, those that changed the object by its path, and all of their repeats. */
async function readRequests(
  tx: Orm,
  accountId: string,
  { invoiceIds, payoutIds }: TraceTarget,
  ids: string[],
): Promise<RequestRow[]> {
  const prefixes = [
    ...invoiceIds.flatMap((id) => [`/api/v2/invoice/${id}/`, `/api/v2/test/invoice/${id}/`]),
    ...payoutIds.map((id) => `/api/v2/test/payout/${id}/`),
  ]
  // The character after the slash ends the range.
  const ends = prefixes.map((prefix) => `${prefix.slice(0, -1)}0`)
  const first = await tx.$queryRaw<RequestRow[]>(sql`
    SELECT ${REQUEST_COLUMNS} FROM api_requests AS request
     WHERE request.account_id = ${accountId}::uuid AND request.id = ANY(${ids}::uuid[])
    UNION
    SELECT ${REQUEST_COLUMNS}
      FROM unnest(${prefixes}::text[], ${ends}::text[]) AS path_range (prefix, until)
     CROSS JOIN LATERAL (
       SELECT * FROM api_requests
        WHERE account_id = ${accountId}::uuid AND method = 'POST'
          AND left(path, 200) COLLATE "C" >= path_range.prefix AND left(path, 200) COLLATE "C" < path_range.until
        LIMIT ${MAX_STEPS + 1}::int) AS request
     ORDER BY id LIMIT ${MAX_STEPS + 1}::int`)
  const keyed = first.filter(({ idempotencyKey }) => idempotencyKey !== null)
  if (keyed.length === 0) return first
  const repeats = await tx.$queryRaw<RequestRow[]>(sql`
    SELECT DISTINCT ${REQUEST_COLUMNS}
      FROM unnest(${keyed.map(({ idempotencyKey }) => idempotencyKey)}::text[],
                  ${keyed.map(({ method }) => method)}::text[], ${keyed.map(({ path }) => path)}::text[])
             AS original (key, method, path)
     CROSS JOIN LATERAL (
       SELECT * FROM api_requests
        WHERE account_id = ${accountId}::uuid AND idempotency_key = original.key
          AND api_requests.method = original.method AND api_requests.path = original.path
        ORDER BY id LIMIT ${MAX_STEPS + 1}::int) AS request
     ORDER BY request.id LIMIT ${MAX_STEPS + 1}::int`)
  const byId = new Map([...first, ...repeats].map((request) => [request.id, request]))
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function requestStep(request: RequestRow) {
  const { id, method, path, idempotencyKey, responseStatus, durationMs, createdAt } = request
  const step = {
    kind: 'request' as const,
    request: {
      id,
      method,
      path,
      idempotency_key: idempotencyKey,
      response_status: responseStatus,
      duration_ms: durationMs,
    },
  }
  // It is recorded with its answer; its id is from when it arrived.
  return { at: timeOfId(id) ?? createdAt, order: id, step } satisfies Placed<typeof step>
}

type ApprovalRow = {
  id: string
  status: PayoutRequestStatus
  amountMinor: bigint
  payoutId: string | null
  createdAt: Date
  decidedAt: Date | null
}

/** Payouts that wait for a second person, or did, and the approvals of payouts. */
function readApprovals(tx: Orm, accountId: string, { payoutIds, approvalIds }: TraceTarget) {
  return tx.$queryRaw<ApprovalRow[]>(sql`
    SELECT request.id, request.status::text AS status, request.amount_minor AS "amountMinor",
           payouts.id AS "payoutId", request.created_at AS "createdAt", request.decided_at AS "decidedAt"
      FROM payout_requests AS request
      LEFT JOIN payouts ON payouts.account_id = request.account_id AND payouts.payout_request_id = request.id
     WHERE request.account_id = ${accountId}::uuid AND request.kind = 'immediate'
       AND request.id = ANY(${approvalIds}::uuid[] || ARRAY(
             SELECT payout_request_id FROM payouts
              WHERE account_id = ${accountId}::uuid AND id = ANY(${payoutIds}::uuid[])))
     ORDER BY request.id LIMIT ${MAX_STEPS + 1}::int`)
}

function approvalStep({ id, status, amountMinor, payoutId, createdAt, decidedAt }: ApprovalRow) {
  const step = {
    kind: 'approval' as const,
    approval: {
      id,
      status: approvalStatus(status),
      amount: jsonAmount(amountMinor, 'USD'),
      currency: 'USD',
      payout_id: payoutId,
      decided_at: decidedAt?.toISOString() ?? null,
    },
  }
  return { at: createdAt, order: id, step } satisfies Placed<typeof step>
}

type AttemptRow = {
  operation: 'checkout_session' | 'payment' | 'refund' | 'dispute' | 'payout'
  id: string
  provider: string
  reference: string | null
  status: string
  amountMinor: bigint | null
  currency: string | null
  failure: string | null
  requestId: string | null
  createdAt: Date
  settledAt: Date | null
}

function readAttempts(tx: Orm, accountId: string, { invoiceIds, payoutIds }: TraceTarget) {
  return tx.$queryRaw<AttemptRow[]>(sql`
    SELECT 'checkout_session' AS operation, number::text AS id, provider, provider_reference AS reference,
           status::text, NULL::bigint AS "amountMinor", NULL AS currency, NULL AS failure,
           NULL::uuid AS "requestId", created_at AS "createdAt", NULL::timestamptz AS "settledAt"
      FROM checkout_sessions
     WHERE account_id = ${accountId}::uuid
       AND (invoice_id = ANY(${invoiceIds}::uuid[])
            OR joint_checkout_id IN (SELECT joint_checkout_id FROM joint_checkout_parts
                                      WHERE account_id = ${accountId}::uuid AND invoice_id = ANY(${invoiceIds}::uuid[])))
    UNION ALL
    SELECT 'payment', id::text, provider, provider_reference, status::text, amount_minor, currency, NULL,
           request_id, created_at, settled_at
      FROM payments WHERE account_id = ${accountId}::uuid AND invoice_id = ANY(${invoiceIds}::uuid[])
    UNION ALL
    SELECT 'refund', id::text, provider, provider_reference, status::text, amount_minor, currency, failure_reason,
           request_id, created_at, settled_at
      FROM refunds WHERE account_id = ${accountId}::uuid AND invoice_id = ANY(${invoiceIds}::uuid[])
    UNION ALL
    SELECT 'dispute', id::text, provider, provider_reference, status::text, amount_minor, currency, reason,
           NULL, created_at, settled_at
      FROM disputes WHERE account_id = ${accountId}::uuid AND invoice_id = ANY(${invoiceIds}::uuid[])
    UNION ALL
    SELECT 'payout', id::text, provider, provider_transfer_id, status::text, amount_minor, currency,
           nullif(concat_ws(': ', failure_code, failure_detail), ''), request_id, created_at, settled_at
      FROM payouts WHERE account_id = ${accountId}::uuid AND id = ANY(${payoutIds}::uuid[])
     ORDER BY "createdAt", id LIMIT ${MAX_STEPS + 1}::int`)
}

function attemptStep(attempt: AttemptRow) {
  const { operation, id, provider, reference, status, amountMinor, currency, failure, createdAt } = attempt
  const step = {
    kind: 'provider_attempt' as const,
    provider_attempt: {
      operation,
      id,
      provider,
      reference,
      status,
      amount: amountMinor === null || currency === null ? null : jsonAmount(amountMinor, currency),
      currency,
      failure,
      settled_at: attempt.settledAt?.toISOString() ?? null,
    },
  }
  // A session's number is before any id.
  return { at: createdAt, order: operation === 'checkout_session' ? '' : id, step } satisfies Placed<
    typeof step
  >
}

type EntryRow = {
  transactionId: string
  position: number
  reason: string
  source: string
  destination: string
  amountMinor: bigint
  currency: string
  sourceBalanceMinor: bigint | null
  destinationBalanceMinor: bigint | null
  createdAt: Date
}

/** The ids of the invoices, of their refunds and disputes, and of the payouts. */
function subjectIds(accountId: string, { invoiceIds, payoutIds }: TraceTarget): Sql {
  const ofInvoices = sql`account_id = ${accountId}::uuid AND invoice_id = ANY(${invoiceIds}::uuid[])`
  return sql`
    SELECT unnest(${[...invoiceIds, ...payoutIds]}::uuid[])
    UNION ALL SELECT id FROM refunds WHERE ${ofInvoices}
    UNION ALL SELECT id FROM disputes WHERE ${ofInvoices}`
}

/** Ledger entries, each with what the wallets among its accounts held after the transaction. */
function readEntries(tx: Orm, accountId: string, target: TraceTarget) {
  const line = (name: string) => sql`
    (SELECT balance_after_minor FROM wallet_movements AS line
      WHERE line.account_id = ${accountId}::uuid AND line.transaction_id = entry.transaction_id
        AND line.wallet_id = ${name === 'source' ? sql`entry.source_id` : sql`entry.destination_id`})`
  return tx.$queryRaw<EntryRow[]>(sql`
    SELECT entry.transaction_id AS "transactionId", entry.position, posted.reason, source.kind::text AS source,
           destination.kind::text AS destination, entry.amount_minor AS "amountMinor", entry.currency,
           ${line('source')} AS "sourceBalanceMinor", ${line('destination')} AS "destinationBalanceMinor",
           posted.created_at AS "createdAt"
      FROM ledger_transactions AS posted
      JOIN ledger_entries AS entry ON entry.account_id = posted.account_id AND entry.transaction_id = posted.id
      JOIN ledger_accounts AS source ON source.account_id = entry.account_id AND source.id = entry.source_id
      JOIN ledger_accounts AS destination
        ON destination.account_id = entry.account_id AND destination.id = entry.destination_id
     WHERE posted.account_id = ${accountId}::uuid
       AND posted.reference_id = ANY(array(${subjectIds(accountId, target)}))
     ORDER BY posted.id, entry.position LIMIT ${MAX_STEPS + 1}::int`)
}

function entryStep(entry: EntryRow) {
  const { transactionId, position, reason, source, destination, amountMinor, currency, createdAt } = entry
  const balance = (minor: bigint | null) => (minor === null ? null : jsonAmount(minor, currency))
  const step = {
    kind: 'ledger_entry' as const,
    ledger_entry: {
      transaction_id: transactionId,
      reason,
      source,
      destination,
      amount: jsonAmount(amountMinor, currency),
      currency,
      source_balance_after: balance(entry.sourceBalanceMinor),
      destination_balance_after: balance(entry.destinationBalanceMinor),
    },
  }
  const order = `${transactionId} ${String(position).padStart(4, '0')}`
  return { at: createdAt, order, step } satisfies Placed<typeof step>
}

type EventRow = {
  id: string
  type: EventType
  sequence: bigint | null
  requestId: string | null
  createdAt: Date
}

/** Events about the invoices, their refunds and disputes, and the payouts, and those that were named. */
function readEvents(tx: Orm, accountId: string, target: TraceTarget) {
  const columns = sql`id, type, sequence, request_id AS "requestId", created_at AS "createdAt"`
  return tx.$queryRaw<EventRow[]>(sql`
    SELECT ${columns} FROM events
     WHERE account_id = ${accountId}::uuid
       AND subject_id = ANY(array(${subjectIds(accountId, target)}))
    UNION
    SELECT ${columns} FROM events WHERE account_id = ${accountId}::uuid AND id = ANY(${target.eventIds}::uuid[])
     ORDER BY id LIMIT ${MAX_STEPS + 1}::int`)
}

function eventStep({ id, type, sequence, createdAt }: EventRow) {
  const step = {
    kind: 'event' as const,
    event: { id, type, sequence: sequence === null ? null : Number(sequence) },
  }
  return { at: createdAt, order: id, step } satisfies Placed<typeof step>
}

type AttemptOfDelivery = {
  number: number
  createdAt: Date
  durationMs: number
  responseStatus: number | null
  error: string | null
}

type DeliveryRow = {
  id: string
  eventId: string | null
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  nextAttemptAt: Date | null
  createdAt: Date
}

async function readDeliveries(
  tx: Orm,
  accountId: string,
  { invoiceIds, deliveryIds }: TraceTarget,
  eventIds: string[],
) {
  const columns = sql`id, event_id AS "eventId", url, status::text AS status, next_attempt_at AS "nextAttemptAt",
    created_at AS "createdAt"`
  const rows = await tx.$queryRaw<DeliveryRow[]>(sql`
    SELECT ${columns} FROM webhook_deliveries
     WHERE account_id = ${accountId}::uuid AND event_id = ANY(${eventIds}::uuid[])
    UNION
    SELECT ${columns} FROM webhook_deliveries
     WHERE account_id = ${accountId}::uuid AND invoice_id = ANY(${invoiceIds}::uuid[])
    UNION
    SELECT ${columns} FROM webhook_deliveries
     WHERE account_id = ${accountId}::uuid AND id = ANY(${deliveryIds}::uuid[])
     ORDER BY id LIMIT ${MAX_STEPS + 1}::int`)
  if (rows.length === 0) return []
  const attempts = await tx.$queryRaw<(AttemptOfDelivery & { deliveryId: string })[]>(sql`
    SELECT delivery.id AS "deliveryId", attempt.number, attempt.created_at AS "createdAt",
           attempt.duration_ms AS "durationMs", attempt.response_status AS "responseStatus", attempt.error
      FROM unnest(${rows.map(({ id }) => id)}::uuid[]) AS delivery (id)
     CROSS JOIN LATERAL (
       SELECT * FROM webhook_attempts
        WHERE account_id = ${accountId}::uuid AND delivery_id = delivery.id
        ORDER BY number DESC LIMIT ${MAX_ATTEMPTS + 1}::int) AS attempt
     ORDER BY attempt.number DESC`)
  return rows.map((row) => ({
    ...row,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === row.id),
  }))
}

function deliveryStep({
  id,
  eventId,
  url,
  status,
  nextAttemptAt,
  createdAt,
  attempts,
}: DeliveryRow & { attempts: AttemptOfDelivery[] }) {
  const step = {
    kind: 'delivery' as const,
    delivery: {
      id,
      event_id: eventId,
      url,
      status,
      next_attempt_at: nextAttemptAt?.toISOString() ?? null,
      attempts: attempts.slice(0, MAX_ATTEMPTS).map((attempt) => ({
        number: attempt.number,
        created_at: attempt.createdAt.toISOString(),
        duration_ms: attempt.durationMs,
        response_status: attempt.responseStatus,
        error: attempt.error,
      })),
    },
  }
  // Its id may be below its event's.
  return { at: createdAt, order: `${eventId ?? id} ${id}`, step } satisfies Placed<typeof step>
}
