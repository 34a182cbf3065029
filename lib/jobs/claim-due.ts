import { readAllTenants } from '@/lib/db/all-tenants'
import { statement } from '@/lib/db/statement'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { NIL_ID } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { byTenant, type Claim, type LeasedQueue, type RowKey } from './queue'
import { type Occupant, SlotShares, type Slots } from './slot-shares'

/** Rows that one look claims at most. */
const BATCH = 100
/** If more are due, a look reads as many pages of as many rows. */
const PAGE = 100
const PAGES = 4

/** Below every id. */
export const FIRST_TENANT = NIL_ID

export type DueClaim = Claim & Occupant

type DueRow = RowKey & Occupant

/**
 * Takes the leases of due rows, up to `BATCH` and to half of the free slots, within the shares of `SlotShares`; each
 * row goes to one of any number of workers. `isMore` says that other rows were due. If they are too many for one
 * look, tenants take turns from the one after `after` on, and `last` had the last turn: however many have thousands
 * of rows, every tenant's oldest one is claimed within one round.
 *
 * One read without locks finds the due rows of all tenants. They are then locked and claimed one tenant at a time.
 */
export async function claimDue(
  queue: LeasedQueue,
  { leaseMs, slots, after = FIRST_TENANT }: { leaseMs: number; slots: Slots; after?: string },
): Promise<{ claims: DueClaim[]; isMore: boolean; last: string }> {
  const at = now()
  const oldest = await statementsOf(queue).findOldest({ at })
  const shares = new SlotShares(slots)
  const isAll = oldest.length <= BATCH
  const { rows, last } = isAll ? { rows: oldest, last: after } : await readOn(queue, at, shares.full(), after)
  const limit = Math.min(Math.floor(slots.free / 2), BATCH)
  const turns = byTenant(takeTurns(rows, shares, limit))
  const claims =
    turns.size === 0 ? [] : await claimAll(queue, turns, { at, leaseUntil: new Date(at.getTime() + leaseMs) })
  // The limit may have ended the first turn.
  const isCutShort = !isAll && turns.size === limit
  return {
    claims,
    isMore: oldest.length > claims.length,
    last: isCutShort ? ([...turns.keys()].at(-1) ?? last) : last,
  }
}

/** Reads some pages of due rows, from tenant to tenant and on from the first one after the last. */
async function readOn(
  queue: LeasedQueue,
  at: Date,
  full: string[],
  after: string,
): Promise<{ rows: DueRow[]; last: string }> {
  const { findAfter } = statementsOf(queue)
  const rows: DueRow[] = []
  let last = after
  let isSecondRound = after === FIRST_TENANT
  for (let page = 0; page < PAGES; page += 1) {
    const candidates = await findAfter({ after: last, at, full })
    // Shard by shard, they come without an order, and more of them.
    const dueRows = candidates.toSorted(comparingTenants).slice(0, PAGE)
    rows.push(...dueRows)
    const isEnd = dueRows.length < PAGE
    last = isEnd ? FIRST_TENANT : (dueRows.at(-1)?.tenantId ?? FIRST_TENANT)
    // At the end, or back where the first round began.
    if (isSecondRound && (isEnd || (after !== FIRST_TENANT && last >= after))) break
    if (isEnd) isSecondRound = true
  }
  return { rows, last }
}

function comparingTenants(one: DueRow, other: DueRow): number {
  return one.tenantId < other.tenantId ? -1 : Number(one.tenantId > other.tenantId)
}

/** The rows that get a slot, up to `limit`: the first of each tenant, then the second of each. */
function takeTurns(due: DueRow[], shares: SlotShares, limit: number): DueRow[] {
  const distinct = new Map(due.map((row) => [`${row.tenantId} ${row.id}`, row]))
  const rows: DueRow[] = []
  const nextOf = (waiting: DueRow[]) => {
    for (let row = waiting.shift(); row; row = waiting.shift()) if (shares.take(row)) return row
    return null
  }
  for (let tenants = [...byTenant(distinct.values()).values()]; tenants.length > 0; ) {
    const tenantsWithMore: DueRow[][] = []
    for (const waiting of tenants) {
      if (rows.length === limit) return rows
      const row = nextOf(waiting)
      if (!row) continue
      rows.push(row)
      tenantsWithMore.push(waiting)
    }
    tenants = tenantsWithMore
  }
  return rows
}

/**
 * One transaction, because a commit costs more than a claim, and its statements are sent without waiting for the
 * answers before them. Nothing in it waits for a lock.
 */
