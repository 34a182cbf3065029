import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { type Cursors, casesOf, LISTS, type MeasuredList } from '@/bench/lists-cases'
import { fillAccounts, fillRecords, fillStatement } from '@/bench/lists-data'
import { customerList, customersForPrograms } from '@/lib/customers/customer-list'
import type { Orm } from '@/lib/db/client'
import { connectionPool, database } from '@/lib/db/client'
import { explained } from '@/lib/db/explained.fixture'
import { env } from '@/lib/env'
import { invoicesForPrograms } from '@/lib/invoices/invoice-list'
import { paidVolumeByDay, topCustomers } from '@/lib/invoices/totals'
import { skipLedgerCheck } from '@/lib/ledger/sound-ledger.fixture'
import { payoutsForPrograms } from '@/lib/payouts/payout-list'
import { dayAfter } from '@/lib/time/dates'
import { UTC } from '@/lib/time/zone'
import { entriesForPrograms } from '@/lib/wallet/statement'
import { buildVendor } from '@/prisma/seed/builders'

// Rows of every kind, without the money that they stand for.
skipLedgerCheck()

/*
 * The cases of `npm run bench -- lists` on as many rows as a test can create: what a page reads, and that it is
 * right.
 */

const INVOICES = 10_000

let accountId: string

beforeAll(async () => {
  const { test: account, live } = await buildVendor()
  accountId = account.id
  const client = new Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const volume = { invoices: INVOICES, customers: 1000, others: 1000, isSettled: false }
  await fillAccounts(client, { accountId, otherIds: [live.id] }, volume)
  await fillStatement(client, accountId)
  await fillRecords(client, accountId)
  for (const table of ['invoices', 'payouts']) {
    await client.query(
      `UPDATE ${table} SET idempotency_key = 'order-1042' WHERE account_id = $1 AND id IN (
         SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id LIMIT 300)`,
      [accountId],
    )
  }
  await client.end()
}, 240_000)

async function cursorsOf(name: string): Promise<Record<string, Cursors>> {
  const list = LISTS[name]
  const cursors: Cursors = {}
  for (const [sort, column] of Object.entries(list?.orders ?? {})) {
    const { rows } = await connectionPool().query(
      `SELECT ${column}::text AS value, ${list?.id} AS id FROM ${list?.rows} = $1
        ORDER BY ${column}, ${list?.id} OFFSET ${Math.floor(INVOICES / 40)} LIMIT 1`,
      [accountId],
    )
    cursors[sort] = rows[0]
  }
  return { middle: cursors }
}

/** A few rows in this database, which fit on one page: reading that page is as good as an index. */
const SMALL = ['ledger_accounts', 'refunds', 'disputes', 'invoice_credits']

test.each(Object.entries(LISTS))(
  'every page of a long list of %s is read through indexes',
  async (name, list) => {
    const cases = casesOf(name, list, await cursorsOf(name))
    // As many rows have no end that is far from the middle.
    for (const { query, order, params, at } of cases.filter(({ order }) => !order.endsWith('near the end'))) {
      const { tx, plans } = explained()
      await list.page(tx, accountId, params, at)
      const tables = plans.flatMap(({ scannedTables }) => scannedTables)
      expect({ query, order, tables: tables.filter((table) => !SMALL.includes(table)) }).toEqual({
        query,
        order,
        tables: [],
      })
    }
  },
)

test('the sums and the best customers of any period are read through indexes', async () => {
  for (const days of [7, 365]) {
    const to = new Date('2025-06-30T00:00:00Z')
    const { tx, plans } = explained()
    await paidVolumeByDay(tx, accountId, { at: new Date(), from: dayAfter(to, 1 - 2 * days), to, zone: UTC })
    await topCustomers(tx, accountId, { from: dayAfter(to, 1 - days), to, zone: UTC, limit: 5 })
    const tables = plans.flatMap(({ scannedTables }) => scannedTables)
    expect(tables.filter((table) => ![...SMALL, 'paid_days'].includes(table))).toEqual([])
  }
})

type CustomersPage = Awaited<ReturnType<MeasuredList['page']>> | undefined

test.each([
  ['owed', 'USD'],
  ['overdue', 'USD'],
  ['paid', 'EUR'],
] as const)(
  'the customers of a long list by %s in %s are those of all their invoices',
  async (sort, currency) => {
    const status = {
      owed: { in: ['CREATED' as const, 'FAILED' as const, 'UNPAID' as const] },
      overdue: 'UNPAID' as const,
      paid: 'PAID' as const,
    }[sort]
    const sums = await database().invoice.groupBy({
      by: ['customerId'],
      where: { accountId, currency, status },
      _sum: { baseAmountMinor: true, feeAmountMinor: true },
    })
    const expected = sums
      .map(({ customerId: id, _sum }) => ({
        id,
        minor: (_sum.baseAmountMinor ?? 0n) + (_sum.feeAmountMinor ?? 0n),
      }))
      .toSorted((a, b) => Number(b.minor - a.minor) || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id)
    const ids: string[] = []
    const params = new URLSearchParams({ sort: `-${sort}`, amounts_in: currency })
    for (let after: Cursors[string] | null = null, isOver = false; !isOver; ) {
      const page: CustomersPage = await LISTS.customers?.page(database(), accountId, params, {
        after,
        before: null,
      })
      ids.push(...(page?.rows ?? []).map((row) => (row as { id: string }).id))
      after = page?.last ?? null
      isOver = !page?.hasNext
    }
    expect(ids.length).toBeGreaterThan(100)
    expect(ids).toEqual(expected)
  },
)

