import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { casesOf, LISTS, type Places } from '@/bench/lists-cases'
import { fillAccounts, fillRecords, fillStatement } from '@/bench/lists-data'
import { connectionPool, database } from '@/lib/db/client'
import { explained } from '@/lib/db/explained.fixture'
import { env } from '@/lib/env'
import { buildVendor } from '@/prisma/seed/builders'

/*
 * The cases of `npm run bench:lists` on as many rows as a test can create: what a page reads, and that it is
 * right.
 */

const INVOICES = 10_000

let accountId: string

beforeAll(async () => {
  const { test: account, live } = await buildVendor()
  accountId = account.id
  const client = new Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const volume = { invoices: INVOICES, customers: 1000, others: 1000 }
  await fillAccounts(client, { accountId, otherIds: [live.id] }, volume)
  await fillStatement(client, accountId)
  await fillRecords(client, accountId)
  await client.end()
}, 240_000)

async function placesOf(name: string): Promise<Record<string, Places>> {
  const list = LISTS[name]
  const places: Places = {}
  for (const [sort, column] of Object.entries(list?.orders ?? {})) {
    const { rows } = await connectionPool().query(
      `SELECT ${column}::text AS value, ${list?.id} AS id FROM ${list?.rows} = $1
        ORDER BY ${column}, ${list?.id} OFFSET ${Math.floor(INVOICES / 40)} LIMIT 1`,
      [accountId],
    )
    places[sort] = rows[0]
  }
  return { middle: places, 'near the end': places }
}

/** A few rows in this database, which fit on one page: reading that page is as good as an index. */
const SMALL = ['ledger_accounts', 'payment_reversals']

test.each(Object.entries(LISTS))(
  'every page of a long list of %s is read through indexes',
  async (name, list) => {
    for (const { query, order, params } of casesOf(name, list, await placesOf(name))) {
      const { tx, plans } = explained()
      await list.page(tx, accountId, params)
      const tables = plans.flatMap(({ scannedTables }) => scannedTables)
      expect({ query, order, tables: tables.filter((table) => !SMALL.includes(table)) }).toEqual({
        query,
        order,
        tables: [],
      })
    }
  },
)

test.each([
  ['q=grace&sort=amount', { name: { startsWith: 'Grace' } }],
  ['q=hopper+grace&sort=-due_date', { name: { startsWith: 'Grace Hopper' } }],
  ['q=customer42@example.com&sort=-amount', { email: 'customer42@example.com' }],
  ['q=formerly&sort=-created', { name: { startsWith: 'Formerly' } }],
  ['q=formerly&sort=-due_date', { name: { startsWith: 'Formerly' } }],
])('a search of a long list of invoices finds all of them in order: %s', async (search, customer) => {
  const sort = new URLSearchParams(search).get('sort') ?? ''
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const all = await database().invoice.findMany({
    where: { accountId, customer },
    select: { id: true, dueDate: true, baseAmountMinor: true, feeAmountMinor: true },
  })
  const sortedBy = (invoice: (typeof all)[number]) => {
    if (sort.endsWith('created')) return 0
    return sort.endsWith('due_date')
      ? invoice.dueDate.getTime()
      : Number(invoice.baseAmountMinor + invoice.feeAmountMinor)
  }
  const ordered = all.sort((a, b) => sortedBy(a) - sortedBy(b) || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
  if (direction === 'desc') ordered.reverse()
  expect(ordered.length).toBeGreaterThan(5)
  const page = await LISTS.invoices?.page(database(), accountId, new URLSearchParams(search))
  expect(page?.rows.map((row) => (row as { id: string }).id)).toEqual(ordered.slice(0, 25))
  expect(page?.hasNext).toBe(ordered.length > 25)
})

test.each([
  ['grace', { name: { startsWith: 'Grace' } }],
  ['customer42@example.com', { email: 'customer42@example.com' }],
  ['formerly', { name: { startsWith: 'Formerly' } }],
  ['nobody', { name: 'nobody' }],
])('a search of a long statement finds the lines of the invoices: %s', async (q, customer) => {
  const paid = await database().invoice.findMany({
    where: { accountId, customer, status: 'PAID', currency: 'USD' },
    select: { id: true },
    orderBy: { id: 'desc' },
  })
  const page = await LISTS.statement?.page(database(), accountId, new URLSearchParams({ q }))
  const found = page?.rows.map((row) => (row as { referenceId: string }).referenceId)
  expect(found).toEqual(paid.slice(0, 25).map(({ id }) => id))
  expect(page?.hasNext).toBe(paid.length > 25)
})
