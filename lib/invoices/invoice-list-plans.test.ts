import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { fillAccounts, listCases } from '@/bench/lists-data'
import { database } from '@/lib/db/client'
import { explained } from '@/lib/db/explained.fixture'
import { env } from '@/lib/env'
import { isDomainError } from '@/lib/errors'
import { buildVendor } from '@/prisma/seed/builders'
import { listInvoicePage } from './invoice-list'

let accountId: string

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
  await client.end()
})

test('no filter, order or depth of a long list reads a whole table', async () => {
  for (const { filter, order, filters, page } of listCases()) {
    const { tx, plans } = explained()
    await listInvoicePage(tx, accountId, filters, page).catch((error: unknown) => {
      if (!isDomainError(error, 'list_too_broad')) throw error
    })
    expect(plans.length, `${filter}, ${order}`).toBeGreaterThan(0)
    expect(
      plans.flatMap(({ scannedTables }) => scannedTables),
      `${filter}, ${order}`,
    ).toEqual([])
  }
})

const NEWEST = { sort: 'created' as const, descending: true, after: null, before: null, limit: 25 }

test('a name that thousands of invoices have is found by going through the latest', async () => {
  const found = await listInvoicePage(database(), accountId, { search: 'GRACE' }, NEWEST)
  const plain = await database().invoice.findMany({
    where: { accountId, customer: { name: { startsWith: 'Grace' } } },
    orderBy: { id: 'desc' },
    take: 25,
  })
  expect(plain).toHaveLength(25)
  expect(found.rows.map(({ id }) => id)).toEqual(plain.map(({ id }) => id))
  expect(found.hasNext).toBe(true)
})

test('what can be neither put in order nor found among the latest is refused, not shown in part', async () => {
  for (const page of [
    { ...NEWEST, sort: 'amount' as const },
    { ...NEWEST, sort: 'due_date' as const },
  ]) {
    await expect(listInvoicePage(database(), accountId, { search: 'grace' }, page)).rejects.toMatchObject({
      code: 'list_too_broad',
    })
  }
  const old = { dueFrom: new Date('2024-01-01T00:00:00Z'), dueTo: new Date('2024-06-01T00:00:00Z') }
  await expect(listInvoicePage(database(), accountId, old, NEWEST)).rejects.toMatchObject({
    code: 'list_too_broad',
  })
})
