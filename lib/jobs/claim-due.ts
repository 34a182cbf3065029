import { type Runner, statement } from '@/lib/db/statement'
import { now } from '@/lib/time/clock'
import type { Claim, LeasedQueue } from './queue'

/** Rows that one claim takes at most. */
const BATCH = 100

/** The slots that a process has for a queue: the free ones, and how many each tenant and receiver has taken. */
export type Occupied = { free: number; byTenant: Map<string, number>; byReceiver: Map<string, number> }

export type DueClaim = Claim & { receiver: string | null }

/**
 * Takes the leases of due rows, up to `BATCH` and to half of the free slots; each goes to one of any number of
 * workers. Tenants take turns: the oldest row of each comes first, then the second oldest of each, so that a
 * tenant with thousands leaves room for the others. No tenant, and no receiver that several tenants share, gets
 * more slots than it leaves free: whatever hangs, there is always a slot for somebody else. `isMore` says that
 * other rows were due.
 */
export async function claimDue(
  on: Runner,
  queue: LeasedQueue,
  { leaseMs, occupied }: { leaseMs: number; occupied: Occupied },
): Promise<{ claims: DueClaim[]; isMore: boolean }> {
  const { countDue, claimOldest, claimInTurns } = statementsOf(queue)
  const at = now()
  const [due] = await countDue(on, at)
  if (!due || due.count === 0) return { claims: [], isMore: false }
  const { free, byTenant, byReceiver } = occupied
  const limit = Math.min(Math.floor(free / 2), BATCH)
  const claimRows = due.count > limit ? claimInTurns : claimOldest
  const claims = await claimRows(
    on,
    at,
    new Date(at.getTime() + leaseMs),
    limit,
    free,
    [...byTenant.keys()],
    [...byTenant.values()],
    [...byReceiver.keys()],
    [...byReceiver.values()],
  )
  return { claims, isMore: due.count > claims.length }
}

const prepared = new Map<string, ReturnType<typeof prepare>>()

function statementsOf(queue: LeasedQueue) {
  const known = prepared.get(queue.table)
  if (known) return known
  const statements = prepare(queue)
  prepared.set(queue.table, statements)
  return statements
}

type ClaimValues = [
  at: Date,
  leaseUntil: Date,
  limit: number,
  free: number,
  tenants: string[],
  tenantCounts: number[],
  receivers: string[],
  receiverCounts: number[],
]

