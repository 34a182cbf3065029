import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { fillAccounts } from '@/bench/lists-data'
import { database } from '@/lib/db/client'
import { explained } from '@/lib/db/explained.fixture'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { NO_OWNER } from '@/lib/ledger/accounts'
import { buildVendor } from '@/prisma/seed/builders'
import { type StatementFilters, type StatementSort, walletStatement } from './statement'

const NEWEST = { sort: 'line' as StatementSort, descending: true, after: null, before: null, limit: 25 }

let accountId: string

/** More lines than are looked at one by one: each paid invoice of the wallet's currency is one. */
beforeAll(async () => {
  const { test: account, live } = await buildVendor()
  accountId = account.id
  const client = new Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await fillAccounts(
    client,
    { accountId, otherIds: [live.id] },
    { invoices: 40_000, customers: 4000, others: 4000 },
  )
  await fillStatement(client)
  await client.end()
}, 120_000)

async function fillStatement(client: Client): Promise<void> {
  const walletId = newId()
  const paid = `FROM invoices WHERE account_id = $1 AND status = 'PAID' AND currency = 'USD'`
  await client.query(
    `INSERT INTO ledger_transactions (account_id, id, reason, reference_id, created_at)
     SELECT $1, id, 'invoice.paid', id, paid_at ${paid}`,
    [accountId],
  )
  await client.query(
    `INSERT INTO ledger_accounts (account_id, id, kind, currency, owner_id, balance_minor, movement_count, created_at)
     SELECT $1, $2, 'credit_wallet', 'USD', $3, sum(base_amount_minor), count(*), now() ${paid}`,
    [accountId, walletId, NO_OWNER],
  )
  await client.query(
    `INSERT INTO wallet_movements
       (account_id, wallet_id, sequence, transaction_id, reason, change_minor, balance_after_minor, created_at)
     SELECT $1, $2, row_number() OVER statement, id, 'invoice.paid', base_amount_minor,
            sum(base_amount_minor) OVER statement, paid_at ${paid}
     WINDOW statement AS (ORDER BY id)`,
    [accountId, walletId],
  )
  await client.query('VACUUM (ANALYZE) ledger_transactions, ledger_accounts, wallet_movements')
}

/** The ids of the invoices that a search of the wallet means, the newest first: found without any of its ways. */
async function expected(customer: object, paidFrom?: Date): Promise<string[]> {
  const invoices = await database().invoice.findMany({
    where: {
      accountId,
      status: 'PAID',
      currency: 'USD',
      customer,
      ...(paidFrom ? { paidAt: { gte: paidFrom } } : {}),
    },
    orderBy: { id: 'desc' },
  })
  return invoices.map(({ id }) => id)
}

/** What a search finds on its first three pages; those of the screen without reading a table as a whole. */
async function found(filters: Omit<StatementFilters, 'currency'>, limit: number): Promise<string[]> {
  const { tx, plans } = explained()
  const ids: string[] = []
  for (let after: { value: string; id: string } | null = null; ; ) {
    const page = { ...NEWEST, after, limit }
    const { rows, hasNext, last } = await walletStatement(
      tx,
      accountId,
      { currency: 'USD', ...filters },
      page,
    )
    ids.push(...rows.map(({ referenceId }) => referenceId))
    if (!hasNext || !last || ids.length >= 3 * limit) break
    after = last
  }
  expect(plans.length).toBeGreaterThan(0)
  // A page of a file has so many lines that the names of all of a few thousand customers are read at once.
  if (limit <= NEWEST.limit) expect(plans.flatMap(({ scannedTables }) => scannedTables)).toEqual([])
  return ids
}

test('a search by a customer is led to the lines of a long statement by indexes', async () => {
  for (const search of ['GRACE HOPPER', 'customer2@example.com', 'ada']) {
    const begins = { startsWith: search, mode: 'insensitive' }
    const all = await expected(search.includes('@') ? { email: begins } : { name: begins })
    expect(all.length, search).toBeGreaterThan(100)
    expect(await found({ search }, 25), search).toEqual(all.slice(0, 75))
    expect(await found({ search }, 1000), search).toEqual(all.slice(0, 3000))
  }
  expect(await found({ search: 'nobody' }, 25)).toEqual([])
})

test('the id of what caused a line leads to it in a long statement', async () => {
  const [id = ''] = await expected({})
  expect(await found({ search: id }, 25)).toEqual([id])
  expect(await found({ search: newId() }, 25)).toEqual([])
})

test('a search that too many lines match is refused, until fewer days are chosen', async () => {
  const search = 'customer'
  await expect(
    walletStatement(database(), accountId, { currency: 'USD', search }, NEWEST),
  ).rejects.toMatchObject({ code: 'statement_too_broad' })
  const from = new Date('2026-09-01T00:00:00Z')
  const all = await expected({}, from)
  expect(all.length).toBeGreaterThan(100)
  expect(await found({ search, from }, 25)).toEqual(all.slice(0, 75))
})
