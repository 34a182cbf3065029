import { Client } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, sql } from '@/lib/db/client'
import { mostRowsRead, queriesDuring } from '@/lib/db/rows-read.fixture'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { setClock } from '@/lib/time/clock'
import { claimDue } from './claim-due'
import {
  claim,
  complete,
  type Lease,
  type LeasedQueue,
  type RowKey,
  release,
  schedule,
  withdraw,
} from './queue'
import { due } from './queue.fixture'

const LEASE_MS = 30_000
const QUEUE: LeasedQueue = {
  table: 'errands',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

let time: Date
const later = (ms: number) => {
  time = new Date(time.getTime() + ms)
}
const fromNow = (ms: number) => new Date(time.getTime() + ms)

beforeAll(async () => {
  await connectionPool().query(`
    CREATE TABLE errands (
      account_id uuid, id uuid, next_attempt_at timestamptz(3), lease_until timestamptz(3),
      attempt_count int NOT NULL DEFAULT 0, note text, PRIMARY KEY (account_id, id));
    CREATE INDEX errands_due ON errands (account_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX errands_next ON errands (next_attempt_at)
      WHERE coalesce(next_attempt_at, 'infinity') < 'infinity'`)
})
beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  await connectionPool().query('TRUNCATE errands')
})
afterEach(() => setClock(null))

async function errand({ tenantId = newId(), at = time } = {}): Promise<RowKey> {
  const row = { tenantId, id: newId() }
  await connectionPool().query('INSERT INTO errands (account_id, id, next_attempt_at) VALUES ($1, $2, $3)', [
    row.tenantId,
    row.id,
    at,
  ])
  return row
}

async function read({ id }: RowKey) {
  const { rows } = await connectionPool().query(
    `SELECT next_attempt_at AS "nextAttemptAt", lease_until AS "leaseUntil", attempt_count AS "attemptCount", note
       FROM errands WHERE id = $1`,
    [id],
  )
  return rows[0]
}

const take = (row: RowKey, options: { isEarly?: boolean } = {}) =>
  inOrmTransaction((tx) => claim(tx, QUEUE, row, { leaseMs: LEASE_MS, ...options }))
const takeFree = async (row: RowKey) => {
  const lease = await take(row)
  if (!lease) throw new Error('the row is not free')
  return lease
}
const giveBack = (lease: Lease, at: Date | null, set = sql`note = 'tried'`) =>
  inOrmTransaction((tx) => release(tx, QUEUE, lease, at, set))
const finish = (lease: Lease) => inOrmTransaction((tx) => complete(tx, QUEUE, lease, sql`note = 'done'`))
const setTime = ({ id }: RowKey, nextAttemptAt: Date) =>
  inOrmTransaction((tx) => schedule(tx, QUEUE, { where: sql`id = ${id}::uuid`, nextAttemptAt }))
const dueIds = async () => (await due(QUEUE)).map(({ id }) => id)
/** Takes due rows for a process that has taken none yet. */
const takeDue = async (limit: number) => {
  const slots = { free: 2 * limit, occupants: [] }
  return (await claimDue(QUEUE, { leaseMs: LEASE_MS, slots })).claims
}