function prepare({ table, tenantColumn: tenant, idColumn: id, receiver = 'NULL::text' }: LeasedQueue) {
  const isFree = '(lease_until IS NULL OR lease_until <= $1::timestamptz)'
  const isDueAndFree = `next_attempt_at <= $1::timestamptz AND ${isFree}`
  // Not by the index of due times, which the planner would take for all rows at once: by their keys.
  const isStillDue = `coalesce(next_attempt_at, 'infinity') <= $1::timestamptz AND ${isFree}`
  // The predicate of the index of due times, which only a look at all tenants names: the planner takes it for
  // the rows of one tenant too if its statistics are older than a flood, and then reads all of it each time.
  const isWaiting = `coalesce(next_attempt_at, 'infinity') < 'infinity'`
  const candidate = `
    ${tenant} AS tenant_id, ${id} AS row_id, next_attempt_at AS due_at, ${receiver} AS receiver`
  /** Half of the slots that would be free without the tenant or receiver: it then has as many as it leaves. */
  const share = (running: string) => `($4::int - coalesce(${running}, 0)) / 2`
  const occupied = `
    tenants AS (SELECT * FROM unnest($5::uuid[], $6::int[]) AS occupied (tenant_id, running)),
    receivers AS (SELECT * FROM unnest($7::text[], $8::int[]) AS occupied (receiver, running))`
  // Rows that another worker is just claiming are passed by.
  const claiming = `
    by_tenant AS (
      SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY due_at, row_id) AS turn FROM candidates),
    by_receiver AS (
      SELECT by_tenant.*, row_number() OVER (PARTITION BY receiver ORDER BY turn, due_at, row_id) AS place
        FROM by_tenant LEFT JOIN tenants USING (tenant_id) WHERE turn <= ${share('running')}),
    chosen AS MATERIALIZED (
      SELECT tenant_id, row_id FROM by_receiver LEFT JOIN receivers USING (receiver)
       WHERE receiver IS NULL OR place <= ${share('running')}
       ORDER BY turn, due_at, row_id LIMIT $3::int),
    locked AS (
      SELECT taken.* FROM chosen CROSS JOIN LATERAL (
        SELECT ${tenant} AS tenant_id, ${id} AS row_id FROM ${table}
         WHERE ${tenant} = chosen.tenant_id AND ${id} = chosen.row_id AND ${isStillDue}
           FOR UPDATE SKIP LOCKED) AS taken)
    UPDATE ${table} SET lease_until = $2::timestamptz, next_attempt_at = $2::timestamptz
      FROM locked WHERE ${tenant} = tenant_id AND ${id} = row_id
    RETURNING ${tenant}::text AS "tenantId", ${id}::text AS id, lease_until AS "leaseUntil",
              attempt_count AS "attemptCount", ${receiver} AS receiver`
  return {
    /** The number of due rows, counted up to one more than a batch: with none, this is all that a look costs. */
    countDue: statement<[at: Date], { count: number }>(
      `count_due_${table}`,
      `SELECT count(*)::int AS count
         FROM (SELECT FROM ${table} WHERE ${isWaiting} AND ${isDueAndFree}
                ORDER BY next_attempt_at LIMIT ${BATCH + 1}) AS due`,
    ),
    claimOldest: statement<ClaimValues, DueClaim>(
      `claim_oldest_${table}`,
      `WITH ${occupied},
       candidates AS MATERIALIZED (
         SELECT ${candidate} FROM ${table} WHERE ${isWaiting} AND ${isDueAndFree}
          ORDER BY next_attempt_at LIMIT ${BATCH}),
       ${claiming}`,
    ),
    /**
     * Hops along the index from one tenant's earliest row to the next tenant's, without reading through a
     * flood, and reads some more rows of each than its part of a full batch.
     */
    claimInTurns: statement<ClaimValues, DueClaim>(
      `claim_in_turns_${table}`,
      `WITH RECURSIVE ${occupied},
       earliest (tenant_id, next_attempt_at) AS (
         (SELECT ${tenant}, next_attempt_at FROM ${table} WHERE next_attempt_at IS NOT NULL
           ORDER BY ${tenant}, next_attempt_at LIMIT 1)
         UNION ALL
         SELECT hop.* FROM earliest CROSS JOIN LATERAL (
           SELECT ${tenant}, next_attempt_at FROM ${table}
            WHERE next_attempt_at IS NOT NULL AND ${tenant} > earliest.tenant_id
            ORDER BY ${tenant}, next_attempt_at LIMIT 1) AS hop),
       waiting AS MATERIALIZED (
         SELECT earliest.tenant_id FROM earliest LEFT JOIN tenants USING (tenant_id)
          WHERE next_attempt_at <= $1::timestamptz AND ${share('running')} > 0),
       full_receivers AS MATERIALIZED (
         SELECT coalesce(array_agg(receiver), '{}') AS list FROM receivers WHERE ${share('running')} <= 0),
       candidates AS MATERIALIZED (
         SELECT of_tenant.*
           FROM waiting CROSS JOIN LATERAL (
             SELECT ${candidate} FROM ${table}
              WHERE ${tenant} = waiting.tenant_id AND ${isDueAndFree}
                AND coalesce(${receiver} <> ALL ((SELECT list FROM full_receivers)::text[]), true)
              ORDER BY ${tenant}, next_attempt_at, ${id}
              LIMIT (SELECT least($3::int, 10 * $3::int / greatest(count(*), 1) + 1) FROM waiting)) AS of_tenant),
       ${claiming}`,
    ),
  }
}
