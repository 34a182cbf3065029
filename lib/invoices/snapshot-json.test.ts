import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { InvoiceStatus } from '@/lib/db/generated/enums'
import { isStorableText } from '@/lib/db/storable-text'
import { newId } from '@/lib/ids'
import { jsonAmount, toJson } from '@/lib/json'
import { skipLedgerCheck } from '@/lib/ledger/sound-ledger.fixture'
import { allCurrencies } from '@/lib/money/currencies'
import type { Account } from '@/lib/vendors/account'
import { buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { invoiceSnapshot } from './answer'
import { findInvoice, totalMinor } from './invoice'
import { readCustomerWithPaidInvoices, readInvoiceJson } from './snapshot-json'

// Invoices of any status, without their money.
skipLedgerCheck()

let account: Account
beforeAll(async () => {
  account = (await buildVendor()).test
})

/** Whatever a column takes, with what JSON has to escape and what takes four bytes. */
const words = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof(
        fc.constantFrom('"', '\\', '/', '\n', '\t', '\u0001', '\u007f', '☕', '🥐', '\u2028'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength,
    })
    .filter((text) => isStorableText(text) && [...text].length <= maxLength)

const LARGE = 10n ** 17n

const items = fc.array(
  fc.record({
    title: words(40),
    quantityMicros: fc.oneof(
      fc.bigInt({ min: 1n, max: 3_000_000n }),
      fc.bigInt({ min: 1n, max: 999_999_999_000_000n }),
    ),
    unitPriceMinor: fc.oneof(fc.bigInt({ min: 0n, max: 20_000n }), fc.bigInt({ min: 0n, max: LARGE })),
    lineAmountMinor: fc.constant(1n),
  }),
  { minLength: 1, maxLength: 12 },
)
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2120-01-01'), noInvalidDate: true })

const fields = {
  email: words(60),
  currency: fc.constantFrom('USD', 'JPY', 'KWD', ...allCurrencies().map(({ code }) => code)),
  baseAmountMinor: fc.oneof(fc.bigInt({ min: 1n, max: 20_000n }), fc.bigInt({ min: 1n, max: LARGE })),
  feeAmountMinor: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 9_999n })),
  status: fc.constantFrom(...Object.values(InvoiceStatus)),
  dueDate: moment.map((date) => new Date(date.toISOString().slice(0, 10))),
  paymentMethod: words(20),
  paidAt: moment,
  createdAt: moment,
  voidedAt: moment,
  voidedFrom: fc.constantFrom('CREATED', 'FAILED', 'UNPAID'),
  reference: fc.option(words(20)),
  metadata: fc.option(fc.dictionary(words(10), words(20), { maxKeys: 4 }), { nil: undefined }),
  isCredited: fc.boolean(),
  items,
}
const invoice = fc.record(fields)
type InvoiceDraft = typeof invoice extends fc.Arbitrary<infer Fields> ? Fields : never

async function save(customerId: string, { items, metadata, isCredited, ...fields }: InvoiceDraft) {
  const id = newId()
  const wholeMinor = fields.baseAmountMinor + fields.feeAmountMinor
  // A voided one is credited in full.
  const creditedMinor = fields.status === 'VOIDED' ? wholeMinor : wholeMinor / 3n
  await database().invoice.create({
    data: {
      ...fields,
      ...(metadata && { metadata }),
      ...(isCredited && { creditedMinor }),
      ...(fields.status === 'PAID' ? {} : { paymentMethod: null, paidAt: null }),
      ...(fields.status === 'VOIDED' ? {} : { voidedAt: null, voidedFrom: null }),
      accountId: account.id,
      id,
      number: id.slice(0, 32),
      customerId,
      payToken: id.replaceAll('-', ''),
      seller: {},
      billedTo: {},
      items: { create: items.map((item, index) => ({ ...item, position: index + 1 })) },
    },
  })
  return findInvoice(connectionPool(), account.id, id)
}

test('PostgreSQL writes any invoice as the presenter does, to the letter', async () => {
  const { id: customerId } = await buildCustomer(account)
  await fc.assert(
    fc.asyncProperty(invoice, async (draft) => {
      const saved = await save(customerId, draft)
      const { text } = await readInvoiceJson(connectionPool(), account.id, saved.id)
      expect(text).toBe(toJson(invoiceSnapshot(saved)))
    }),
    { numRuns: 200 },
  )
}, 60_000)

test('a customer has the paid invoices only, latest payment first, and their exact total by currency', async () => {
  const list = fc.array(
    fc.record({
      ...fields,
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      status: fc.constantFrom('PAID', 'PAID', 'PAID', 'UNPAID'),
      // Few moments, so that some are equal.
      paidAt: fc.constantFrom(new Date('2026-03-01'), new Date('2026-03-02'), new Date('2026-03-03')),
    }),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(list, async (all) => {
      const { id: customerId } = await buildCustomer(account, { email: `${newId()}@example.com` })
      const saved = []
      for (const draft of all) saved.push(await save(customerId, draft))
      const paid = saved
        .filter(({ status }) => status === 'PAID')
        .sort((a, b) => Number(b.paidAt) - Number(a.paidAt) || (a.id < b.id ? 1 : -1))
      const read = await readCustomerWithPaidInvoices(connectionPool(), account.id, customerId)
      expect(read.customer).toMatchObject({ id: customerId })
      expect(read.paidCount).toBe(paid.length)
      expect(read.paidInvoices.text).toBe(toJson(paid.map(invoiceSnapshot)))
      expect(JSON.parse(read.paidTotals.text)).toEqual(JSON.parse(toJson(totalsOf(paid))))
    }),
    { numRuns: 40 },
  )
}, 60_000)

function totalsOf(invoices: Awaited<ReturnType<typeof findInvoice>>[]) {
  const totals = new Map<string, bigint>()
  for (const each of invoices) {
    const paidMinor = totalMinor(each) - each.creditedMinor
    totals.set(each.currency, (totals.get(each.currency) ?? 0n) + paidMinor)
  }
  return Object.fromEntries([...totals].map(([currency, minor]) => [currency, jsonAmount(minor, currency)]))
}
