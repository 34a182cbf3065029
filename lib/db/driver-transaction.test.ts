import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { connectionPool, database } from './client'
import { type Queryable, statement } from './statement'
import { inOrmTransaction, inTransaction } from './transaction'

const add = statement<{ key: string; points: number }, { points: number }>(
  'test_add_points',
  `INSERT INTO rate_limits AS l (key, points) VALUES (:key, :points)
   ON CONFLICT (key) DO UPDATE SET points = l.points + excluded.points RETURNING points`,
)
const read = statement<{ key: string }, { points: number }>(
  'test_read_points',
  'SELECT points FROM rate_limits WHERE key = :key',
)

let key: string
beforeEach(() => {
  key = newId()
})
const pointsOf = async (each: string) => (await read(connectionPool(), { key: each }))[0]?.points ?? null

describe('a transaction on the driver', () => {
  test('commits what it did, and its connection goes back to the pool', async () => {
    expect(await inTransaction((tx) => add(tx, { key, points: 3 }))).toEqual([{ points: 3 }])
    expect(await pointsOf(key)).toBe(3)
    expect(connectionPool().idleCount).toBe(connectionPool().totalCount)
  })

  test('that throws leaves nothing, and its connection works for the next', async () => {
    const failing = inTransaction(async (tx) => {
      await add(tx, { key, points: 3 })
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await pointsOf(key)).toBeNull()
    await inTransaction((tx) => add(tx, { key, points: 1 }))
    expect(await pointsOf(key)).toBe(1)
  })

  test('that swallows the failure of a statement is not taken for committed', async () => {
    const swallowing = inTransaction(async (tx) => {
      await add(tx, { key, points: 3 })
      await tx.query({ text: 'SELECT 1 / 0' }).catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow()
    expect(await pointsOf(key)).toBeNull()
  })

  test('runs statements sent together in their order, each with its own rows', async () => {
    const total = await inTransaction((tx) =>
      Promise.all(Array.from({ length: 100 }, (_, index) => add(tx, { key, points: index }))),
    )
    const sums = Array.from({ length: 100 }, (_, index) => (index * (index + 1)) / 2)
    expect(total.map(([row]) => row?.points)).toEqual(sums)
  })

  test('one of whose statements sent together fails leaves nothing, and its connection works for the next', async () => {
    const fresh = () =>
      statement<{ key: string }, object>(`test_fresh_${newId()}`, 'SELECT :key::text AS key')
    const failing = inTransaction((tx) =>
      Promise.all([
        add(tx, { key, points: 3 }),
        tx.query({ text: 'SELECT 1 / 0' }),
        add(tx, { key, points: 4 }),
        // Its preparation fails with the transaction.
        fresh()(tx, { key }),
      ]),
    )
    await expect(failing).rejects.toThrow('division by zero')
    expect(await pointsOf(key)).toBeNull()
    expect(connectionPool().idleCount).toBe(connectionPool().totalCount)
    await inTransaction(async (tx) => {
      await Promise.all([add(tx, { key, points: 1 }), add(tx, { key, points: 1 })])
    })
    expect(await pointsOf(key)).toBe(2)
  })

  test('one of whose statements could not be prepared with the others prepares it anew', async () => {
    const name = `test_again_${newId()}`
    const again = statement<{ key: string }, { key: string }>(name, 'SELECT :key::text AS key')
    const pid = () =>
      inTransaction(async (tx) => (await tx.query({ text: 'SELECT pg_backend_pid()' })).rows[0])
    const before = await pid()
    const failing = inTransaction((tx) =>
      Promise.all([tx.query({ text: 'SELECT 1 / 0' }), again(tx, { key }), again(tx, { key })]),
    )
    await expect(failing).rejects.toThrow('division by zero')
    const rows = await inTransaction((tx) => Promise.all([again(tx, { key }), again(tx, { key })]))
    expect(rows).toEqual([[{ key }], [{ key }]])
    expect(await pid()).toEqual(before)
  })

  test('whose connection is cut fails, and the pool forgets the connection', async () => {
    const cut = inTransaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' })
      await connectionPool().query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await add(tx, { key, points: 3 })
    })
    await expect(cut).rejects.toThrow()
    expect(await pointsOf(key)).toBeNull()
  })

  test('that deadlocks with another one is run again', async () => {
    const [first, second] = [`${key} 1`, `${key} 2`]
    await inTransaction(async (tx) => [
      await add(tx, { key: first, points: 0 }),
      await add(tx, { key: second, points: 0 }),
    ])
    let waiting = 2
    let go = () => {}
    const both = new Promise<void>((resolve) => {
      go = resolve
    })
    const crossing = (one: string, other: string) =>
      inTransaction(async (tx) => {
        await add(tx, { key: one, points: 1 })
        waiting -= 1
        if (waiting <= 0) go()
        await both
        await add(tx, { key: other, points: 1 })
      })
    await Promise.all([crossing(first, second), crossing(second, first)])
    expect(waiting).toBe(-1)
    expect([await pointsOf(first), await pointsOf(second)]).toEqual([2, 2])
  })
})

test('a statement returns the same values through the driver and through the ORM', async () => {
  const values = statement<
    { number: bigint; at: Date; day: string; bytes: Uint8Array; texts: string[] },
    object
  >(
    'test_values',
    `SELECT :number::bigint AS number, :at::timestamptz AS at, :day::date AS day, :bytes::bytea AS bytes,
            :texts::text[] AS texts, NULL::bigint AS nothing, 'live'::mode AS mode,
            json_build_array(:number::bigint::text) AS list`,
  )
  const at = new Date('2026-03-01T23:30:00.123Z')
  const run = (on: Queryable) =>
    values(on, {
      number: 9_007_199_254_740_993n,
      at,
      day: '2026-03-01',
      bytes: Buffer.from([1, 255]),
      texts: ['a', '"b",'],
    })
  const [driver] = await run(connectionPool())
  const [orm] = await inOrmTransaction(run)
  const [client] = await run(database())
  const expected = {
    number: 9_007_199_254_740_993n,
    at,
    day: new Date('2026-03-01T00:00:00Z'),
    bytes: new Uint8Array([1, 255]),
    texts: ['a', '"b",'],
    nothing: null,
    mode: 'live',
    list: ['9007199254740993'],
  }
  for (const row of [driver, orm, client]) {
    expect({ ...row, bytes: new Uint8Array((row as { bytes: Uint8Array }).bytes) }).toEqual(expected)
  }
})
