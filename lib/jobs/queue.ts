import { noSql, rawSql, type Sql, sql } from '@/lib/db/client'
import { type Runner, runComposed, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { now } from '@/lib/time/clock'
import type { BackOff } from './back-off'

/**
 * Work that our own rows ask for. The truth is in three columns that every queue has:
 *
 * - `next_attempt_at`: when the work is due; null if there is none.
 * - `lease_until`: until then one worker or request owns the row. A lease ends by time, so a holder that dies
 *   blocks a row no longer than that.
 * - `attempt_count`: how many attempts have ended.
 *
 * graphile-worker only wakes us: a job for a row comes at its `next_attempt_at`, and a job that comes twice,
 * too early or never does no harm. `sweep` covers the missing ones and reads our rows alone, because
 * graphile-worker keeps a dead worker's locks for hours.
 */
export type LeasedQueue = {
  /** Name of the job that wakes a worker for one row. */
  job: string
  /** Has an index `<table>_due` on (tenant, next_attempt_at, id) where next_attempt_at is not null. */
  table: string
  tenantColumn: 'account_id' | 'owner_id'
  idColumn: 'id' | 'number'
  backOff: BackOff
}

/** Handles a due row of the queue. It claims the row first, and does nothing if the claim fails. */
export type LeasedWork = { queue: LeasedQueue; work: (row: RowKey) => Promise<void> }

/** A row of a queue; `id` is its id or number as text. */
export type RowKey = { tenantId: string; id: string }

/**
 * A row leased until `leaseUntil`, a time that no other claim on it has ever had; null for a row without a
 * lease that the caller has locked.
 */
export type Lease = RowKey & { leaseUntil: Date | null }

export type Claim = RowKey & {
  leaseUntil: Date
  /** Attempts before this one. */
  attemptCount: number
}

/**
 * Takes the lease of a due row. Null if it is not due, has no work, or is leased: of any number of workers,
 * one gets it. With `isEarly`, takes a row before its time too.
 */
export async function claim(
  tx: Transaction,
  queue: LeasedQueue,
  row: RowKey,
  { leaseMs, isEarly = false }: { leaseMs: number; isEarly?: boolean },
): Promise<Claim | null> {
  const at = now()
  const leaseUntil = new Date(at.getTime() + leaseMs)
  const isDue = isEarly ? sql`next_attempt_at IS NOT NULL` : sql`next_attempt_at <= ${at}::timestamptz`
  // The next attempt is due when the lease expires. If `release` finds any other time, it was set meanwhile.
  const [claimed] = await tx.$queryRaw<{ attemptCount: number }[]>`
    UPDATE ${rawSql(queue.table)}
       SET lease_until = ${leaseUntil}::timestamptz, next_attempt_at = ${leaseUntil}::timestamptz
     WHERE ${isRow(queue, row)} AND ${isDue} AND ${isFree(at)}
    RETURNING attempt_count AS "attemptCount"`
  return claimed ? { ...row, leaseUntil, attemptCount: claimed.attemptCount } : null
}

/**
 * Counts the attempt, ends the lease and schedules the next attempt, if any. A row rescheduled for an earlier
 * time during the lease keeps that time. `set` updates other columns too. Returns false and writes nothing if
 * the lease expired and another worker took the row.
 */
export async function release(
  tx: Runner,
  queue: LeasedQueue,
  lease: Lease,
  nextAttemptAt: Date | null,
  set: Sql = noSql,
): Promise<boolean> {
  const next = sql`${nextAttemptAt}::timestamptz`
  // LEAST ignores null.
  const earlier = sql`CASE WHEN next_attempt_at <> lease_until THEN least(next_attempt_at, ${next}) ELSE ${next} END`
  return end(tx, queue, lease, { nextAttemptAt: earlier, set: andCounted(set) })
}

/**
 * Counts the attempt, ends the lease and the work on the row, whatever was scheduled during the lease.
 * Returns false and writes nothing if another worker took the row.
 */
export async function complete(
  tx: Runner,
  queue: LeasedQueue,
  lease: Lease,
  set: Sql = noSql,
): Promise<boolean> {
  return end(tx, queue, lease, { nextAttemptAt: sql`NULL`, set: andCounted(set) })
}

/** Ends the work without counting an attempt; `set` says why there will be none. */
export async function withdraw(
  tx: Transaction,
  queue: LeasedQueue,
  lease: Lease,
  set: Sql,
): Promise<boolean> {
  return end(tx, queue, lease, { nextAttemptAt: sql`NULL`, set })
}

/** Columns for an update of ours that ends the work on a row under any lease: the outcome is certain. */
export const NO_MORE_WORK = { leaseUntil: null, nextAttemptAt: null } as const

function andCounted(set: Sql): Sql {
  return sql`attempt_count = attempt_count + 1 ${set === noSql ? noSql : sql`, ${set}`}`
}

async function end(
  tx: Runner,
  queue: LeasedQueue,
  lease: Lease,
  change: { nextAttemptAt: Sql; set: Sql },
): Promise<boolean> {
  const ended = await schedule(tx, queue, {
    where: sql`${isRow(queue, lease)} AND lease_until IS NOT DISTINCT FROM ${lease.leaseUntil}::timestamptz`,
    nextAttemptAt: change.nextAttemptAt,
    set: sql`lease_until = NULL, ${change.set}`,
  })
  return ended.length === 1
}

/**
 * Sets the next attempt of the matching rows and wakes a worker for each, in one statement so that neither
 * exists without the other. Returns the rows. A running attempt continues, and its `release` keeps the new
 * time, unless that equals the end of the lease. Workers take `bulk` rows after all fresh work, at most
 * `perSecond` each second.
 */
export async function schedule(
  tx: Runner,
  queue: LeasedQueue,
  change: { where: Sql; nextAttemptAt: Date | Sql; set?: Sql; bulk?: { perSecond: number } },
): Promise<RowKey[]> {
  const { where, nextAttemptAt, set = noSql, bulk } = change
  const next = nextAttemptAt instanceof Date ? sql`${nextAttemptAt}::timestamptz` : nextAttemptAt
  const spacing = sql`make_interval(secs => ${bulk ? 1 / bulk.perSecond : 0}::float8)`
  const scheduling = sql`
    WITH changed AS (
      UPDATE ${rawSql(queue.table)} AS queued
         SET next_attempt_at = ${next} ${set === noSql ? noSql : sql`, ${set}`}
       WHERE ${where}
      RETURNING ${keyOf(queue)}, next_attempt_at),
    woken AS (
      SELECT tenant_id, id, next_attempt_at + (row_number() OVER (ORDER BY id) - 1) * ${spacing} AS run_at
        FROM changed)
    SELECT tenant_id AS "tenantId", id,
           CASE WHEN run_at IS NOT NULL THEN (${addJob(queue, { isBulk: bulk !== undefined })}).id::text END AS job
      FROM woken`
  return runComposed<RowKey>(tx, scheduling)
}

/** Wakes a worker at `runAt` for a row that this transaction inserted with that `next_attempt_at`. */
export async function wake(on: Runner, queue: LeasedQueue, row: RowKey, runAt: Date): Promise<void> {
  await addWakingJob(on, queue.job, row.tenantId, row.id, runAt)
}

const addWakingJob = statement<[job: string, tenantId: string, id: string, runAt: Date], object>(
  'add_waking_job',
  `SELECT FROM ${wakingJob({ job: '$1::text', tenantId: '$2::text', id: '$3::text', runAt: '$4::timestamptz' })}`,
)

/** The call that adds the job of a new row, for statements that write the row too. Takes SQL, never values. */
export function wakingJob(row: { job: string; tenantId: string; id: string; runAt: string }): string {
  return `graphile_worker.add_job(
    ${row.job}, json_build_object('tenantId', ${row.tenantId}, 'id', ${row.id}), run_at => ${row.runAt},
    max_attempts => 1, job_key => ${row.job} || ':' || ${row.id}, job_key_mode => 'replace', priority => 0)`
}

/** Rows per tenant in one sweep, so that one tenant's flood does not delay the others. */
const SWEPT_OF_TENANT = 20

/**
 * Due rows without a lease, at most `limit`. Tenants take turns: the oldest row of each comes first, then the
 * second oldest of each, so that a tenant with thousands leaves room for the others.
 */
export async function due(
  tx: Transaction,
  queue: LeasedQueue,
  { limit, perTenant = SWEPT_OF_TENANT }: { limit: number; perTenant?: number },
): Promise<RowKey[]> {
  const at = now()
  const [table, tenant, id] = [rawSql(queue.table), rawSql(queue.tenantColumn), rawSql(queue.idColumn)]
  // Hops along the index from one tenant's earliest row to the next tenant's, without reading through a
  // flood.
  return tx.$queryRaw<RowKey[]>`
    WITH RECURSIVE earliest (tenant_id, next_attempt_at) AS (
      (SELECT ${tenant}, next_attempt_at FROM ${table} WHERE next_attempt_at IS NOT NULL
        ORDER BY ${tenant}, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT hop.* FROM earliest CROSS JOIN LATERAL (
        SELECT ${tenant}, next_attempt_at FROM ${table}
         WHERE next_attempt_at IS NOT NULL AND ${tenant} > earliest.tenant_id
         ORDER BY ${tenant}, next_attempt_at LIMIT 1) AS hop)
    SELECT tenant_id::text AS "tenantId", of_tenant.id::text AS id
      FROM earliest CROSS JOIN LATERAL (
        SELECT ${id} AS id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at, ${id}) AS turn
          FROM ${table}
         WHERE ${tenant} = tenant_id AND next_attempt_at <= ${at}::timestamptz AND ${isFree(at)}
         ORDER BY next_attempt_at, ${id} LIMIT ${perTenant}) AS of_tenant
     WHERE earliest.next_attempt_at <= ${at}::timestamptz
     ORDER BY turn, of_tenant.next_attempt_at, of_tenant.id LIMIT ${limit}`
}

const SWEPT_OF_QUEUE = 500

/**
 * Wakes workers for due rows. Most have a job already, which keeps its place; rows of a killed worker have
 * none that would come soon.
 */
export async function sweep(tx: Transaction, queue: LeasedQueue): Promise<void> {
  const rows = await due(tx, queue, { limit: SWEPT_OF_QUEUE })
  if (rows.length === 0) return
  const [tenants, ids] = [rows.map(({ tenantId }) => tenantId), rows.map(({ id }) => id)]
  await tx.$executeRaw`
    SELECT ${addJob(queue, { keepsItsTurn: true })}
      FROM (SELECT tenant_id, id, ${now()}::timestamptz AS run_at
              FROM unnest(${tenants}::text[], ${ids}::text[]) AS due (tenant_id, id)) AS row`
}

/** Fresh work has priority 0; the lowest priority runs first. */
const BULK_PRIORITY = 10

/**
 * The SQL call that adds a row's job, for a SELECT with tenant_id, id and run_at. It replaces the row's
 * waiting job; with `keepsItsTurn` the job keeps its time. graphile-worker must not retry a failure: our row
 * says when.
 */
function addJob(queue: LeasedQueue, { isBulk = false, keepsItsTurn = false } = {}): Sql {
  return sql`graphile_worker.add_job(
    ${queue.job}, json_build_object('tenantId', tenant_id, 'id', id), run_at => run_at, max_attempts => 1,
    job_key => ${queue.job} || ':' || id, job_key_mode => ${keepsItsTurn ? 'preserve_run_at' : 'replace'},
    priority => ${isBulk ? BULK_PRIORITY : 0}::int)`
}

function isRow({ tenantColumn, idColumn }: LeasedQueue, { tenantId, id }: RowKey): Sql {
  const type = rawSql(idColumn === 'id' ? 'uuid' : 'bigint')
  return sql`${rawSql(tenantColumn)} = ${tenantId}::uuid AND ${rawSql(idColumn)} = ${id}::${type}`
}

function keyOf({ tenantColumn, idColumn }: LeasedQueue): Sql {
  return sql`queued.${rawSql(tenantColumn)}::text AS tenant_id, queued.${rawSql(idColumn)}::text AS id`
}

function isFree(at: Date): Sql {
  return sql`(lease_until IS NULL OR lease_until <= ${at}::timestamptz)`
}
