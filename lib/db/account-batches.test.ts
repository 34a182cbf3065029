import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '@/lib/ids'
import { inAccountBatch } from './account-batches'
import { connectionPool } from './client'
import { type Queryable, rowStatement, statement } from './statement'
import { inTransaction } from './transaction'

type Row = { points: number; transaction: string }

const add = statement<{ key: string; points: number }, Row>(
  'test_batch_add',
  `INSERT INTO rate_limits AS l (key, points) VALUES (:key, :points)
   ON CONFLICT (key) DO UPDATE SET points = l.points + excluded.points
   RETURNING points, pg_current_xact_id()::text AS transaction`,
)

type Added = { id: string; points: bigint; rows: number }

/** Adds points under each id, in the order of the calls; `rows` is how many went together. */
const addRow = rowStatement<{ accountId: string; id: string; points: bigint; label: string | null }, Added>(
  'test_batch_add_row',
  { id: 'uuid', points: 'bigint', label: 'text' },
  (request) => `WITH ${request},
   added AS (
     INSERT INTO rate_limits (key, points)
     SELECT id || coalesce(label, ''), points / (points - 13) * (points - 13) FROM request WHERE :accountId::uuid IS NOT NULL
     ON CONFLICT DO NOTHING
     RETURNING left(key, 36)::uuid AS id, points::bigint)
   SELECT added.*, (SELECT count(*)::int FROM request) AS rows FROM added`,
  'id',
)

let key: string
let accountId: string
beforeEach(() => {
  key = newId()
  accountId = newId()
})
afterEach(() => vi.restoreAllMocks())

/** Adds points in a batch, or alone, and returns the sum and the transaction that it was decided in. */
function adding(points: number, { kind = 'test', account = accountId, into = key } = {}): Promise<Row> {
  const work = async (on: Queryable) => {
    const [row] = await add(on, { key: into, points })
    return row as Row
  }
  return inAccountBatch({ accountId: account, kind }, work, () => inTransaction(work))
}

function failing(how: (on: Queryable) => Promise<unknown>): Promise<unknown> {
  const work = async (on: Queryable) => {
    await add(on, { key, points: 1000 })
    return how(on)
  }
  return inAccountBatch({ accountId, kind: 'test' }, work, () => inTransaction(work))
}

async function sum(of = key): Promise<number> {
  const { rows } = await connectionPool().query('SELECT points FROM rate_limits WHERE key = $1', [of])
  return rows[0]?.points ?? 0
}

