import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '@/lib/db/embedded'
import type { MeasuredList, Places } from './lists-cases'
import { fillAccounts, fillRecords, fillStatement } from './lists-data'

/*
 * Measures every list of the dashboard on an account with a million rows of each kind: the database's time
 * (planning and execution) for all statements of a page, for every filter, search, order and depth. Exits
 * with code 1 if a page takes `LIMIT_MS` or more. Fills DATABASE_URL, which must be an empty database, or a
 * temporary server. Arguments: the number of invoices, and the lists to measure, all by default.
 */

const LIMIT_MS = 50
const TYPICAL_MS = 5
/** The fastest run counts: other load on the machine only slows runs down. */
const RUNS = 3

async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL)
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-lists-'))
  const server = await startEmbedded(folder, {
    settings: { fsync: 'off', max_wal_size: '4GB', maintenance_work_mem: '256MB' },
  })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(url: string, invoices: number): Promise<string> {
  const { buildVendor } = await import('@/prisma/seed/builders')
  const { test } = await buildVendor()
  const others = await Promise.all(Array.from({ length: 10 }, () => buildVendor()))
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const accounts = { accountId: test.id, otherIds: others.map((other) => other.test.id) }
    await fillAccounts(client, accounts, { invoices, customers: invoices / 10, others: invoices / 10 })
    await fillStatement(client, test.id)
    await fillRecords(client, test.id)
  } finally {
    await client.end()
  }
  return test.id
}

async function measure(accountId: string, only: string[]): Promise<number> {
  const { explained } = await import('@/lib/db/explained.fixture')
  const { casesOf, LISTS } = await import('./lists-cases')
  const times: number[] = []
  for (const [name, list] of Object.entries(LISTS)) {
    if (only.length > 0 && !only.includes(name)) continue
    for (const { query, order, params } of casesOf(name, list, await placesOf(list, accountId))) {
      let best = { timeMs: Number.POSITIVE_INFINITY, rows: 0, statements: 0 }
      // The first run warms the caches.
      for (let run = 0; run <= RUNS; run += 1) {
        const { tx, plans } = explained()
        const page = await list.page(tx, accountId, params)
        const timeMs = plans.reduce((sum, plan) => sum + plan.timeMs, 0)
        if (run > 0 && timeMs < best.timeMs)
          best = { timeMs, rows: page.rows.length, statements: plans.length }
      }
      times.push(best.timeMs)
      const mark = best.timeMs >= LIMIT_MS ? '✗' : '✓'
      console.log(
        `${mark} ${name.padEnd(10)} ${query.padEnd(30)} ${order.padEnd(30)} ${String(best.rows).padStart(3)} rows` +
          ` ${best.statements} statements ${best.timeMs.toFixed(2).padStart(8)} ms`,
      )
    }
  }
  const slow = times.filter((time) => time >= LIMIT_MS).length
  const typical = times.filter((time) => time < TYPICAL_MS).length
  console.log(`\n${times.length} pages: ${typical} under ${TYPICAL_MS} ms, ${slow} at ${LIMIT_MS} ms or more`)
  return slow
}

/** The rows in the middle and near the end of each order, descending. */
async function placesOf(list: MeasuredList, accountId: string): Promise<Record<string, Places>> {
  const { connectionPool } = await import('@/lib/db/client')
  const places: Record<string, Places> = {}
  for (const [depth, share] of [['middle', 0.5] as const, ['near the end', 0.0005] as const]) {
    places[depth] = {}
    for (const [sort, column] of Object.entries(list.orders)) {
      const { rows } = await connectionPool().query<{ value: string; id: string }>(
        `SELECT ${column}::text AS value, ${list.id} AS id FROM ${list.rows} = $1
          ORDER BY ${column}, ${list.id}
          OFFSET (SELECT floor(count(*) * ${share}) FROM ${list.rows} = $1) LIMIT 1`,
        [accountId],
      )
      if (rows[0]) places[depth][sort] = rows[0]
    }
  }
  return places
}

async function main(): Promise<number> {
  const [invoices = '1000000', ...only] = process.argv.slice(2)
  return withDatabase(async (url) => {
    process.env.DATABASE_URL = url
    process.env.SECRET_KEY ??= randomBytes(32).toString('hex')
    // lib/env reads the settings on import.
    const { applyMigrations } = await import('@/lib/db/migrate')
    await applyMigrations(url)
    const startedAt = performance.now()
    const accountId = await fill(url, Number(invoices))
    console.log(`${invoices} invoices in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
    const slow = await measure(accountId, only)
    const { disconnect } = await import('@/lib/db/client')
    await disconnect()
    return slow > 0 ? 1 : 0
  })
}

process.exit(await main())
