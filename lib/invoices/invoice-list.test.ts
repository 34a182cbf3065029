import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { searchText } from '@/lib/db/search-words'
import { skipLedgerCheck } from '@/lib/ledger/sound-ledger.fixture'
import type { Cursor, Page } from '@/lib/lists/read-list'
import { formatMajor } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import { DAY_MS } from '@/lib/time/units'
import { buildCustomer, buildVendor } from '@/prisma/seed/builders'
import type { InvoiceSummary } from './invoice'
import { invoiceList, readInvoiceCurrencies } from './invoice-list'
import type { InvoiceNews } from './invoice-marks'
import { invoiceWords } from './invoice-words'
import type { INVOICE_STATUS_FILTER } from './status'

// Rows of any status, without their money.
skipLedgerCheck()

const runs = { seed: 20_261_121, numRuns: 150 }
const FIRST_MS = Date.parse('2026-01-01T00:00:00Z')
const STATUSES = ['CREATED', 'PAID', 'UNPAID', 'FAILED'] as const
const STATUSES_OF: Record<keyof typeof INVOICE_STATUS_FILTER, string[]> = {
  open: ['CREATED', 'FAILED'],
  declined: ['FAILED'],
  overdue: ['UNPAID'],
  paid: ['PAID'],
  voided: ['VOIDED'],
  // The rows have none of these.
  uncollectible: [],
  partly_refunded: [],
  refunded: [],
  disputed: [],
  dispute_lost: [],
  fraud_warning: [],
  partly_credited: [],
  credited: [],
}
const NAMES = ['Ada Lovelace', 'ADA Byron', 'Grace Hopper', 'Ünal Öz', '100% Design', 'Zoë O’Brien-Łódź']

type Row = Omit<InvoiceSummary, keyof InvoiceNews> & { totalMinor: bigint }
type Query = Parameters<typeof invoiceList.page>[2]
type Asked = Pick<Query, 'filters' | 'search'>

let accountId: string
let otherId: string
let rows: Row[]

const day = (days: number) => new Date(FIRST_MS + days * DAY_MS)