describe('a claim', () => {
  test('takes a due row, and has its number of attempts', async () => {
    const row = await errand()
    expect(await take(row)).toEqual({ ...row, leaseUntil: fromNow(LEASE_MS), attemptCount: 0 })
  })

  test('ignores rows that are not due, have no work, or belong to another tenant', async () => {
    const row = await errand({ at: fromNow(1) })
    expect(await take(row)).toBeNull()
    later(1)
    expect(await take({ ...row, tenantId: newId() })).toBeNull()
    await finish(await takeFree(row))
    later(1_000_000)
    expect(await take(row, { isEarly: true })).toBeNull()
  })

  test('takes a row early if told to', async () => {
    const row = await errand({ at: fromNow(60_000) })
    expect(await take(row, { isEarly: true })).not.toBeNull()
    expect(await take(row, { isEarly: true })).toBeNull()
  })

  test('goes to one of ten workers that race for a row', async () => {
    const row = await errand()
    const claims = await Promise.all(Array.from({ length: 10 }, () => take(row)))
    expect(claims.filter((lease) => lease !== null)).toHaveLength(1)
  })

  test('waits for an uncommitted claim on another connection, and then gets nothing', async () => {
    const row = await errand()
    let second: Promise<Lease | null> | undefined
    const first = await inOrmTransaction(async (tx) => {
      const lease = await claim(tx, QUEUE, row, { leaseMs: LEASE_MS })
      second = take(row)
      await waitsForLock()
      return lease
    })
    expect(first).not.toBeNull()
    expect(await second).toBeNull()
  })

  test('on a connection cut before the commit has no effect: the next worker has the row', async () => {
    const row = await errand()
    const client = new Client({ connectionString: env.DATABASE_URL })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('BEGIN')
    await client.query('UPDATE errands SET lease_until = $1 WHERE id = $2', [fromNow(LEASE_MS), row.id])
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    const next = take(row)
    await waitsForLock()
    await connectionPool().query('SELECT pg_terminate_backend($1)', [rows[0].pid])
    expect(await next).not.toBeNull()
    await client.end()
  })

  test('of a worker that died ends with its lease, and not before', async () => {
    const row = await errand()
    await takeFree(row)
    later(LEASE_MS - 1)
    expect(await take(row)).toBeNull()
    expect(await dueIds()).toEqual([])
    later(1)
    expect(await dueIds()).toEqual([row.id])
    expect(await take(row)).not.toBeNull()
  })
})

describe('a release', () => {
  test('counts the attempt, and is committed together with the time of the next', async () => {
    const row = await errand()
    const lease = await takeFree(row)
    const undone = inOrmTransaction(async (tx) => {
      await release(tx, QUEUE, lease, fromNow(5000))
      throw new Error('the process died')
    })
    await expect(undone).rejects.toThrow('died')
    expect(await read(row)).toMatchObject({ leaseUntil: lease.leaseUntil, attemptCount: 0 })
    expect(await giveBack(lease, fromNow(5000))).toBe(true)
    const next = { nextAttemptAt: fromNow(5000), leaseUntil: null, attemptCount: 1, note: 'tried' }
    expect(await read(row)).toEqual(next)
  })

  test('keeps an earlier time set during the lease, and no later one', async () => {
    const row = await errand()
    const lease = await takeFree(row)
    later(10)
    const wokenAt = time
    await setTime(row, wokenAt)
    expect(await take(row)).toBeNull()
    await giveBack(lease, fromNow(5000))
    expect(await read(row)).toMatchObject({ nextAttemptAt: wokenAt, leaseUntil: null })

    const again = await takeFree(row)
    await setTime(row, fromNow(6000))
    await giveBack(again, fromNow(5000))
    expect(await read(row)).toMatchObject({ nextAttemptAt: fromNow(5000) })
  })

  test('without a next attempt is the end, except for a time set during the lease', async () => {
    const [ended, woken] = [await errand(), await errand()]
    await giveBack(await takeFree(ended), null)
    expect(await read(ended)).toMatchObject({ nextAttemptAt: null, leaseUntil: null })
    const lease = await takeFree(woken)
    await setTime(woken, time)
    await giveBack(lease, null)
    expect(await read(woken)).toMatchObject({ nextAttemptAt: time })
  })

  test('by a worker whose lease was taken over changes nothing, and neither does its completion', async () => {
    const row = await errand()
    const late = await takeFree(row)
    later(LEASE_MS)
    const holder = await takeFree(row)
    const before = await read(row)
    expect(await giveBack(late, null)).toBe(false)
    expect(await finish(late)).toBe(false)
    expect(await read(row)).toEqual(before)
    expect(await finish(holder)).toBe(true)
    expect(await finish(late)).toBe(false)
    expect(await read(row)).toMatchObject({ note: 'done', attemptCount: 1 })
  })

  test('after the end of the lease counts as long as nobody has taken the row', async () => {
    const row = await errand()
    const lease = await takeFree(row)
    later(LEASE_MS + 1)
    expect(await finish(lease)).toBe(true)
  })
})