test.each(['owed', 'overdue', 'paid'] as const)(
  'the column by which customers are sorted is in order, also where not all is added up: %s',
  async (sort) => {
    const page = await customerList.read(accountId, new URLSearchParams(`sort=-${sort}`))
    const amounts = page.rows.map((row) => [row[sort][0]?.currency, Number(row[sort][0]?.amount)] as const)
    expect(amounts).toHaveLength(25)
    expect(amounts.every(([currency]) => currency === 'USD')).toBe(true)
    const minors = amounts.map(([, amount]) => amount)
    expect(minors).toEqual(minors.toSorted((a, b) => b - a))
  },
)

test.each(['owed', 'overdue', 'paid', 'last_invoice'])(
  'a page of customers by %s reads the latest invoices of each status once, and hardly more customers than it has',
  async (sort) => {
    const { tx, plans } = explained()
    await LISTS.customers?.page(tx, accountId, new URLSearchParams(`sort=-${sort}`))
    const rowsOf = (table: string) => plans.reduce((sum, { rowsRead }) => sum + (rowsRead[table] ?? 0), 0)
    expect(rowsOf('customers')).toBeLessThan(150)
    // Of the 25 customers, each invoice may be read once more.
    expect(rowsOf('invoices')).toBeLessThan(5000 + 2 * INVOICES)
  },
)

test('an order of customers by more invoices than are added up says so', async () => {
  const noteOf = async (query: string) =>
    (await customerList.read(accountId, new URLSearchParams(query))).note
  expect(await noteOf('sort=-paid&amounts_in=USD')).toBe(
    'Customers who have paid you in USD, counting the latest 5,000 invoices of each status',
  )
  expect(await noteOf('sort=-owed&amounts_in=USD')).toBe('Customers who owe you in USD')
  expect(await noteOf('sort=-last_invoice')).toBe('Customers with an invoice among the latest 5,000')
})

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
  const references = page?.rows.map((row) => (row as { referenceId: string }).referenceId)
  expect(references).toEqual(paid.slice(0, 25).map(({ id }) => id))
  expect(page?.hasNext).toBe(paid.length > 25)
})

type ReadPage = (params: URLSearchParams, tx: Orm) => Promise<{ rows: object[]; nextCursor: string | null }>

const API_LISTS: Record<string, ReadPage> = {
  customers: (params, tx) =>
    customersForPrograms.read(accountId, customersForPrograms.query.read(params), tx),
  invoices: (params, tx) => invoicesForPrograms.read(accountId, invoicesForPrograms.query.read(params), tx),
  payouts: (params, tx) => payoutsForPrograms.read(accountId, payoutsForPrograms.query.read(params), tx),
  'wallet entries': (params, tx) =>
    entriesForPrograms.read(accountId, entriesForPrograms.query.read(params), tx),
}

/** `$CUSTOMER_ID` is the customer of one in ten invoices. */
const API_QUERIES = [
  ['customers', ''],
  ['customers', 'group=Retainer'],
  ['customers', 'email=CUSTOMER42@example.com'],
  ['invoices', ''],
  ['invoices', 'status=Paid'],
  ['invoices', 'status=Invoice+Created'],
  ['invoices', 'created_from=2025-03-01&created_to=2025-03-31'],
  ['invoices', 'status=Unpaid&created_from=2024-01-01&created_to=2025-12-31'],
  ['invoices', 'email=customer2@example.com'],
  ['invoices', 'email=customer42@example.com'],
  ['invoices', 'customer_id=$CUSTOMER_ID&status=Failed'],
  ['invoices', 'idempotency_key=order-1042'],
  ['payouts', ''],
  ['payouts', 'idempotency_key=order-1042'],
  ['payouts', 'status=FAILED'],
  ['payouts', 'customer_id=$CUSTOMER_ID'],
  ['payouts', 'customer_id=$CUSTOMER_ID&status=FAILED'],
  ['wallet entries', ''],
] as const

test.each(API_QUERIES)(
  'a program reads a long list of %s to its end, each row once and through indexes: %s',
  async (name, query) => {
    const customer = await database().customer.findFirstOrThrow({
      where: { accountId, email: 'customer2@example.com' },
    })
    const read = (after: string | undefined, limit: number, tx: Orm = database()) => {
      const params = new URLSearchParams(query.replace('$CUSTOMER_ID', customer.id))
      params.set('limit', String(limit))
      if (after) params.set('after', after)
      return API_LISTS[name]?.(params, tx)
    }
    const rows: string[] = []
    const cursors: string[] = []
    for (let isOver = false; !isOver; ) {
      const page = await read(cursors.at(-1), 100)
      rows.push(...(page?.rows ?? []).map((row) => JSON.stringify(row, bigintsAsText)))
      isOver = !page?.nextCursor
      if (page?.nextCursor) cursors.push(page.nextCursor)
    }
    // No customer of the test data has a group.
    expect(rows.length > 0).toBe(query !== 'group=Retainer')
    expect(new Set(rows).size).toBe(rows.length)
    for (const after of [undefined, cursors[Math.floor(cursors.length / 2)], cursors.at(-1)]) {
      const { tx, plans } = explained()
      await read(after, 25, tx)
      const tables = plans.flatMap(({ scannedTables }) => scannedTables)
      expect(tables.filter((table) => !SMALL.includes(table))).toEqual([])
    }
  },
)

function bigintsAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
