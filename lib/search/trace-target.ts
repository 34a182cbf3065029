import { type Orm, type Sql, sql } from '@/lib/db/client'
import { isStorableText } from '@/lib/db/storable-text'
import { redactText } from '@/lib/http/redact-body'
import { endIdAfter, isId, timeOfId } from '@/lib/ids'

export const TRACE_KINDS = [
  'request',
  'idempotency_key',
  'invoice',
  'payment',
  'refund',
  'dispute',
  'payout',
  'payout_approval',
  'event',
  'delivery',
] as const

type TraceKind = (typeof TRACE_KINDS)[number]

/** The kind of object behind an id, and the parts of its story. */
export type TraceTarget = {
  kind: TraceKind
  invoiceIds: string[]
  payoutIds: string[]
  /** Of payouts that wait for a second person, or did. */
  approvalIds: string[]
  requestIds: string[]
  /** Events about other objects, and deliveries without an event. */
  eventIds: string[]
  deliveryIds: string[]
  isCut: boolean
}

/** Requests and objects of one Idempotency-Key. */
const OF_A_KEY = 20
/** Events of one request. */
const OF_A_REQUEST = 20
/** Longer than any request works: what it caused has an id of this time. */
const REQUEST_MS = 60_000
const MAX_KEY_CHARACTERS = 255

type TargetRow = {
  kind: TraceKind
  id: string
  invoiceId: string | null
  payoutId: string | null
  requestId: string | null
  eventId: string | null
  /** Set for requests. */
  idempotencyKey: string | null
  endpoint: string | null
}

type ClaimedKey = { endpoint: string | null; key: string }

/** Finds what has the id in this account, whatever it is; null if nothing has. */
export async function findTraceTarget(tx: Orm, accountId: string, id: string): Promise<TraceTarget | null> {
  if (id.length > MAX_KEY_CHARACTERS || !isStorableText(id)) return null
  const matches = isId(id) ? await findByIds(tx, accountId, [id]) : []
  const named = await findByKey(tx, accountId, id)
  // A request that is not in the log, but was noted with what it caused.
  const requestIds = new Set([...named.requestIds, ...(timeOfId(id) && matches.length === 0 ? [id] : [])])
  for (const { kind, id: foundId } of matches) if (kind === 'request') requestIds.add(foundId)

  const requests = [...matches, ...(await findByIds(tx, accountId, named.requestIds))].filter(
    ({ kind }) => kind === 'request',
  )
  const resourceIds = [
    ...named.resourceIds,
    ...(await resourcesOf(tx, accountId, requests)),
    ...requests.flatMap(({ endpoint }) => changedBy(endpoint ?? '')),
  ]
  const caused = await eventsOf(tx, accountId, [...requestIds])
  const all = [...matches, ...(await findByIds(tx, accountId, resourceIds)), ...caused]
  const isKey = named.requestIds.length + named.resourceIds.length > 0
  if (all.length === 0 && !isKey) return null
  const kind = matches[0]?.kind ?? (isKey ? 'idempotency_key' : 'request')
  const distinct = (ids: (string | null)[]) => [...new Set(ids.filter((each) => each !== null))]
  return {
    kind,
    invoiceIds: distinct(all.map(({ invoiceId }) => invoiceId)),
    payoutIds: distinct(all.map(({ payoutId }) => payoutId)),
    approvalIds: all.filter((each) => each.kind === 'payout_approval').map((each) => each.id),
    requestIds: distinct([...requestIds, ...all.map(({ requestId }) => requestId)]),
    eventIds: distinct(all.map(({ eventId }) => eventId)),
    deliveryIds: matches.filter((each) => each.kind === 'delivery').map((each) => each.id),
    isCut: named.isCut,
  }
}

/** The invoice of an event about it, or about a refund or dispute of it; the payout of an event about one. */
const OF_EVENT = {
  columns: sql`
    coalesce(refund.invoice_id, dispute.invoice_id, CASE WHEN event.type LIKE 'invoice.%' THEN event.subject_id END),
    CASE WHEN event.type LIKE 'payout.%' THEN event.subject_id END, event.request_id, event.id`,
  join: sql`
    LEFT JOIN refunds AS refund ON refund.account_id = event.account_id AND refund.id = event.subject_id
    LEFT JOIN disputes AS dispute ON dispute.account_id = event.account_id AND dispute.id = event.subject_id`,
}