/** Resolves once the writes that were called before it are under way. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const countOf = (values: string[]) => new Set(values).size
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('those of one turn go together, each with its own answer, and so do those that arrive meanwhile', async () => {
  const early = upTo(4).map((points) => adding(points))
  await nextTurn()
  const late = [5, 6, 7, 8, 9, 10].map((points) => adding(points))
  const rows = await Promise.all([...early, ...late])
  expect(rows.map(({ points }) => points)).toEqual([1, 3, 6, 10, 15, 21, 28, 36, 45, 55])
  const transactions = rows.map(({ transaction }) => transaction)
  expect(transactions).toEqual([...Array(4).fill(transactions[0]), ...Array(6).fill(transactions[4])])
  expect(transactions[4]).not.toBe(transactions[0])
  expect(connectionPool().idleCount).toBe(connectionPool().totalCount)
})

test('no more than 64 go together', async () => {
  const rows = await Promise.all(upTo(130).map((points) => adding(points)))
  const transactions = rows.map(({ transaction }) => transaction)
  const sizes = [...new Set(transactions)].map(
    (each) => transactions.filter((other) => other === each).length,
  )
  expect(sizes).toEqual([64, 64, 2])
})

test('another account, and another kind, waits for none of them', async () => {
  const holder = await connectionPool().connect()
  await holder.query('BEGIN')
  await add(holder, { key, points: 1 })
  const waiters = [adding(1), adding(1)]
  try {
    const other = await adding(5, { account: newId(), into: newId() })
    const otherKind = await adding(6, { kind: 'other', into: newId() })
    expect([other.points, otherKind.points]).toEqual([5, 6])
  } finally {
    await holder.query('COMMIT')
    holder.release()
  }
  expect((await Promise.all(waiters)).map(({ points }) => points)).toEqual([2, 3])
})

test.each([
  ['refuses', () => Promise.reject(new Error('no'))],
  ['fails in the database', (on: Queryable) => on.query({ text: 'SELECT 1 / 0' })],
])('one that %s fails alone, and leaves nothing', async (_what, how) => {
  const one = adding(1)
  const others = [adding(2), adding(3)]
  const bad = failing(how)
  const last = adding(4)
  await expect(bad).rejects.toThrow(/no|division by zero/)
  await one
  const rows = await Promise.all([...others, last])
  expect(rows.map(({ points }) => points)).toEqual([3, 6, 10])
  expect(countOf(rows.map(({ transaction }) => transaction))).toBe(1)
  expect(await sum()).toBe(10)
})

test('one that swallows the failure of its statement takes nobody’s work along', async () => {
  const swallows = (on: Queryable) => on.query({ text: 'SELECT 1 / 0' }).catch(() => 'swallowed')
  const answers = await Promise.allSettled([adding(1), adding(2), failing(swallows), adding(3)])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await sum()).toBe(6)
})

test('one whose second try fails too leaves the others to go alone', async () => {
  let tries = 0
  const onceMore = async () => {
    tries += 1
    if (tries === 2) throw new Error('the second time')
    return 'well'
  }
  const fails = () => Promise.reject(new Error('no'))
  const answers = await Promise.allSettled([adding(1), failing(onceMore), failing(fails), adding(2)])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await sum()).toBe(1003)
  expect(tries).toBe(3)
})

test('a connection that dies before the commit: each goes alone', async () => {
  let isFirst = true
  const dies = async (on: Queryable) => {
    if (!isFirst) return
    isFirst = false
    await on.query({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' })
  }
  const answers = await Promise.allSettled([adding(1), adding(2), failing(dies), adding(3)])
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  expect(await sum()).toBe(1006)
})

test('a commit whose answer is lost is repeated by nobody, and everybody learns of it', async () => {
  const query = Client.prototype.query
  const loseCommit = async function (this: Client, ...values: Parameters<typeof query>) {
    const result = await query.apply(this, values)
    if ((values[0] as unknown) === 'COMMIT') throw new Error('the connection was lost')
    return result
  } as unknown as typeof query
  const first = adding(1)
  await nextTurn()
  const others = [adding(2), adding(3)]
  await first.then(() => vi.spyOn(Client.prototype, 'query').mockImplementation(loseCommit))
  const answers = await Promise.allSettled(others)
  vi.restoreAllMocks()
  expect(answers.map((answer) => 'reason' in answer && answer.reason.message)).toEqual(
    Array(2).fill('the connection was lost'),
  )
  expect(await sum()).toBe(6)
})

test('one that throws before it runs anything does not stop its line', async () => {
  const throwing = () => {
    throw new Error('no')
  }
  const bad = () => inAccountBatch({ accountId, kind: 'test' }, throwing, throwing)
  const answers = await Promise.allSettled([bad(), adding(1), bad(), adding(2)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect((await adding(3)).points).toBe(6)
})

test('each runs in the context of its own request', async () => {
  const request = new AsyncLocalStorage<number>()
  const numbers = await Promise.all(
    upTo(5).map((number) =>
      request.run(number, () => {
        const work = async (on: Queryable) => {
          await add(on, { key, points: 1 })
          return request.getStore()
        }
        return inAccountBatch({ accountId, kind: 'test' }, work, () => inTransaction(work))
      }),
    ),
  )
  expect(numbers).toEqual([1, 2, 3, 4, 5])
})

describe('a statement of rows', () => {
  const addingRow = (id: string, points: bigint, label: string | null = null) => {
    const work = (on: Queryable) => addRow(on, { accountId, id, points, label })
    return inAccountBatch({ accountId, kind: 'rows' }, work, () => inTransaction(work))
  }

  test('goes once for all who call it in a batch, and everyone gets their own row', async () => {
    const ids = upTo(9).map(() => newId())
    const rows = await Promise.all(ids.map((id, index) => addingRow(id, BigInt(100 + index), `"${index}'\\`)))
    expect(rows.map((row) => row?.id)).toEqual(ids)
    expect(rows.map((row) => row?.rows)).toEqual(Array(9).fill(9))
  })

  test('answers nothing to a call that it has no row for, and leaves its neighbors theirs', async () => {
    const [first, second, third] = [newId(), newId(), newId()]
    const rows = await Promise.all([first, second, second, third].map((id) => addingRow(id, 100n)))
    // The same id twice is the same row, so both have it; a second batch finds it taken.
    expect(rows.map((row) => row?.id)).toEqual([first, second, second, third])
    const again = await Promise.all([newId(), second, newId()].map((id) => addingRow(id, 100n)))
    expect(again.map((row) => row !== null)).toEqual([true, false, true])
  })

  test('one that fails leaves each to go alone, and fails alone', async () => {
    const ids = upTo(4).map(() => newId())
    // The division by zero is that of the points 13.
    const results = await Promise.allSettled(ids.map((id, index) => addingRow(id, index === 2 ? 13n : 50n)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    const { rows } = await connectionPool().query('SELECT 1 FROM rate_limits WHERE key = ANY ($1)', [ids])
    expect(rows).toHaveLength(3)
  })
})
