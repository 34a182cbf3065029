import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fraction, isHalfUp } from '@/lib/money/fraction.fixture'
import { taxSums, toRatePpm } from '@/lib/money/taxes'
import { type Discount, invoiceAmounts } from './amounts'

const runs = { seed: 20_261_122, numRuns: 1000 }

const taxes = fc.option(
  fc.record({
    name: fc.constantFrom('VAT', 'Sales tax'),
    ratePpm: fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths * 10),
    isInclusive: fc.boolean(),
  }),
)
const items = fc.array(
  fc.record({
    quantityMicros: fc.bigInt(1n, 50_000_000n),
    unitPriceMinor: fc.bigInt(0n, 9_999_999n),
    tax: taxes,
  }),
  { minLength: 1, maxLength: 8 },
)
/** A share of the sum of the lines, in parts per million. */
const shares = fc.integer({ min: 0, max: 1_000_000 })

const sum = (amounts: bigint[]) => amounts.reduce((total, each) => total + each, 0n)

/** Amounts of an invoice with a discount of some of its lines' sum, in percent or as an amount. */
const invoices = fc.tuple(items, shares, fc.boolean()).map(([lines, ppm, isPercent]) => {
  const { subtotalMinor } = invoiceAmounts(lines, null)
  const discount: Discount = isPercent ? { ppm } : { amountMinor: (subtotalMinor * BigInt(ppm)) / 1_000_000n }
  return { items: lines, discount, ...invoiceAmounts(lines, discount) }
})

describe('an invoice with taxes and a discount', () => {
  test('asks for its lines, less the discount, plus the taxes on top, to the minor unit', () => {
    fc.assert(
      fc.property(invoices, ({ items, lines, subtotalMinor, discountMinor, baseAmountMinor }) => {
        const onTop = lines.filter((_, index) => !items[index]?.tax?.isInclusive)
        expect(sum(lines.map((line) => line.lineAmountMinor))).toBe(subtotalMinor)
        expect(sum(lines.map((line) => line.discountMinor))).toBe(discountMinor)
        expect(baseAmountMinor).toBe(
          subtotalMinor - discountMinor + sum(onTop.map(({ taxMinor }) => taxMinor)),
        )
      }),
      runs,
    )
  })

  test('takes no more off a line than it comes to', () => {
    fc.assert(
      fc.property(invoices, ({ lines }) =>
        lines.every((line) => line.discountMinor >= 0n && line.discountMinor <= line.lineAmountMinor),
      ),
      runs,
    )
  })

  test('rounds the tax of each line half up, after the discount', () => {
    fc.assert(
      fc.property(invoices, ({ items, lines }) =>
        lines.every(({ lineAmountMinor, discountMinor, taxMinor }, index) => {
          const tax = items[index]?.tax
          if (!tax) return taxMinor === 0n
          const rate = BigInt(tax.ratePpm)
          const whole = tax.isInclusive ? 1_000_000n + rate : 1_000_000n
          return isHalfUp(taxMinor, fraction((lineAmountMinor - discountMinor) * rate, whole))
        }),
      ),
      runs,
    )
  })

  test('has the same taxes when they are summed by name and rate', () => {
    fc.assert(
      fc.property(invoices, ({ items, lines }) => {
        const taxed = lines.map(({ taxMinor }, index) => ({ tax: items[index]?.tax ?? null, taxMinor }))
        return sum(taxSums(taxed).map(({ taxMinor }) => taxMinor)) === sum(taxed.map((line) => line.taxMinor))
      }),
      runs,
    )
  })

  test('without either asks for the sum of its lines', () => {
    fc.assert(
      fc.property(items, (items) => {
        const plain = items.map((item) => ({ ...item, tax: null }))
        const { baseAmountMinor, subtotalMinor } = invoiceAmounts(plain, null)
        return baseAmountMinor === subtotalMinor
      }),
      runs,
    )
  })
})

const line = (unitPriceMinor: bigint, ratePpm: number, isInclusive: boolean) => ({
  quantityMicros: 1_000_000n,
  unitPriceMinor,
  tax: { name: 'VAT', ratePpm, isInclusive },
})

test.each([
  ['19 % on top of 100.00', [line(10_000n, 190_000, false)], null, [1900n], 11_900n],
  ['19 % in 119.00', [line(11_900n, 190_000, true)], null, [1900n], 11_900n],
  ['8.875 % on top of 9.99', [line(999n, 88_750, false)], null, [89n], 1088n],
  ['20 % on top of 100.00 less 10 %', [line(10_000n, 200_000, false)], { ppm: 100_000 }, [1800n], 10_800n],
  ['half a cent of tax', [line(10n, 50_000, false)], null, [1n], 11n],
  [
    '0.01 off three lines of 0.01',
    [line(1n, 0, false), line(1n, 0, false), line(1n, 0, false)],
    { amountMinor: 1n },
    [0n, 0n, 0n],
    2n,
  ],
])('%s', (_words, lines, discount, taxAmounts, base) => {
  const amounts = invoiceAmounts(lines, discount)
  expect(amounts.lines.map(({ taxMinor }) => taxMinor)).toEqual(taxAmounts)
  expect(amounts.baseAmountMinor).toBe(base)
})

test('a discount above the sum of the lines is refused', () => {
  expect(() => invoiceAmounts([line(10n, 0, false)], { amountMinor: 11n })).toThrow(RangeError)
})

test.each([
  [{ digits: 19n, scale: 0 }, 190_000],
  [{ digits: 8875n, scale: 3 }, 88_750],
  [{ digits: 100n, scale: 0 }, 1_000_000],
  [{ digits: 0n, scale: 0 }, 0],
  [{ digits: 100_001n, scale: 3 }, null],
  [{ digits: 88_755n, scale: 4 }, null],
  [{ digits: -1n, scale: 0 }, null],
])('a rate of %s percent is %s parts per million', (percent, ppm) => {
  expect(toRatePpm(percent)).toBe(ppm)
})
