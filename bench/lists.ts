import assert from 'node:assert/strict'
import { percentile, show } from './figures'
import type { Cursors, MeasuredList } from './lists-cases'
import { fillAccounts, fillRecords, fillStatement } from './lists-data'
import { say, startDatabase, withClient } from './setup'

const LIMIT_MS = 50
const TYPICAL_MS = 5
/** The fastest run counts: other load on the machine only slows runs down. */
const RUNS = 3

/**
 * Every list of the dashboard on an account with a million rows of each kind: the database's time (planning and
 * execution) for all statements of a page, for every filter, search, order and depth. Arguments: the number of
 * invoices, and the lists to measure, all by default.
 */
export async function measureLists([invoices = '1000000', ...only]: string[]): Promise<void> {
  const { url } = await startDatabase({
    fsync: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '16GB',
    maintenance_work_mem: '1GB',
  })
  const { explained } = await import('@/lib/db/explained.fixture')
  const { casesOf, LISTS } = await import('./lists-cases')
  say(`Filling an account with ${invoices} invoices`)
  const accountId = await fill(url, Number(invoices))
  const times: number[] = []
  for (const [name, list] of Object.entries(LISTS)) {
    if (only.length > 0 && !only.includes(name)) continue
    for (const { query, order, params, at } of casesOf(name, list, await cursorsOf(list, accountId))) {
      let best = { timeMs: Number.POSITIVE_INFINITY, note: '' }
      // The first run warms the caches.
      for (let run = 0; run <= RUNS; run += 1) {
        const { tx, plans } = explained()
        const page = await list.page(tx, accountId, params, at)
        const timeMs = plans.reduce((sum, plan) => sum + plan.timeMs, 0)
        if (run === 0 || timeMs >= best.timeMs) continue
        best = { timeMs, note: `${page.rows.length} rows, ${plans.length} statements` }
      }
      times.push(best.timeMs)
      const { timeMs: value, note } = best
      show({ name: `${name} ${query}, ${order}`, value, unit: 'ms', atMost: LIMIT_MS, note })
    }
  }
  const typical = times.filter((time) => time < TYPICAL_MS).length
  const median = percentile(times, 0.5).toFixed(2)
  console.log(`\n${times.length} pages: ${typical} under ${TYPICAL_MS} ms, median ${median} ms`)
}

/** Fills a vendor's test account, and those of ten others with a tenth as much together; returns its id. */
async function fill(url: string, invoices: number): Promise<string> {
  const { buildVendor } = await import('@/prisma/seed/builders')
  const [own, ...others] = await Promise.all(
    Array.from({ length: 11 }, async () => (await buildVendor()).test.id),
  )
  assert(own)
  await withClient(url, async (client) => {
    const volume = { invoices, customers: invoices / 10, others: invoices / 10, isSettled: false }
    await fillAccounts(client, { accountId: own, otherIds: others }, volume)
    await fillStatement(client, own)
    await fillRecords(client, own)
  })
  return own
}

/** The rows in the middle and near the end of each order, descending. */
async function cursorsOf(list: MeasuredList, accountId: string): Promise<Record<string, Cursors>> {
  const { connectionPool } = await import('@/lib/db/client')
  const cursors: Record<string, Cursors> = {}
  for (const [depth, share] of [['middle', 0.5] as const, ['near the end', 0.0005] as const]) {
    cursors[depth] = {}
    for (const [sort, column] of Object.entries(list.orders)) {
      const { rows } = await connectionPool().query<{ value: string; id: string }>(
        `SELECT ${column}::text AS value, ${list.id} AS id FROM ${list.rows} = $1
          ORDER BY ${column}, ${list.id}
          OFFSET (SELECT floor(count(*) * ${share}) FROM ${list.rows} = $1) LIMIT 1`,
        [accountId],
      )
      if (rows[0]) cursors[depth][sort] = rows[0]
    }
  }
  return cursors
}
