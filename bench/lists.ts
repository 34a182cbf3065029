import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '@/lib/db/embedded'
import { applyMigrations } from '@/lib/db/migrate'
import { fillAccounts, listCases } from './lists-data'

/*
 * The list of invoices over an account with a million of them: the database's time (planning and execution)
 * of each statement that the list's own function sends, in every filter, order and depth. Exit code 1 where
 * one takes `LIMIT_MS` or more, or reads a whole table. It fills DATABASE_URL, which must be an empty
 * database, or a server of its own that is gone afterwards. A number as the argument is that of the invoices.
 */

const LIMIT_MS = 20
/** The middle one counts: the machine's other work shows in a single one. */
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
  } finally {
    await client.end()
  }
  return test.id
}

async function measure(accountId: string): Promise<number> {
  const { explained } = await import('@/lib/db/explained.fixture')
  const { listInvoicePage } = await import('@/lib/invoices/invoice-list')
  const { isDomainError } = await import('@/lib/errors')
  let failures = 0
  for (const { filter, order, filters, page } of listCases()) {
    const runs: { slowestMs: number; scanned: string[]; rows: string; statements: number }[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const { tx, plans } = explained()
      const rows = await listInvoicePage(tx, accountId, filters, page).then(
        (found) => String(found.rows.length),
        (error: unknown) => {
          if (isDomainError(error, 'list_too_broad')) return 'too broad'
          throw error
        },
      )
      const slowestMs = Math.max(...plans.map(({ timeMs }) => timeMs))
      const scanned = plans.flatMap((plan) => plan.scannedTables)
      // The first run warms the caches up.
      if (run > 0) runs.push({ slowestMs, scanned, rows, statements: plans.length })
    }
    const middle = runs.sort((a, b) => a.slowestMs - b.slowestMs)[Math.floor(RUNS / 2)]
    if (!middle) throw new Error('nothing was measured')
    const { slowestMs, rows, statements, scanned } = middle
    const isBad = slowestMs >= LIMIT_MS || scanned.length > 0
    if (isBad) failures += 1
    const note = scanned.length > 0 ? ` reads all of ${scanned.join(', ')}` : ''
    console.log(
      `${isBad ? '✗' : '✓'} ${filter.padEnd(24)} ${order.padEnd(32)} ${rows.padStart(9)} rows` +
        ` ${String(statements).padStart(2)} statements ${slowestMs.toFixed(2).padStart(8)} ms${note}`,
    )
  }
  return failures
}

async function main(): Promise<number> {
  const invoices = Number(process.argv[2] ?? 1_000_000)
  return withDatabase(async (url) => {
    process.env.DATABASE_URL = url
    process.env.SECRET_KEY ??= randomBytes(32).toString('hex')
    await applyMigrations(url)
    const startedAt = performance.now()
    const accountId = await fill(url, invoices)
    console.log(`${invoices} invoices in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
    const failures = await measure(accountId)
    const { disconnect } = await import('@/lib/db/client')
    await disconnect()
    console.log(failures > 0 ? `\n${failures} failed` : `\nEvery statement took less than ${LIMIT_MS} ms`)
    return failures > 0 ? 1 : 0
  })
}

process.exit(await main())