describe('a completion', () => {
  test('ends the work for good, whatever was scheduled during the lease', async () => {
    const row = await errand()
    const lease = await takeFree(row)
    await setTime(row, time)
    await finish(lease)
    const ended = { nextAttemptAt: null, leaseUntil: null, attemptCount: 1, note: 'done' }
    expect(await read(row)).toEqual(ended)
    expect(await dueIds()).toEqual([])
  })
})

test('a withdrawal ends the work without counting an attempt', async () => {
  const row = await errand()
  const lease = await takeFree(row)
  expect(await inOrmTransaction((tx) => withdraw(tx, QUEUE, lease, sql`note = 'not needed'`))).toBe(true)
  const ended = { nextAttemptAt: null, leaseUntil: null, attemptCount: 0, note: 'not needed' }
  expect(await read(row)).toEqual(ended)
})

describe('a claim of due rows', () => {
  test('takes those without a lease, longest due first, up to the limit', async () => {
    const tenantId = newId()
    const [second, first, leasedRow] = [
      await errand({ tenantId }),
      await errand({ tenantId, at: fromNow(-1000) }),
      await errand({ tenantId, at: fromNow(-2000) }),
    ]
    const later = await errand({ tenantId, at: fromNow(1) })
    await takeFree(leasedRow)
    await setTime(leasedRow, time)
    const lease = { leaseUntil: fromNow(LEASE_MS), attemptCount: 0, receiver: null }
    expect(await takeDue(1)).toEqual([{ ...first, ...lease }])
    expect(await takeDue(10)).toEqual([{ ...second, ...lease }])
    expect(await takeDue(10)).toEqual([])
    expect(await read(first)).toMatchObject({
      leaseUntil: fromNow(LEASE_MS),
      nextAttemptAt: fromNow(LEASE_MS),
    })
    expect(await read(later)).toMatchObject({ leaseUntil: null })
  })

  test('of a tenant with thousands leaves room for the others: tenants take turns', async () => {
    const flood = newId()
    await connectionPool().query(
      `INSERT INTO errands (account_id, id, next_attempt_at)
       SELECT $1, gen_random_uuid(), $2::timestamptz - interval '1 hour' FROM generate_series(1, 5000)`,
      [flood, time],
    )
    const others = [await errand(), await errand(), await errand()]
    await errand({ at: fromNow(1) })
    const rows = await takeDue(10)
    expect(rows).toHaveLength(10)
    expect(rows.filter(({ tenantId }) => tenantId === flood)).toHaveLength(7)
    const ids = rows.filter(({ tenantId }) => tenantId !== flood).map(({ id }) => id)
    expect(ids.toSorted()).toEqual(others.map(({ id }) => id).toSorted())
  })

  test('serves every tenant within one round, however many have older floods than there are slots', async () => {
    const tenants = Array.from({ length: 60 }, newId)
    await connectionPool().query(
      `INSERT INTO errands (account_id, id, next_attempt_at)
       SELECT tenant, gen_random_uuid(), $2::timestamptz - interval '1 hour'
         FROM unnest($1::uuid[]) AS tenant, generate_series(1, 20)`,
      [tenants, time],
    )
    const late = await errand()
    const tenantsSeen = new Set<string>()
    let after: string | undefined
    for (let look = 0; look < 16; look += 1) {
      const slots = { free: 8, occupants: [] }
      const { claims, isMore, last } = await claimDue(QUEUE, {
        leaseMs: LEASE_MS,
        slots,
        ...(after && { after }),
      })
      expect([claims.length, isMore]).toEqual([4, true])
      for (const { tenantId } of claims) tenantsSeen.add(tenantId)
      after = last
    }
    expect([...tenantsSeen].toSorted()).toEqual([...tenants, late.tenantId].toSorted())
  })

  test('gives each row to one of ten workers that race for all of them', async () => {
    const rows = await Promise.all(Array.from({ length: 40 }, () => errand()))
    const claims = await Promise.all(Array.from({ length: 10 }, (_, index) => takeDue(5 + index)))
    const ids = claims.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const rest = await takeDue(100)
    expect([...ids, ...rest.map(({ id }) => id)].toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  })

  test('passes a row by that another connection is claiming', async () => {
    const [row, other] = [await errand({ at: fromNow(-1000) }), await errand()]
    await inOrmTransaction(async (tx) => {
      await claim(tx, QUEUE, row, { leaseMs: LEASE_MS })
      expect((await takeDue(10)).map(({ id }) => id)).toEqual([other.id])
    })
  })

  test('reads a page of a flood that came at one moment along the index, without a sort', async () => {
    const pool = connectionPool()
    await pool.query(
      `INSERT INTO errands (account_id, id, next_attempt_at)
       SELECT $1, gen_random_uuid(), $2 FROM generate_series(1, 5000)`,
      [newId(), time],
    )
    await pool.query('ANALYZE errands')
    const queries = await queriesDuring(() => takeDue(10))
    const page = queries.find(({ name }) => name === 'find_due_after_errands')
    const { rows } = await pool.query(`EXPLAIN ${page?.text}`, page?.values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('errands_due')
    expect(plan).not.toContain('Sort')
  })

  test('claims the rows of a flood that is newer than the statistics by their keys', async () => {
    const pool = connectionPool()
    const flood = (tenantId: string) =>
      pool.query(
        `INSERT INTO errands (account_id, id, next_attempt_at)
         SELECT $1, gen_random_uuid(), $2 FROM generate_series(1, 5000)`,
        [tenantId, time],
      )
    await flood(newId())
    await pool.query('UPDATE errands SET next_attempt_at = NULL')
    await pool.query('ANALYZE errands')
    await flood(newId())
    const queries = await queriesDuring(async () => {
      expect((await takeDue(100)).length).toBeGreaterThan(10)
    })
    const settings = queries.filter(({ text }) => text?.startsWith('SET LOCAL')).map(({ text }) => text)
    const claims = queries.find(({ name }) => name === 'claim_rows_errands')
    // Run again, it finds nothing to claim any more, by the same way.
    expect(await mostRowsRead(claims, settings)).toBeLessThanOrEqual(100)
  })

  test('of many tenants, of whom one fails, takes none, and has them all at the next look', async () => {
    await Promise.all(Array.from({ length: 30 }, () => errand()))
    const broken = await errand()
    const pool = connectionPool()
    await pool.query(
      `ALTER TABLE errands ADD CONSTRAINT broken CHECK (id <> '${broken.id}' OR lease_until IS NULL)`,
    )
    await expect(takeDue(100)).rejects.toThrow('broken')
    expect((await dueIds()).length).toBe(31)
    await pool.query('ALTER TABLE errands DROP CONSTRAINT broken')
    expect((await takeDue(100)).length).toBe(31)
  })

  test('has the rows of a worker that died, once its lease ends', async () => {
    const row = await errand()
    await takeDue(10)
    later(LEASE_MS - 1)
    expect(await takeDue(10)).toEqual([])
    later(1)
    expect((await takeDue(10)).map(({ id }) => id)).toEqual([row.id])
  })
})

test('a schedule changes the matching rows and returns them', async () => {
  const tenantId = newId()
  const rows = [await errand({ tenantId }), await errand({ tenantId })]
  const other = await errand()
  const where = sql`account_id = ${tenantId}::uuid`
  const change = { where, nextAttemptAt: fromNow(7000), set: sql`note = 'moved'` }
  const changes = await inOrmTransaction((tx) => schedule(tx, QUEUE, change))
  expect(changes.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  for (const row of rows)
    expect(await read(row)).toMatchObject({ nextAttemptAt: fromNow(7000), note: 'moved' })
  expect(await read(other)).toMatchObject({ nextAttemptAt: time, note: null })
})

/** Waits until a statement of another connection waits for a row that this test has locked. */
async function waitsForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await connectionPool().query(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows[0].count
    })
    .toBe(1)
}
