import { noSql, type Orm, rawSql, type Sql, sql } from '@/lib/db/client'
import { type Queryable, runComposed } from '@/lib/db/statement'
import { now } from '@/lib/time/clock'

/**
 * Work that our own rows ask for. The truth is in three columns that every queue has:
 *
 * - `next_attempt_at`: when the work is due; null if there is none.
 * - `lease_until`: until then one worker or request owns the row. A lease ends by time, so a holder that dies
 *   blocks a row no longer than that.
 * - `attempt_count`: how many attempts have ended.
 *
 * Workers look for due rows several times a second (`poll.ts`), so a row needs nothing to wake them.
 */
export type LeasedQueue = {
  /**
   * Has two indexes: `<table>_due` on (tenant, next_attempt_at, id) where next_attempt_at is not null, and
   * `<table>_next` on next_attempt_at where coalesce(next_attempt_at, 'infinity') < 'infinity'.
   */
  table: string
  tenantColumn: 'account_id' | 'owner_id'
  idColumn: 'id' | 'number'
  /** The receiver that the work on rows of several tenants may wait for, as SQL: text, or null. */
  receiver?: string
  /** Whether it is a row's turn, as SQL, where other rows may come first. */
  isInTurn?: string
}

/** A queue, and the worker's way to handle it. */
export type LeasedWork = {
  queue: LeasedQueue
  leaseMs: () => number
  /** Maximum number of rows that one process works on at once. */
  slots: number
  work: (claim: Claim) => Promise<void>
  /** The work goes on from the span that caused the row, and so begins its own. */
  hasOwnSpan?: true
}

/** A row of a queue; `id` is its id or number as text. */
export type RowKey = { tenantId: string; id: string }

/** Rows by their tenant, in the order in which the tenants come first. */
export function byTenant<Row extends { tenantId: string }>(rows: Iterable<Row>): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.tenantId)
    if (group) group.push(row)
    else groups.set(row.tenantId, [row])
  }
  return groups
}

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
 * Takes the lease of a due row. Null if it is not due or in its turn, has no work, or is leased: of any number of workers,
 * one gets it. With `isEarly`, takes a row before its time too.
 */
export async function claim(
  tx: Orm,
  queue: LeasedQueue,
  row: RowKey,
  { leaseMs, isEarly = false }: { leaseMs: number; isEarly?: boolean },
): Promise<Claim | null> {
  const at = now()
  const leaseUntil = new Date(at.getTime() + leaseMs)
  const isDue = isEarly ? sql`next_attempt_at IS NOT NULL` : sql`next_attempt_at <= ${at}::timestamptz`
  // The next attempt is due when the lease expires. If `release` finds any other time, it was set meanwhile.
  const [lease] = await tx.$queryRaw<{ attemptCount: number }[]>`
    UPDATE ${rawSql(queue.table)}
       SET lease_until = ${leaseUntil}::timestamptz, next_attempt_at = ${leaseUntil}::timestamptz
     WHERE ${isRow(queue, row)} AND ${isDue} AND ${isFree(at)} AND ${rawSql(queue.isInTurn ?? 'true')}
    RETURNING attempt_count AS "attemptCount"`
  return lease ? { ...row, leaseUntil, attemptCount: lease.attemptCount } : null
}

/**
 * Counts the attempt, ends the lease and schedules the next attempt, if any. A row rescheduled for an earlier
 * time during the lease keeps that time. `set` updates other columns too. Returns false and writes nothing if
 * the lease expired and another worker took the row.
 */
export async function release(
  tx: Queryable,
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
  tx: Queryable,
  queue: LeasedQueue,
  lease: Lease,
  set: Sql = noSql,
): Promise<boolean> {
  return end(tx, queue, lease, { nextAttemptAt: sql`NULL`, set: andCounted(set) })
}

/** Ends the work without counting an attempt; `set` says why there will be none. */
export async function withdraw(tx: Orm, queue: LeasedQueue, lease: Lease, set: Sql): Promise<boolean> {
  return end(tx, queue, lease, { nextAttemptAt: sql`NULL`, set })
}

/** Columns for an update of ours that ends the work on a row under any lease: the outcome is certain. */
export const NO_MORE_WORK = { leaseUntil: null, nextAttemptAt: null } as const

function andCounted(set: Sql): Sql {
  return sql`attempt_count = attempt_count + 1 ${set === noSql ? noSql : sql`, ${set}`}`
}

async function end(
  tx: Queryable,
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
 * Sets the next attempt of the matching rows and returns them. A running attempt continues, and its `release`
 * keeps the new time, unless that equals the end of the lease.
 */
export async function schedule(
  tx: Queryable,
  queue: LeasedQueue,
  change: { where: Sql; nextAttemptAt: Date | Sql; set?: Sql },
): Promise<RowKey[]> {
  const { where, nextAttemptAt, set = noSql } = change
  const next = nextAttemptAt instanceof Date ? sql`${nextAttemptAt}::timestamptz` : nextAttemptAt
  const update = sql`
    UPDATE ${rawSql(queue.table)}
       SET next_attempt_at = ${next} ${set === noSql ? noSql : sql`, ${set}`}
     WHERE ${where}
    RETURNING ${keyOf(queue)}`
  return runComposed<RowKey>(tx, update)
}

/**
 * Schedules an immediate attempt of the matching rows and returns how many they are. For what a provider's notification
 * names without its tenant: the rows are looked up first, and written tenant by tenant.
 */
export async function wake(tx: Queryable, queue: LeasedQueue, where: Sql): Promise<number> {
  const rows = await runComposed<RowKey>(
    tx,
    sql`SELECT ${keyOf(queue)} FROM ${rawSql(queue.table)} WHERE ${where}`,
  )
  for (const row of rows) {
    await schedule(tx, queue, { where: sql`${isRow(queue, row)} AND ${where}`, nextAttemptAt: now() })
  }
  return rows.length
}

/** The columns of a `RowKey`. */
function keyOf({ tenantColumn, idColumn }: LeasedQueue): Sql {
  return rawSql(`${tenantColumn}::text AS "tenantId", ${idColumn}::text AS id`)
}

function isRow({ tenantColumn, idColumn }: LeasedQueue, { tenantId, id }: RowKey): Sql {
  const type = rawSql(idColumn === 'id' ? 'uuid' : 'bigint')
  return sql`${rawSql(tenantColumn)} = ${tenantId}::uuid AND ${rawSql(idColumn)} = ${id}::${type}`
}

function isFree(at: Date): Sql {
  return sql`(lease_until IS NULL OR lease_until <= ${at}::timestamptz)`
}
