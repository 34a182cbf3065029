import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exponentOf } from '@/lib/money/currencies'
import { formatDecimal } from '@/lib/money/decimals'
import { invoiceFee, lineAmountMinor } from './amounts'
import { invoiceBody } from './invoice-body'
import { draftAmounts, type InvoiceFields, invoiceFields, NEW_INVOICE, NEW_ITEM } from './invoice-fields'

const CURRENCIES = ['USD', 'JPY', 'KWD', 'EUR']
const EXPONENTS = Object.fromEntries(CURRENCIES.map((currency) => [currency, exponentOf(currency)]))
const SCHEMA = invoiceFields(EXPONENTS)

const draft = (fields: Partial<InvoiceFields>): InvoiceFields => ({
  ...NEW_INVOICE,
  customer: { id: null, email: 'ada@example.com', name: 'Ada' },
  items: [{ ...NEW_ITEM, title: 'Croissants', quantity: '1', price: '10' }],
  ...fields,
})

const drafts = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  lines: fc.array(
    fc.record({ quantityMicros: fc.bigInt(1n, 5_000_000n), priceMinor: fc.bigInt(1n, 9_999_999n) }),
    { minLength: 1, maxLength: 5 },
  ),
  fees: fc.record({
    feePpm: fc.integer({ min: 0, max: 200_000 }),
    feeFixedMinor: fc.bigInt(0n, 500n),
    paysFee: fc.boolean(),
  }),
})

describe('the form of a new invoice', () => {
  test('shows the totals that the service computes from the same input', () => {
    fc.assert(
      fc.property(drafts, ({ currency, lines, fees }) => {
        const exponent = exponentOf(currency)
        const items = lines.map(({ quantityMicros, priceMinor }) => ({
          ...NEW_ITEM,
          title: 'Item',
          quantity: formatDecimal(quantityMicros, 6),
          price: formatDecimal(priceMinor, exponent),
        }))
        const totals = draftAmounts(draft({ items, currency }), exponent, fees)
        const base = lines.reduce(
          (sum, { quantityMicros, priceMinor }) => sum + lineAmountMinor(quantityMicros, priceMinor),
          0n,
        )
        fc.pre(base > 0n)
        const sent = items.map(({ title, quantity, price }) => ({ title, qty: quantity, price }))
        const parsed = invoiceBody.read({ email: 'ada@example.com', currency, items: sent })
        expect(parsed.items.map((item) => lineAmountMinor(item.quantityMicros, item.unitPriceMinor))).toEqual(
          totals.lines,
        )
        expect(totals.subtotalMinor).toBe(base)
        const fee = invoiceFee(base, currency, fees)
        expect(totals.totalMinor).toBe(base + fee.feeAmountMinor)
        expect(totals.vendorFeeMinor).toBe(fee.vendorFeeMinor)
      }),
      { seed: 20_261_121, numRuns: 500 },
    )
  })

  test.each<[string, Partial<InvoiceFields>, string]>([
    ['no customer', { customer: null }, 'customer'],
    [
      'an item without a title',
      { items: [{ ...NEW_ITEM, title: ' ', quantity: '1', price: '1' }] },
      'items.0.title',
    ],
    [
      'a quantity of none',
      { items: [{ ...NEW_ITEM, title: 'A', quantity: '0', price: '1' }] },
      'items.0.quantity',
    ],
    [
      'a quantity with seven decimals',
      { items: [{ ...NEW_ITEM, title: 'A', quantity: '0.0000001', price: '1' }] },
      'items.0.quantity',
    ],
    [
      'a price that is no number',
      { items: [{ ...NEW_ITEM, title: 'A', quantity: '1', price: '1,5,0' }] },
      'items.0.price',
    ],
    [
      'a negative price',
      { items: [{ ...NEW_ITEM, title: 'A', quantity: '1', price: '-1' }] },
      'items.0.price',
    ],
    [
      'cents of yen',
      { items: [{ ...NEW_ITEM, title: 'A', quantity: '1', price: '1.50' }], currency: 'JPY' },
      'items.0.price',
    ],
    ['nothing to pay', { items: [{ ...NEW_ITEM, title: 'A', quantity: '1', price: '0' }] }, 'items.0.price'],
    ['more than an invoice may ask for', { kind: 'amount', amount: '1000000000' }, 'amount'],
    ['an amount of zero', { kind: 'amount', amount: '0.00' }, 'amount'],
    ['an address that is none', { redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
    ['an address with a password in it', { webhookUrl: 'https://a:b@example.com' }, 'webhookUrl'],
  ])('%s is reported beside its field', (_what, fields, field) => {
    const { error } = SCHEMA.safeParse(draft(fields))
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(field)
  })

  test('items do not block a single amount, nor the other way round', () => {
    const empty = [{ ...NEW_ITEM, title: '', quantity: '', price: '' }]
    expect(SCHEMA.safeParse(draft({ kind: 'amount', amount: '25', items: empty })).success).toBe(true)
    expect(SCHEMA.safeParse(draft({ amount: 'no number' })).success).toBe(true)
  })
})
