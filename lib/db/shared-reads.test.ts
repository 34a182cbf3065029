import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectionPool, disconnect, sharedReads } from './client'
import { statement } from './statement'

const echo = statement<{ value: number }, { pid: number; value: number }>(
  'echo',
  'SELECT pg_backend_pid() AS pid, :value::int AS value',
)
const quotient = statement<{ by: number }, { value: number }>('quotient', 'SELECT 12 / :by::int AS value')

const numbers = Array.from({ length: 100 }, (_, index) => index)

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(async () => {
  vi.useRealTimers()
  await disconnect()
})

async function echoAll(): Promise<Set<number>> {
  const answers = await Promise.all(numbers.map((number) => echo(sharedReads(), { value: number })))
  expect(answers.map(([row]) => row?.value)).toEqual(numbers)
  return new Set(answers.map(([row]) => row?.pid ?? 0))
}

test('a hundred statements at once share two connections, and each gets its own answer', async () => {
  expect((await echoAll()).size).toBe(2)
})

test('a statement that fails is the only one', async () => {
  const all = await Promise.allSettled([3, 0, 4].map((number) => quotient(sharedReads(), { by: number })))
  expect(all.map((each) => (each.status === 'fulfilled' ? each.value[0]?.value : each.reason.code))).toEqual([
    4,
    '22012',
    3,
  ])
  expect(await quotient(sharedReads(), { by: 2 })).toEqual([{ value: 6 }])
})

test('connections that the server closes are replaced', async () => {
  const before = await echoAll()
  await connectionPool().query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
    [...before],
  ])
  await expect.poll(() => echo(sharedReads(), { value: 1 }).catch(() => [])).toHaveLength(1)
  const after = await echoAll()
  expect([...after].filter((pid) => before.has(pid))).toEqual([])
})

test('a connection is used for half a minute: the server may not be the primary any more', async () => {
  const before = await echoAll()
  expect(await echoAll()).toEqual(before)
  vi.setSystemTime(Date.now() + 30_000)
  const after = await echoAll()
  expect([...after].filter((pid) => before.has(pid))).toEqual([])
})
