import { once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { startProgram } from '@/lib/db/own-process.fixture'
import { inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import { type FollowUp, numberAllEvents, numberEventsOf } from './number-events'
import { recordEvent } from './record-event'

let account: Account
beforeEach(async () => {
  account = (await buildVendor()).test
})

const nothing: FollowUp = async () => {}
const number = (followUp = nothing) => numberEventsOf(account.id, followUp)
const numberAll = () => numberAllEvents(nothing)

const record = (on = connectionPool(), accountId = account.id, subjectId = newId()) =>
  recordEvent(on, { accountId, type: 'customer.created', subjectId, data: { id: subjectId } })

/** The numbers of the account's events, in their order, with the events' ids. */
async function numbered(accountId = account.id): Promise<[number | null, string][]> {
  const events = await database().event.findMany({ where: { accountId }, orderBy: { sequence: 'asc' } })
  return events.map(({ sequence, id }) => [sequence === null ? null : Number(sequence), id])
}

/** A transaction that stays open after recording an event. */
async function unfinished() {
  const client = await connectionPool().connect()
  await client.query('BEGIN')
  const { id } = await recordEvent(client, {
    accountId: account.id,
    type: 'invoice.created',
    subjectId: newId(),
    data: {},
  })
  const end = async (command: 'COMMIT' | 'ROLLBACK') => {
    await client.query(command)
    client.release()
  }
  return { id, end }
}

test('a transaction that commits late gets the later number, and leaves no hole before', async () => {
  const late = await unfinished()
  const early = await record()
  await number()
  expect(await numbered()).toEqual([[1, early.id]])
  await late.end('COMMIT')
  await number()
  expect(await numbered()).toEqual([
    [1, early.id],
    [2, late.id],
  ])
})

test('a transaction that is undone takes no number', async () => {
  const first = await record()
  const undone = await unfinished()
  const second = await record()
  await undone.end('ROLLBACK')
  await number()
  const third = await record()
  await number()
  expect(await numbered()).toEqual([
    [1, first.id],
    [2, second.id],
    [3, third.id],
  ])
})

test('writers of one account wait neither for one another nor for the numbering', async () => {
  const head = await connectionPool().connect()
  try {
    await number()
    await head.query('BEGIN')
    await head.query('SELECT FROM event_heads WHERE account_id = $1 FOR UPDATE', [account.id])
    const open = await unfinished()
    await record()
    await open.end('COMMIT')
    // The worker passes the account by; a reader waits for its turn.
    await numberAll()
    expect((await numbered()).map(([sequence]) => sequence)).toEqual([null, null])
    const reader = number()
    await head.query('COMMIT')
    await reader
    expect((await numbered()).map(([sequence]) => sequence)).toEqual([1, 2])
  } finally {
    head.release()
  }
})

test('events of one object are numbered in the order of its changes, however late their ids were made', async () => {
  const subjectId = newId()
  const wait = await connectionPool().connect()
  await wait.query('BEGIN')
  // As of a statement that waits for its object while another change of it is committed.
  const early = newId()
  const later = await record(connectionPool(), account.id, subjectId)
  await wait.query(
    `INSERT INTO events (account_id, id, type, subject_id, data, created_at)
     VALUES ($1, $2, 'invoice.paid', $3, '{}', now())`,
    [account.id, early, subjectId],
  )
  await wait.query('COMMIT')
  wait.release()
  await number()
  expect((await numbered()).map(([, id]) => id)).toEqual([later.id, early])
})

test('any number of writers, readers and workers at once: no hole, none twice, and no reader sees a number before the one below it', async () => {
  const other = (await buildVendor()).test
  let isOver = false
  const write = async (seed: number) => {
    for (let turn = 0; turn < 12; turn += 1) {
      const writing = inTransaction(async (tx) => {
        await recordEvent(tx, { accountId: account.id, type: 'invoice.paid', subjectId: newId(), data: {} })
        await tx.query({ text: 'SELECT pg_sleep($1)', values: [((seed * 7 + turn * 3) % 5) / 1000] })
        if ((seed + turn) % 4 === 0) throw new Error('undone')
      })
      await writing.catch(() => {})
      await record(connectionPool(), other.id)
    }
  }
  const read = async () => {
    while (!isOver) {
      await number()
      const { rows } = await connectionPool().query<{ count: string; last: string }>(
        `SELECT count(*), coalesce(max(sequence), 0) AS last FROM events
          WHERE account_id = $1 AND sequence IS NOT NULL`,
        [account.id],
      )
      expect(rows[0]?.last).toBe(rows[0]?.count)
    }
  }
  const work = async () => {
    while (!isOver) await numberAll()
  }
  const others = [read(), read(), work(), work()]
  await Promise.all(Array.from({ length: 6 }, (_, seed) => write(seed)))
  isOver = true
  await Promise.all(others)
  await numberAll()
  for (const [{ id }, count] of [
    [account, 54],
    [other, 72],
  ] as const) {
    expect((await numbered(id)).map(([sequence]) => sequence)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    )
  }
}, 60_000)

test('a process that is killed while it numbers leaves the numbers to the next one', async () => {
  const ids = [(await record()).id, (await record()).id]
  const holder = await connectionPool().connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM events WHERE account_id = $1 AND id = $2 FOR UPDATE', [account.id, ids[1]])
  const program = `import { numberEventsOf } from './lib/events/number-events.ts'
    await numberEventsOf('${account.id}', async () => {})`
  const child = await startProgram(program)
  const ended = once(child, 'exit')
  const waiting = async () => {
    const { rows } = await connectionPool().query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  child.kill('SIGKILL')
  await ended
  await holder.query('ROLLBACK')
  holder.release()
  await number()
  expect(await numbered()).toEqual(ids.map((id, index) => [index + 1, id]))
})

test('what follows the numbering is done in its transaction, once for each event', async () => {
  const ids = [(await record()).id, (await record()).id]
  const followed: string[] = []
  const failing: FollowUp = async () => {
    throw new Error('undone')
  }
  await expect(number(failing)).rejects.toThrow('undone')
  expect((await numbered()).map(([sequence]) => sequence)).toEqual([null, null])
  const following: FollowUp = async (_, accountId, events) => {
    expect(accountId).toBe(account.id)
    followed.push(...events.map(({ id, sequence }) => `${sequence} ${id}`))
  }
  await Promise.all([number(following), number(following), numberAllEvents(following)])
  await number(following)
  expect(followed).toEqual(ids.map((id, index) => `${index + 1} ${id}`))
})

test('an account whose numbering fails does not hold up the others', async () => {
  const others = await Promise.all(Array.from({ length: 10 }, async () => (await buildVendor()).test.id))
  for (const accountId of [account.id, ...others]) await record(connectionPool(), accountId)
  const failing: FollowUp = async (_, accountId) => {
    if (accountId === account.id) throw new Error('undone')
  }
  await expect(numberAllEvents(failing)).rejects.toThrow('undone')
  for (const id of others) expect((await numbered(id)).map(([sequence]) => sequence)).not.toContain(null)
  expect((await numbered()).map(([sequence]) => sequence)).toEqual([null])
})

test('the worker numbers several batches of an account at once', async () => {
  await connectionPool().query(
    `INSERT INTO events (account_id, id, type, subject_id, data, created_at)
     SELECT $1, gen_random_uuid(), 'invoice.paid', $1, '{}', now() FROM generate_series(1, 1234)`,
    [account.id],
  )
  await numberAll()
  expect((await numbered()).map(([sequence]) => sequence)).toEqual(
    Array.from({ length: 1234 }, (_, index) => index + 1),
  )
})

test('the database refuses to change, renumber or delete an event', async () => {
  const { id } = await record()
  await number()
  const run = (text: string) => connectionPool().query(text, [account.id, id])
  const where = 'WHERE account_id = $1 AND id = $2'
  for (const change of ["data = '{}'", 'sequence = 7', 'sequence = NULL', "type = 'invoice.paid'"]) {
    await expect(run(`UPDATE events SET ${change} ${where}`)).rejects.toThrow(/append-only|never|refuse/i)
  }
  await expect(run(`DELETE FROM events ${where}`)).rejects.toThrow()
})
