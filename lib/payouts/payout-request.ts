import assert from 'node:assert/strict'
import type { ActingMember } from '@/lib/audit/record-audit-event'
import { noSql, type Sql, sql } from '@/lib/db/client'
import type { PayoutRequestKind, PayoutRequestStatus } from '@/lib/db/generated/enums'
import { type Queryable, runComposed, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import type { Refusal } from '@/lib/http/refusals'
import { newId } from '@/lib/ids'
import { type Claim, complete, type LeasedQueue } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { startOfDay, type Zone } from '@/lib/time/zone'
import { type Account, takesTwoPeople } from '@/lib/vendors/account'

/*
 * A payout that does not exist yet: a row of a batch, one scheduled for a day, or one that needs a second person's
 * approval (docs/decisions/0068-payout-requests.md). It moves no money and reserves none. Its status changes only in
 * this file; the table's checks and `guard_payout_request` allow no other changes:
 *
 *   DRAFT     a row of a batch              → confirmed: WAITING or APPROVED; CANCELED
 *   WAITING   for a second person           → APPROVED; an immediate one SENT; REJECTED, EXPIRED, CANCELED;
 *                                             a row sent back: DRAFT; its requester has left: REFUSED
 *   APPROVED  for the worker, when it's due → SENT; REFUSED; CANCELED; needs two people by now: WAITING
 *   REFUSED   nothing was paid              → confirmed again: WAITING or APPROVED; a row corrected: DRAFT; CANCELED
 *   SENT      its payout exists             → as REFUSED, but for CANCELED: a row whose payouts have all failed
 */

/** Requests whose time comes: of a batch, one row after the other, each once it is decided whether the one before is paid. */
export const payoutRequestQueue: LeasedQueue = {
  table: 'payout_requests',
  tenantColumn: 'account_id',
  idColumn: 'id',
  isInTurn: `NOT EXISTS (
    SELECT FROM payout_requests AS earlier
     WHERE earlier.account_id = payout_requests.account_id AND earlier.batch_id = payout_requests.batch_id
       AND earlier.line < payout_requests.line AND earlier.status = 'APPROVED')`,
}

/** A request whose recipient and amount are known: all but rows that nobody has confirmed. */
export type StoredRequest = {
  accountId: string
  id: string
  batchId: string | null
  customerId: string
  bankAccountId: string
  /** US cents. */
  amountMinor: bigint
  /** JSON text. */
  metadata: string | null
  reference: string | null
  /** The day on which it is due: of a scheduled one in the vendor's time zone, of a batch, which programs date, in UTC. */
  day: Date | null
  /** The recurring payout that it is a period of. */
  seriesId: string | null
  status: PayoutRequestStatus
  requestedById: string
  /** The requester's email at that time. */
  requestedByName: string
  requestId: string | null
  createdAt: Date
  /** The end of the wait of an immediate one. */
  expiresAt: Date | null
  decidedById: string | null
  decidedByName: string | null
  decidedAt: Date | null
  reason: string | null
}

const COLUMNS = sql`
  account_id AS "accountId", id, batch_id AS "batchId", customer_id AS "customerId",
  bank_account_id AS "bankAccountId", amount_minor AS "amountMinor", metadata::text AS metadata, reference, day,
  series_id AS "seriesId", status, requested_by_id AS "requestedById", requested_by_name AS "requestedByName",
  request_id AS "requestId", created_at AS "createdAt", expires_at AS "expiresAt", decided_by_id AS "decidedById",
  decided_by_name AS "decidedByName", decided_at AS "decidedAt", reason`

const BY_ID = `
  SELECT ${COLUMNS.text} FROM payout_requests
   WHERE account_id = :accountId::uuid AND id = :id::uuid AND kind = :kind::payout_request_kind`

export const findRequest = statement<
  { accountId: string; id: string; kind: PayoutRequestKind },
  StoredRequest
>('find_payout_request', BY_ID)

/** Locks a request until the end of the transaction and reads what it is then. */
export const lockRequest = statement<
  { accountId: string; id: string; kind: PayoutRequestKind },
  StoredRequest
>('lock_payout_request', `${BY_ID} FOR NO KEY UPDATE`)

/** A request that is due, which an API key may have confirmed. */
export type ApprovedRequest = Omit<StoredRequest, 'requestedById' | 'requestedByName'> & {
  requestedById: string | null
  requestedByName: string | null
  /** The name of the key that confirmed it; null if a person has. */
  keyName: string | null
  isKeyRevoked: boolean
  /** It comes from a sweep. */
  isSwept: boolean
}

export const findApprovedRequest = statement<{ accountId: string; id: string }, ApprovedRequest>(
  'find_approved_payout_request',
  `SELECT ${COLUMNS.text}, key.name AS "keyName", coalesce(key.is_revoked, false) AS "isKeyRevoked",
          EXISTS (SELECT FROM recurring_payouts AS series
                   WHERE series.account_id = :accountId::uuid AND series.id = series_id AND series.amount_minor IS NULL) AS "isSwept"
     FROM payout_requests
     LEFT JOIN LATERAL (
       SELECT api_keys.name, api_keys.revoked_at IS NOT NULL AS is_revoked
         FROM payout_batches JOIN api_keys ON api_keys.account_id = :accountId::uuid AND api_keys.id = api_key_id
        WHERE payout_batches.account_id = :accountId::uuid AND payout_batches.id = batch_id AND requested_by_id IS NULL) AS key ON true
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND status = 'APPROVED'`,
)

/** Of this request. */
export function withId({ accountId, id }: Pick<StoredRequest, 'accountId' | 'id'>): Sql {
  return sql`account_id = ${accountId}::uuid AND id = ${id}::uuid`
}

/** The person who requests payouts, and the API request that does it. */
export type Requester = { member: ActingMember; requestId: string | null }

/** An API key in place of a person: it confirms what needs no second one. */
export type KeyRequester = { member: null; requestId: string | null }

/** A payout that is confirmed waits for a second person from the vendor's threshold on. */
function confirmedStatus(account: Account, sumMinor: bigint): 'WAITING' | 'APPROVED' {
  return takesTwoPeople(account, sumMinor) ? 'WAITING' : 'APPROVED'
}

/** The time to send an approved request: when its day begins there, at once without one. */
export function dueTimeOf(zone: Zone, day: Date | null | undefined): Date {
  return day ? startOfDay(zone, day) : now()
}

type NewRequest = {
  kind: Exclude<PayoutRequestKind, 'batch'>
  customerId: string
  bankAccountId: string
  /** US cents. */
  amountMinor: bigint
  /** JSON text. */
  metadata?: string | null
  reference?: string | null
  day?: Date
  expiresAt?: Date
  /** The recurring payout, and the day of the period, of which one request can be. */
  period?: { seriesId: string; on: Date }
  /** Why it is not to be sent unless somebody schedules it again. */
  refusal?: Refusal
}

/** Adds a confirmed request that is no row of a batch. */
export async function addRequest(
  tx: Queryable,
  account: Account,
  { kind, customerId, bankAccountId, amountMinor, metadata = null, ...request }: NewRequest,
  { member, requestId }: Requester,
): Promise<StoredRequest> {
  const { reference = null, day, expiresAt, period, refusal } = request
  const status = refusal ? 'REFUSED' : confirmedStatus(account, amountMinor)
  const isoDay = day ? formatIsoDate(day) : null
  const dueAt = status === 'APPROVED' ? dueTimeOf(account.zone, day) : null
  const [added] = await runComposed<StoredRequest>(
    tx,
    sql`INSERT INTO payout_requests (account_id, id, kind, customer_id, bank_account_id, amount_minor, metadata,
                                     reference, day, series_id, period_on, status, refusal_code, reason,
                                     next_attempt_at, expires_at, requested_by_id, requested_by_name, request_id,
                                     created_at)
        VALUES (${account.id}::uuid, ${newId()}::uuid, ${kind}::payout_request_kind, ${customerId}::uuid,
                ${bankAccountId}::uuid, ${amountMinor}::bigint, ${metadata}::jsonb, ${reference}, ${isoDay}::date,
                ${period?.seriesId ?? null}::uuid, ${period ? formatIsoDate(period.on) : null}::date,
                ${status}::payout_request_status, ${refusal?.code ?? null}, ${refusal?.message ?? null},
                ${dueAt}::timestamptz, ${expiresAt ?? null}::timestamptz, ${member.id}::uuid, ${member.name}, ${requestId}::uuid,
                ${now()}::timestamptz)
        RETURNING ${COLUMNS}`,
  )
  assert(added, 'the row was added')
  return added
}

/** The recipient, amount and day with which a request is confirmed. A scheduled one has a day, and a batch may. */
type Confirmed = {
  id: string
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  day: Date | null
  dueAt: Date
}

/**
 * Confirms rows of a batch or a scheduled payout, again if they were confirmed before: an approval doesn't outlive a
 * change. The sum decides whether they wait for a second person: a large payout in small rows is as large. Those for
 * which something was paid, or may have been, stay as they are. Returns the status of the others. A worker that is
 * making one has lost the lease, and its intent is undone.
 */
export async function confirmRequests(
  tx: Transaction,
  account: Account,
  { rows, sumMinor }: { rows: Confirmed[]; sumMinor: bigint },
  { member, requestId }: Requester | KeyRequester,
): Promise<'WAITING' | 'APPROVED'> {
  const status = confirmedStatus(account, sumMinor)
  assert(member || status === 'APPROVED', 'two people are no key')
  const isDue = status === 'APPROVED'
  await runComposed(
    tx,
    sql`UPDATE payout_requests AS request
           SET status = ${status}::payout_request_status, next_attempt_at = confirmed.due_at, lease_until = NULL,
               customer_id = confirmed.customer_id, bank_account_id = confirmed.bank_account_id,
               amount_minor = confirmed.amount_minor, day = confirmed.day, ${FORGET_OUTCOME},
               requested_by_id = ${member?.id ?? null}::uuid, requested_by_name = ${member?.name ?? null}::text,
               request_id = ${requestId}::uuid
          FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ customerId }) => customerId)}::uuid[],
                      ${rows.map(({ bankAccountId }) => bankAccountId)}::uuid[],
                      ${rows.map(({ amountMinor }) => String(amountMinor))}::bigint[],
                      ${rows.map(({ day }) => (day ? formatIsoDate(day) : null))}::date[],
                      ${rows.map(({ dueAt }) => (isDue ? dueAt : null))}::timestamptz[])
                 AS confirmed (id, customer_id, bank_account_id, amount_minor, day, due_at)
         WHERE request.account_id = ${account.id}::uuid AND request.id = confirmed.id AND ${nothingPaid(account.id)}`,
  )
  return status
}

/** Nothing was paid for a request, for certain: it has no payout, or only ones that failed, which is final. */
const nothingPaid = (accountId: string) => sql`
  NOT EXISTS (SELECT FROM payouts
               WHERE payouts.account_id = ${accountId}::uuid AND payouts.payout_request_id = request.id
                 AND payouts.status <> 'FAILED')`

const FORGET_OUTCOME = sql`
  refusal_code = NULL, reason = NULL, decided_by_id = NULL, decided_by_name = NULL, decided_at = NULL`

/** Lets rows of a batch be confirmed again, with other cells if there are any, unless something was paid for them. */
export function returnToDraft(
  tx: Transaction,
  accountId: string,
  where: Sql,
  cells: Sql = noSql,
): Promise<StoredRequest[]> {
  const set = sql`customer_id = NULL, bank_account_id = NULL, amount_minor = NULL, ${FORGET_OUTCOME} ${cells}`
  return step(tx, 'DRAFT', sql`${where} AND batch_id IS NOT NULL AND ${nothingPaid(accountId)}`, set)
}

/** A person's decision on waiting requests. */
type Decision = (
  | { status: 'APPROVED'; dueAt: Date }
  /** `SENT`: the payout is made in the same transaction. */
  | { status: 'SENT' | 'REJECTED' | 'CANCELED'; dueAt?: null }
) & { by: ActingMember; reason?: string | null }

/** Decides on the requests that wait. Approved ones are sent from this time on. */
export function decideOnRequests(
  tx: Transaction,
  where: Sql,
  { status, by, reason = null, dueAt = null }: Decision,
): Promise<StoredRequest[]> {
  return step(
    tx,
    status,
    sql`${where} AND status = 'WAITING'`,
    sql`decided_by_id = ${by.id}::uuid, decided_by_name = ${by.name}, decided_at = ${now()}::timestamptz,
        reason = ${reason}`,
    dueAt,
  )
}

/** Of requests whose payout was not made, and will be or could be. */
export const IS_UNSENT = sql`status IN ('DRAFT', 'WAITING', 'APPROVED')`

/** Cancels rows of batches and scheduled payouts that are not sent. */
export function cancelRequests(tx: Transaction, where: Sql): Promise<StoredRequest[]> {
  return step(tx, 'CANCELED', sql`${where} AND kind <> 'immediate'`, sql`refusal_code = NULL, reason = NULL`)
}

/** Refuses rows of batches and scheduled payouts that wait, so that somebody else can confirm them. */
export function refuseRequests(
  tx: Transaction,
  where: Sql,
  { code, reason }: { code: string; reason: string },
): Promise<StoredRequest[]> {
  return step(
    tx,
    'REFUSED',
    sql`${where} AND kind <> 'immediate' AND status = 'WAITING'`,
    sql`refusal_code = ${code}, reason = ${reason}`,
  )
}

/** A step of a person. A worker that is making one of these has lost the lease, and its intent is undone. */
function step(
  tx: Transaction,
  status: PayoutRequestStatus,
  where: Sql,
  set: Sql,
  dueAt: Date | null = null,
): Promise<StoredRequest[]> {
  return runComposed<StoredRequest>(
    tx,
    sql`UPDATE payout_requests AS request
           SET status = ${status}::payout_request_status, next_attempt_at = ${dueAt}::timestamptz, lease_until = NULL, ${set}
         WHERE ${where}
        RETURNING ${COLUMNS}`,
  )
}

/** A step of the worker that holds the lease. False, and nothing is written, if it has lost it. */
export function endClaim(
  tx: Transaction,
  claim: Claim,
  outcome: { status: 'SENT' | 'WAITING' } | { status: 'REFUSED'; refusal: Refusal },
): Promise<boolean> {
  const set = sql`status = ${outcome.status}::payout_request_status`
  if (outcome.status !== 'REFUSED') return complete(tx, payoutRequestQueue, claim, set)
  const { code, message } = outcome.refusal
  const why = sql`${set}, refusal_code = ${code}, reason = ${message}`
  return complete(tx, payoutRequestQueue, claim, why)
}

/** Requests of any account that have waited for too long. */
export const findExpiredRequests = statement<
  { at: Date; limit: number },
  { accountId: string; id: string; vendorId: string }
>(
  'find_expired_payout_requests',
  `SELECT account_id AS "accountId", payout_requests.id, accounts.vendor_id AS "vendorId"
     FROM payout_requests JOIN accounts ON accounts.id = account_id
    WHERE status = 'WAITING' AND expires_at <= :at::timestamptz
    ORDER BY expires_at LIMIT :limit::int`,
)

/** Ends the wait of a request if its time is over. */
export const expireRequest = statement<{ accountId: string; id: string; at: Date }, StoredRequest>(
  'expire_payout_request',
  `UPDATE payout_requests SET status = 'EXPIRED', decided_at = :at::timestamptz
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND status = 'WAITING' AND expires_at <= :at::timestamptz
   RETURNING ${COLUMNS.text}`,
)
