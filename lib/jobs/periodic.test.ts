import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { setClock } from '@/lib/time/clock'
import { runIfDue } from './periodic'

let time: Date
let runs: Date[]
const at = (text: string) => {
  time = new Date(`2026-03-05T${text}Z`)
}
const hourly = { name: 'count_sheep', everyMs: 3_600_000, work: async () => void runs.push(time) }

beforeEach(async () => {
  at('10:20:00')
  runs = []
  setClock(() => time)
  await connectionPool().query('TRUNCATE periodic_work')
})
afterEach(() => setClock(null))

test('it runs at once the first time, and then at every full interval', async () => {
  for (const text of ['10:20:00', '10:20:05', '10:59:59.999', '11:00:00', '11:00:05']) {
    at(text)
    await runIfDue(hourly)
  }
  expect(runs.map((run) => run.toISOString().slice(11, 19))).toEqual(['10:20:00', '11:00:00'])
})

test('of ten workers one runs it', async () => {
  for (const text of ['10:20:00', '11:00:00']) {
    at(text)
    await Promise.all(Array.from({ length: 10 }, () => runIfDue(hourly)))
  }
  expect(runs).toHaveLength(2)
})

test('a time without a worker is made up for once', async () => {
  await runIfDue(hourly)
  at('17:12:00')
  await runIfDue(hourly)
  await runIfDue(hourly)
  expect(runs).toHaveLength(2)
})

test('failed work is tried again at the next interval', async () => {
  const failure = {
    ...hourly,
    work: async () => {
      runs.push(time)
      throw new Error('no luck')
    },
  }
  await expect(runIfDue(failure)).rejects.toThrow('no luck')
  await runIfDue(failure)
  at('11:00:00')
  await runIfDue(hourly)
  expect(runs).toHaveLength(2)
})

test('when its worker dies, another one runs it a few minutes later, and the dead one plans nothing', async () => {
  let resume = () => {}
  const stuck = new Promise<void>((resolve) => {
    resume = resolve
  })
  const first = runIfDue({ ...hourly, work: () => stuck })
  await expect.poll(async () => (await connectionPool().query('SELECT FROM periodic_work')).rowCount).toBe(1)
  at('10:24:59')
  await runIfDue(hourly)
  expect(runs).toHaveLength(0)
  at('10:25:00')
  await runIfDue(hourly)
  expect(runs).toHaveLength(1)
  at('11:30:00')
  resume()
  await first
  await runIfDue(hourly)
  expect(runs).toHaveLength(2)
})
