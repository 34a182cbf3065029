import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import type { Page, PageRequest, Place } from '@/lib/lists/keyset-page'
import { buildCustomer, buildVendor } from '@/prisma/seed/builders'
import type { InvoiceSummary } from './invoice'
import { listInvoiceCurrencies, listInvoicePage } from './invoice-list'
import type { InvoiceFilters, InvoiceSort } from './invoice-list-sql'

const runs = { seed: 20_261_121, numRuns: 150 }
const FIRST_MS = Date.parse('2026-01-01T00:00:00Z')
const DAY_MS = 86_400_000
const STATUSES = ['CREATED', 'PAID', 'UNPAID', 'FAILED'] as const
const NAMES = ['Ada Lovelace', 'ADA Byron', 'Grace Hopper', 'Ünal Öz', '100% Design', 'deadbeef12']

type Row = InvoiceSummary & { totalMinor: bigint }

let accountId: string
let otherId: string
let rows: Row[]

const day = (days: number) => new Date(FIRST_MS + days * DAY_MS)

/** An id of the time, as `newId` makes it; `seed` makes it another one. */
function idAt(timeMs: number, seed: number): string {
  const time = timeMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${seed.toString(16).padStart(12, '0')}`
}

/** Few days, amounts and moments, so that there are ties of all of them. */
const drafts = fc.array(
  fc.record({
    timeMs: fc.integer({ min: 0, max: 40 }).map((step) => FIRST_MS + step * (DAY_MS / 4)),
    customer: fc.integer({ min: 0, max: NAMES.length - 1 }),
    status: fc.constantFrom(...STATUSES),
    currency: fc.constantFrom('USD', 'EUR', 'JPY'),
    baseAmountMinor: fc.bigInt(1n, 6n),
    due: fc.integer({ min: 0, max: 6 }),
  }),
  { minLength: 120, maxLength: 120 },
)

async function fill(account: Parameters<typeof buildCustomer>[0], sample: number): Promise<Row[]> {
  const customers: Awaited<ReturnType<typeof buildCustomer>>[] = []
  for (const [index, name] of NAMES.entries()) {
    customers.push(await buildCustomer(account, { name, email: `person${index}.${account.id}@example.com` }))
  }
  const [given = []] = fc.sample(drafts, { seed: sample, numRuns: 1 })
  const made = given.map(({ timeMs, customer, due, status, ...rest }, index) => {
    const of = customers[customer]
    if (!of) throw new Error('no customer')
    return {
      ...rest,
      status,
      id: idAt(timeMs, index),
      customerId: of.id,
      email: of.email,
      feeAmountMinor: 1n,
      dueDate: day(due),
      createdAt: new Date(timeMs),
      customer: { name: of.name },
    }
  })
  await database().invoice.createMany({
    data: made.map(({ customer: _customer, ...invoice }) => ({
      ...invoice,
      accountId: account.id,
      payToken: invoice.id,
      ...(invoice.status === 'PAID' ? { provider: 'card', paidAt: invoice.createdAt } : {}),
    })),
  })
  return made.map((invoice) => ({ ...invoice, totalMinor: invoice.baseAmountMinor + 1n }))
}

beforeAll(async () => {
  const vendor = await buildVendor()
  const other = await buildVendor()
  accountId = vendor.test.id
  otherId = other.test.id
  rows = await fill(vendor.test, 1)
  await fill(vendor.live, 2)
  await fill(other.test, 3)
})

/** What the list means, in plain words. */
function expected(filters: InvoiceFilters, sort: InvoiceSort, descending: boolean): string[] {
  const { statuses, currency, createdFrom, createdTo, dueFrom, dueTo, search } = filters
  const text = search?.toLowerCase() ?? ''
  const sortValue = {
    created: ({ id }: Row) => id,
    due_date: ({ dueDate }: Row) => dueDate.getTime(),
    amount: ({ totalMinor }: Row) => totalMinor,
  }[sort]
  const compare = <Value>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)
  const found = rows
    .filter(
      (row) =>
        (!statuses || statuses.includes(row.status)) &&
        (!currency || row.currency === currency) &&
        (!createdFrom || row.createdAt >= createdFrom) &&
        (!createdTo || row.createdAt < createdTo) &&
        (!dueFrom || row.dueDate >= dueFrom) &&
        (!dueTo || row.dueDate <= dueTo) &&
        (row.customer.name.toLowerCase().startsWith(text) ||
          row.email.toLowerCase().startsWith(text) ||
          (text.length >= 8 && row.id.replaceAll('-', '').startsWith(text.replaceAll('-', '')))),
    )
    .sort((a, b) => compare<unknown>(sortValue(a) as never, sortValue(b) as never) || compare(a.id, b.id))
  if (descending) found.reverse()
  return found.map(({ id }) => id)
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

const filtersArbitrary = fc.record({
  statuses: maybe(fc.uniqueArray(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 3 })),
  currency: maybe(fc.constantFrom('USD', 'EUR', 'JPY', 'CHF')),
  createdFrom: maybe(fc.integer({ min: 0, max: 10 }).map(day)),
  createdTo: maybe(fc.integer({ min: 0, max: 11 }).map(day)),
  dueFrom: maybe(fc.integer({ min: 0, max: 6 }).map(day)),
  dueTo: maybe(fc.integer({ min: 0, max: 6 }).map(day)),
  search: maybe(
    fc.constantFrom(
      'ada',
      'ADA L',
      'person2',
      'ünal',
      '100%',
      '_',
      'nobody',
      'deadbeef',
      idAt(FIRST_MS, 0).slice(0, 10),
    ),
  ),
})

const listArbitrary = fc.record({
  filters: filtersArbitrary,
  sort: fc.constantFrom<InvoiceSort>('created', 'due_date', 'amount'),
  descending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 40 }),
})

type Walk = { after: Place | null; before: Place | null }

async function walk(
  read: (place: Walk) => Promise<Page<InvoiceSummary>>,
  step: (page: Page<InvoiceSummary>) => Walk | null,
  from: Walk,
): Promise<Page<InvoiceSummary>[]> {
  const pages: Page<InvoiceSummary>[] = []
  for (let place: Walk | null = from; place; ) {
    const page: Page<InvoiceSummary> = await read(place)
    pages.push(page)
    place = step(page)
  }
  return pages
}

const idsOf = (pages: Page<InvoiceSummary>[]) => pages.flatMap((page) => page.rows.map(({ id }) => id))

describe('the list of invoices', () => {
  test('every filter, order and page is what a plain list would show, forward and back', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, async ({ filters, sort, descending, limit }) => {
        const all = expected(filters, sort, descending)
        const read = (place: Walk) =>
          listInvoicePage(database(), accountId, filters, { sort, descending, limit, ...place })
        const forward = await walk(
          read,
          ({ hasNext, last }) => (hasNext ? { after: last, before: null } : null),
          { after: null, before: null },
        )
        expect(idsOf(forward)).toEqual(all)
        expect(forward.slice(0, -1).every(({ rows: page }) => page.length === limit)).toBe(true)
        expect(forward.map(({ hasPrevious }) => hasPrevious)).toEqual(forward.map((_, index) => index > 0))
        const end = forward.at(-1)
        if (!end?.first) return
        const back = await walk(
          read,
          ({ hasPrevious, first }) => (hasPrevious ? { after: null, before: first } : null),
          { after: null, before: end.first },
        )
        expect(idsOf([...back.reverse(), end])).toEqual(all)
      }),
      runs,
    )
  })

  test('a row has its own customer, amounts, days and status', async () => {
    const page: PageRequest<InvoiceSort> = {
      sort: 'created',
      descending: true,
      after: null,
      before: null,
      limit: 200,
    }
    const { rows: listed } = await listInvoicePage(database(), accountId, {}, page)
    const byId = new Map(rows.map(({ totalMinor: _total, ...row }) => [row.id, row]))
    for (const row of listed) expect(row).toMatchObject(byId.get(row.id) ?? {})
    expect(listed).toHaveLength(rows.length)
  })

  test('a place that is none of the order is refused, and no error of the database', async () => {
    const after = { value: '2026-02-30', id: idAt(FIRST_MS, 0) }
    const page = { descending: true, after, before: null, limit: 5 }
    for (const sort of ['due_date', 'amount'] as const) {
      await expect(listInvoicePage(database(), accountId, {}, { ...page, sort })).rejects.toMatchObject({
        code: 'list_place_invalid',
      })
    }
  })

  test("the currencies to choose from are the account's own", async () => {
    expect(await listInvoiceCurrencies(database(), accountId)).toEqual(['EUR', 'JPY', 'USD'])
    const empty = await buildVendor()
    expect(await listInvoiceCurrencies(database(), empty.test.id)).toEqual([])
    expect(otherId).not.toBe(accountId)
  })
})
