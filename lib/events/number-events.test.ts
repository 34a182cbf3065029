import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inDriverTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import { numberAllEvents, numberEventsOf } from './number-events'
import { recordEvent } from './record-event'

let account: Account
beforeEach(async () => {
  account = (await buildVendor()).test
})

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
  await numberEventsOf(account.id)
  expect(await numbered()).toEqual([[1, early.id]])
  await late.end('COMMIT')
  await numberEventsOf(account.id)
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
  await numberEventsOf(account.id)
  const third = await record()
  await numberEventsOf(account.id)
  expect(await numbered()).toEqual([
    [1, first.id],
    [2, second.id],
    [3, third.id],
  ])
})

test('writers of one account wait neither for one another nor for the numbering', async () => {
  const head = await connectionPool().connect()
  try {
    await numberEventsOf(account.id)
    await head.query('BEGIN')
    await head.query('SELECT FROM event_heads WHERE account_id = $1 FOR UPDATE', [account.id])
    const open = await unfinished()
    await record()
    await open.end('COMMIT')
    // The worker passes the account by; a reader waits for its turn.
    await numberAllEvents()
    expect((await numbered()).map(([sequence]) => sequence)).toEqual([null, null])
    const reader = numberEventsOf(account.id)
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
  await numberEventsOf(account.id)
  expect((await numbered()).map(([, id]) => id)).toEqual([later.id, early])
})

test('any number of writers, readers and workers at once: no hole, none twice, and no reader sees a number before the one below it', async () => {
  const other = (await buildVendor()).test
  let isOver = false
  const write = async (seed: number) => {
    for (let turn = 0; turn < 12; turn += 1) {
      const writing = inDriverTransaction(async (tx) => {
        await recordEvent(tx, { accountId: account.id, type: 'invoice.paid', subjectId: newId(), data: {} })
        await tx.query('SELECT pg_sleep($1)', [((seed * 7 + turn * 3) % 5) / 1000])
        if ((seed + turn) % 4 === 0) throw new Error('undone')
      })
      await writing.catch(() => {})
      await record(connectionPool(), other.id)
    }
  }
  const read = async () => {
    while (!isOver) {
      await numberEventsOf(account.id)
      const { rows } = await connectionPool().query<{ count: string; last: string }>(
        `SELECT count(*), coalesce(max(sequence), 0) AS last FROM events
          WHERE account_id = $1 AND sequence IS NOT NULL`,
        [account.id],
      )
      expect(rows[0]?.last).toBe(rows[0]?.count)
    }
  }
  const work = async () => {
    while (!isOver) await numberAllEvents()
  }
  const others = [read(), read(), work(), work()]
  await Promise.all(Array.from({ length: 6 }, (_, seed) => write(seed)))
  isOver = true
  await Promise.all(others)
  await numberAllEvents()
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
    await numberEventsOf('${account.id}')`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: 'inherit',
  })
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
  await numberEventsOf(account.id)
  expect(await numbered()).toEqual(ids.map((id, index) => [index + 1, id]))
})

test('the database refuses to change, renumber or delete an event', async () => {
  const { id } = await record()
  await numberEventsOf(account.id)
  const run = (text: string) => connectionPool().query(text, [account.id, id])
  const where = 'WHERE account_id = $1 AND id = $2'
  for (const change of ["data = '{}'", 'sequence = 7', 'sequence = NULL', "type = 'invoice.paid'"]) {
    await expect(run(`UPDATE events SET ${change} ${where}`)).rejects.toThrow(/append-only|never|refuse/i)
  }
  await expect(run(`DELETE FROM events ${where}`)).rejects.toThrow()
})