/** An id of that time, like `newId`'s; `seed` makes it unique. */
function idAt(timeMs: number, seed: number): string {
  const time = timeMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${seed.toString(16).padStart(12, '0')}`
}

/** Few dates, amounts and times, so that all of them have ties. */
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
    customers.push(await buildCustomer(account, { name, email: `person${index}@example.com` }))
  }
  const [sampleDrafts = []] = fc.sample(drafts, { seed: sample, numRuns: 1 })
  const invoices = sampleDrafts.map(({ timeMs, customer, due, status, ...rest }, index) => {
    const of = customers[customer]
    if (!of) throw new Error('no customer')
    return {
      ...rest,
      status,
      id: idAt(timeMs, index),
      number: `zzz${index}`,
      customerId: of.id,
      email: of.email,
      feeAmountMinor: 1n,
      vendorFeeMinor: 0n,
      outsideMinor: 0n,
      creditedMinor: 0n,
      uncollectibleAt: null,
      dueDate: day(due),
      createdAt: new Date(timeMs),
      customer: { name: of.name },
    }
  })
  await database().invoice.createMany({
    data: invoices.map(({ customer, ...invoice }) => ({
      ...invoice,
      search: searchText([customer.name]) + invoiceWords(invoice),
      seller: {},
      billedTo: {},
      accountId: account.id,
      payToken: invoice.id,
      ...(invoice.status === 'PAID' ? { paymentMethod: 'card', paidAt: invoice.createdAt } : {}),
    })),
  })
  return invoices.map((invoice) => ({ ...invoice, totalMinor: invoice.baseAmountMinor + 1n }))
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

/** The list computed naively. */
function expected({ filters, search }: Asked, sort: Query['sort'], descending: boolean): string[] {
  const { status, currency, created_from, created_to, due_from, due_to, paid_from, paid_to } = filters
  const sortValue = {
    created: ({ id }: Row) => id,
    due_date: ({ dueDate }: Row) => dueDate.getTime(),
    amount: ({ totalMinor }: Row) => totalMinor,
    // Each was paid when it was created.
    paid: ({ createdAt }: Row) => createdAt.getTime(),
  }[sort]
  const compare = <Value>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)
  const matches = rows
    .filter(
      (row) =>
        (!status || STATUSES_OF[status].includes(row.status)) &&
        (!currency || row.currency === currency) &&
        (!created_from || formatIsoDate(row.createdAt) >= created_from) &&
        (!created_to || formatIsoDate(row.createdAt) <= created_to) &&
        (!due_from || formatIsoDate(row.dueDate) >= due_from) &&
        (!due_to || formatIsoDate(row.dueDate) <= due_to) &&
        (row.status === 'PAID' || !(paid_from || paid_to || sort === 'paid')) &&
        (!paid_from || formatIsoDate(row.createdAt) >= paid_from) &&
        (!paid_to || formatIsoDate(row.createdAt) <= paid_to) &&
        (!search || isFoundBy(row, search)),
    )
    .sort((a, b) => compare<unknown>(sortValue(a) as never, sortValue(b) as never) || compare(a.id, b.id))
  if (descending) matches.reverse()
  return matches.map(({ id }) => id)
}

/** True if each typed word is the start of a word, or of adjacent words, of the row; emails and ids count whole. */
function isFoundBy(row: Row, search: string): boolean {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const split = (text: string) =>
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
  const amounts = [row.baseAmountMinor, row.totalMinor].map((minor) => formatMajor(minor, row.currency))
  const words = ` ${split([row.customer.name, row.email, ...amounts].join(' ')).join(' ')}`
  const isFound = (typed: string) =>
    /[^@]@|^[0-9a-f]{8}-/i.test(typed)
      ? [row.email, row.id].some((whole) => whole.startsWith(fold(typed)))
      : `${words} ${row.id}`.includes(` ${split(typed).join(' ')}`)
  const searchWords = search.split(/\s+/).filter((typed) => split(typed).length > 0)
  return searchWords.length > 0 && searchWords.every(isFound)
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const days = (max: number) => maybe(fc.integer({ min: 0, max }).map((count) => formatIsoDate(day(count))))

const askedArbitrary: fc.Arbitrary<Asked> = fc.record({
  filters: fc.record({
    status: maybe(fc.constantFrom('open', 'declined', 'overdue', 'paid', 'disputed', 'refunded', 'credited')),
    currency: maybe(fc.constantFrom('USD', 'EUR', 'JPY', 'CHF')),
    created_from: days(10),
    created_to: days(10),
    due_from: days(6),
    due_to: days(6),
    paid_from: days(10),
    paid_to: days(10),
  }),
  search: fc.option(
    fc.constantFrom(
      'ada',
      'LOVE ada',
      'l',
      'velace',
      'Person2',
      'person2.',
      'example.com',
      'person1@example.com',
      'ünal oz',
      '100%',
      '%',
      '0.05',
      '5',
      'zoe o’brien',
      'łódź',
      'nobody',
      idAt(FIRST_MS, 0).slice(0, 10),
      idAt(FIRST_MS, 0).slice(0, 8),
    ),
  ),
})

const listArbitrary = fc.record({
  asked: askedArbitrary,
  sort: fc.constantFrom<Query['sort']>('created', 'due_date', 'amount', 'paid'),
  descending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 40 }),
})

const LATEST: Query = {
  sort: 'created',
  descending: true,
  after: null,
  before: null,
  limit: 5,
  search: null,
  filters: {},
}

type Walk = { after: Cursor | null; before: Cursor | null }

async function walk(
  read: (at: Walk) => Promise<Page<InvoiceSummary>>,
  step: (page: Page<InvoiceSummary>) => Walk | null,
  from: Walk,
): Promise<Page<InvoiceSummary>[]> {
  const pages: Page<InvoiceSummary>[] = []
  for (let at: Walk | null = from; at; ) {
    const page: Page<InvoiceSummary> = await read(at)
    pages.push(page)
    at = step(page)
  }
  return pages
}

const idsOf = (pages: Page<InvoiceSummary>[]) => pages.flatMap((page) => page.rows.map(({ id }) => id))

describe('the list of invoices', () => {
  test('every filter, order and page equals the naive list, forward and back', async () => {
    await fc.assert(
      fc.asyncProperty(listArbitrary, async ({ asked, sort, descending, limit }) => {
        const all = expected(asked, sort, descending)
        const read = (at: Walk) =>
          invoiceList.page(database(), accountId, { ...asked, sort, descending, limit, ...at })
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

  test('a row has its own customer, amounts, dates and status', async () => {
    const { rows: listed } = await invoiceList.page(database(), accountId, { ...LATEST, limit: 200 })
    const byId = new Map(rows.map(({ totalMinor: _total, ...row }) => [row.id, row]))
    for (const row of listed) expect(row).toMatchObject(byId.get(row.id) ?? {})
    expect(listed).toHaveLength(rows.length)
  })

  test("the currencies to choose from are the account's own", async () => {
    expect(await readInvoiceCurrencies(accountId)).toEqual(['EUR', 'JPY', 'USD'])
    const empty = await buildVendor()
    expect(await readInvoiceCurrencies(empty.test.id)).toEqual([])
    expect(otherId).not.toBe(accountId)
  })
})