function findByIds(tx: Orm, accountId: string, ids: string[]): Promise<TargetRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  const own = (table: Sql) =>
    sql`${table}.account_id = ${accountId}::uuid AND ${table}.id = ANY(${ids}::uuid[])`
  return tx.$queryRaw<TargetRow[]>(sql`
    SELECT 'invoice' AS kind, invoices.id, invoices.id AS "invoiceId", NULL::uuid AS "payoutId",
           NULL::uuid AS "requestId", NULL::uuid AS "eventId", NULL AS "idempotencyKey", NULL AS endpoint
      FROM invoices WHERE ${own(sql`invoices`)}
    UNION ALL
    SELECT 'payment', payments.id, payments.invoice_id, NULL, payments.request_id, NULL, NULL, NULL
      FROM payments WHERE ${own(sql`payments`)}
    UNION ALL
    SELECT 'refund', refunds.id, refunds.invoice_id, NULL, refunds.request_id, NULL, NULL, NULL
      FROM refunds WHERE ${own(sql`refunds`)}
    UNION ALL
    SELECT 'dispute', disputes.id, disputes.invoice_id, NULL, NULL, NULL, NULL, NULL
      FROM disputes WHERE ${own(sql`disputes`)}
    UNION ALL
    SELECT 'payout', payouts.id, NULL, payouts.id, payouts.request_id, NULL, NULL, NULL
      FROM payouts WHERE ${own(sql`payouts`)}
    UNION ALL
    SELECT 'payout_approval', approval.id, NULL, payouts.id, NULL, NULL, NULL, NULL
      FROM payout_requests AS approval
      LEFT JOIN payouts ON payouts.account_id = approval.account_id AND payouts.payout_request_id = approval.id
     WHERE approval.kind = 'immediate' AND ${own(sql`approval`)}
    UNION ALL
    SELECT 'event', event.id, ${OF_EVENT.columns}, NULL, NULL
      FROM events AS event ${OF_EVENT.join} WHERE ${own(sql`event`)}
    UNION ALL
    SELECT 'delivery', delivery.id, coalesce(delivery.invoice_id, inner_event.invoice_id), inner_event.payout_id,
           inner_event.request_id, inner_event.id, NULL, NULL
      FROM webhook_deliveries AS delivery
      LEFT JOIN LATERAL (
        SELECT ${OF_EVENT.columns} FROM events AS event ${OF_EVENT.join}
         WHERE event.account_id = delivery.account_id AND event.id = delivery.event_id
      ) AS inner_event (invoice_id, payout_id, request_id, id) ON true
     WHERE ${own(sql`delivery`)}
    UNION ALL
    SELECT 'request', request.id, NULL, NULL, request.id, NULL, request.idempotency_key,
           request.method || ' ' || request.path
      FROM api_requests AS request WHERE ${own(sql`request`)}`)
}

/** The objects and requests of an Idempotency-Key, latest first. */
async function findByKey(tx: Orm, accountId: string, key: string) {
  const claims = await tx.$queryRaw<{ resourceId: string | null }[]>(sql`
    SELECT resource_id AS "resourceId" FROM idempotency_claims
     WHERE account_id = ${accountId}::uuid AND key = ${key}
     ORDER BY created_at DESC LIMIT ${OF_A_KEY + 1}::int`)
  const requests = await tx.$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM api_requests
     WHERE account_id = ${accountId}::uuid AND idempotency_key = ${redactText(key)}
     ORDER BY id DESC LIMIT ${OF_A_KEY + 1}::int`)
  const resourceIds = claims.slice(0, OF_A_KEY).flatMap(({ resourceId }) => resourceId ?? [])
  const requestIds = requests.slice(0, OF_A_KEY).map(({ id }) => id)
  return { resourceIds, requestIds, isCut: Math.max(claims.length, requests.length) > OF_A_KEY }
}

/** The objects that requests created under their Idempotency-Keys: a repeat caused no event. */
async function resourcesOf(tx: Orm, accountId: string, requests: TargetRow[]): Promise<string[]> {
  const keys: ClaimedKey[] = requests.flatMap(({ endpoint, idempotencyKey: key }) =>
    key ? [{ endpoint, key }] : [],
  )
  if (keys.length === 0) return []
  const claims = await tx.$queryRaw<{ resourceId: string }[]>(sql`
    SELECT claim.resource_id AS "resourceId"
      FROM unnest(${keys.map(({ endpoint }) => endpoint)}::text[], ${keys.map(({ key }) => key)}::text[])
             AS request (endpoint, key)
      JOIN idempotency_claims AS claim
        ON claim.account_id = ${accountId}::uuid AND claim.endpoint = request.endpoint AND claim.key = request.key
     WHERE claim.resource_id IS NOT NULL`)
  return claims.map(({ resourceId }) => resourceId)
}

/** The invoice or payout that a request was about, by its path; none of a read, which changes nothing. */
function changedBy(endpoint: string): string[] {
  const [, id = ''] =
    /^(?!GET|HEAD)\w+ \/api\/v2\/(?:test\/)?(?:invoice|payout)\/([^/]+)/.exec(endpoint) ?? []
  return isId(id) ? [id] : []
}

/** The events that requests caused, by the range of ids that was given out while they worked. */
async function eventsOf(tx: Orm, accountId: string, requestIds: string[]): Promise<TargetRow[]> {
  if (requestIds.length === 0) return []
  const ends = requestIds.map((id) => endIdAfter(id, REQUEST_MS))
  return tx.$queryRaw<TargetRow[]>(sql`
    SELECT 'event' AS kind, own."eventId" AS id, own.*, NULL AS "idempotencyKey", NULL AS endpoint
      FROM (
        SELECT ${OF_EVENT.columns}
          FROM unnest(${requestIds}::uuid[], ${ends}::uuid[]) AS request (id, until)
         CROSS JOIN LATERAL (
           SELECT * FROM events
            WHERE account_id = ${accountId}::uuid AND id > request.id AND id < request.until AND request_id = request.id
            ORDER BY id LIMIT ${OF_A_REQUEST}::int) AS event
          ${OF_EVENT.join}
         WHERE event.account_id = ${accountId}::uuid
      ) AS own ("invoiceId", "payoutId", "requestId", "eventId")`)
}