function claimAll(
  queue: LeasedQueue,
  turns: Map<string, DueRow[]>,
  { at, leaseUntil }: { at: Date; leaseUntil: Date },
): Promise<DueClaim[]> {
  const { claimRows } = statementsOf(queue)
  return inTransaction(async (tx) => {
    // A plan for this tenant would go by statistics that are older than its flood: a tenant without rows as yet, of which
    // the planner reads all of them for each row that is claimed.
    // Citus plans for each tenant anyway, by its node, and has no general plan.
    const general = env.DATABASE_DISTRIBUTED
      ? null
      : tx.query({ text: 'SET LOCAL plan_cache_mode = force_generic_plan' })
    const claims = [...turns].map(([tenantId, rows]) =>
      claimRows(tx, { tenantId, ids: rows.map(({ id }) => id), at, leaseUntil }),
    )
    const [claimed] = await Promise.all([Promise.all(claims), general])
    return claimed.flat()
  })
}

const cache = new Map<string, ReturnType<typeof prepare>>()

function statementsOf(queue: LeasedQueue) {
  const statements = cache.get(queue.table) ?? prepare(queue)
  cache.set(queue.table, statements)
  return statements
}

function prepare({
  table,
  tenantColumn: tenant,
  idColumn: id,
  receiver = 'NULL::text',
  isInTurn = 'true',
}: LeasedQueue) {
  const columns = `${tenant}::text AS "tenantId", ${id}::text AS id, ${receiver} AS receiver`
  const isFree = (at: string) => `(lease_until IS NULL OR lease_until <= ${at}::timestamptz)`
  return {
    /**
     * The rows that are due for longest, up to one more than a batch: with none, this is all that a look costs. The
     * first condition is the predicate of the index `<table>_next`, which only this look names: the planner would take
     * it for the rows of one tenant too if its statistics are older than a flood, and then read all of it each time.
     */
    findOldest: readAllTenants<{ at: Date }, DueRow>(
      `find_oldest_${table}`,
      table,
      `SELECT ${columns} FROM ${table}
        WHERE coalesce(next_attempt_at, 'infinity') < 'infinity'
          AND next_attempt_at <= :at::timestamptz AND ${isFree(':at')} AND ${isInTurn}
        ORDER BY next_attempt_at LIMIT ${BATCH + 1}`,
    ),
    /**
     * A page of due rows of the tenants after this one, each tenant's oldest first, along the index `<table>_due`. What
     * waits for a receiver that gets no more is left out, so that it doesn't hide what its tenant has for another one.
     * Of a tenant that gets no more itself it is not: to find the end of its flood takes longer than to skip a page.
     * The order names the table: a bare `id` would be the column of the answer, which is text and in no index.
     */
    findAfter: readAllTenants<{ after: string; at: Date; full: string[] }, DueRow>(
      `find_due_after_${table}`,
      table,
      `SELECT ${columns} FROM ${table}
        WHERE ${tenant} > :after::uuid AND next_attempt_at <= :at::timestamptz AND ${isFree(':at')} AND ${isInTurn}
          AND (${tenant}::text = ANY (:full::text[])
               OR (${receiver} = ANY (:full::text[]) OR ${tenant}::text || ' ' || ${receiver} = ANY (:full::text[])) IS NOT TRUE)
        ORDER BY ${table}.${tenant}, next_attempt_at, ${table}.${id} LIMIT ${PAGE}`,
    ),
    /**
     * Takes the leases of one tenant's rows that are still due, free and in their turn. A row that another worker or a request is just
     * claiming is passed by. By their keys, not by an index of due times, which the planner might think is shorter.
     */
    claimRows: statement<{ tenantId: string; ids: string[]; at: Date; leaseUntil: Date }, DueClaim>(
      `claim_rows_${table}`,
      `WITH due AS (
         SELECT ${id} AS row_id FROM ${table}
          WHERE ${tenant} = :tenantId::uuid AND ${id} = ANY (:ids::${id === 'id' ? 'uuid' : 'bigint'}[])
            AND coalesce(next_attempt_at, 'infinity') <= :at::timestamptz AND ${isFree(':at')} AND ${isInTurn}
            FOR UPDATE SKIP LOCKED)
       UPDATE ${table} SET lease_until = :leaseUntil::timestamptz, next_attempt_at = :leaseUntil::timestamptz
         FROM due WHERE ${tenant} = :tenantId::uuid AND ${id} = row_id
       RETURNING ${columns}, lease_until AS "leaseUntil", attempt_count AS "attemptCount"`,
    ),
  }
}
