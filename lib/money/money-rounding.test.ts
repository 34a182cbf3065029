import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceFee, lineAmountMinor } from '@/lib/invoices/amounts'
import { exceedsMaxAmount } from '@/lib/money/decimals'
import { exponentOf } from './currencies'
import { fraction, isAbove, isHalfUp, tenTo } from './fraction.fixture'

const runs = { seed: 20_261_121, numRuns: 2000 }
/** Of an invoice whose customer pays it. */
const feeMinor = (base: bigint, currency: string, schedule: { feePpm: number; feeFixedMinor: bigint }) =>
  invoiceFee(base, currency, { ...schedule, paysFee: false }).feeAmountMinor
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KRW', 'KWD', 'BHD', 'HUF', 'CLF']

describe('rounding', () => {
  const quantities = fc.bigInt(1n, 999_999_999n * 1_000_000n)
  const prices = fc.bigInt(0n, 10n ** 15n)

  test('a line is quantity times price, rounded half up to the minor unit', () => {
    fc.assert(
      fc.property(quantities, prices, (quantityMicros, unitPriceMinor) =>
        isHalfUp(
          lineAmountMinor(quantityMicros, unitPriceMinor),
          fraction(quantityMicros * unitPriceMinor, 1_000_000n),
        ),
      ),
      runs,
    )
  })

  test('a whole quantity is never rounded', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 999_999_999n),
        prices,
        (quantity, unitPriceMinor) =>
          lineAmountMinor(quantity * 1_000_000n, unitPriceMinor) === quantity * unitPriceMinor,
      ),
      runs,
    )
  })

  test.each([
    [500_000n, 1n, 1n],
    [499_999n, 1n, 0n],
    [1n, 500_000n, 1n],
    [1n, 499_999n, 0n],
    [2_500_000n, 1n, 3n],
    [333_333n, 300n, 100n],
    [1_000_000n, 0n, 0n],
  ])('%s millionths at a price of %s come to %s', (quantityMicros, unitPriceMinor, amount) => {
    expect(lineAmountMinor(quantityMicros, unitPriceMinor)).toBe(amount)
  })

  test('a fee is its percentage, rounded half up, plus a fixed part on US dollars only', () => {
    const schedules = fc.record({
      feePpm: fc.integer({ min: 0, max: 1_000_000 }),
      feeFixedMinor: fc.bigInt(0n, 10n ** 13n),
    })
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 14n),
        fc.constantFrom(...CURRENCIES),
        schedules,
        (base, currency, schedule) => {
          const fixed = currency === 'USD' ? schedule.feeFixedMinor : 0n
          const percentage = feeMinor(base, currency, schedule) - fixed
          return isHalfUp(percentage, fraction(base * BigInt(schedule.feePpm), 1_000_000n))
        },
      ),
      runs,
    )
  })

  test('a fee that the vendor pays is the same, but never more than the base amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 6n),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.bigInt(0n, 10n ** 4n),
        (base, feePpm, feeFixedMinor) => {
          const fee = feeMinor(base, 'USD', { feePpm, feeFixedMinor })
          const { feeAmountMinor, vendorFeeMinor } = invoiceFee(base, 'USD', {
            feePpm,
            feeFixedMinor,
            paysFee: true,
          })
          return feeAmountMinor === 0n && vendorFeeMinor === (fee < base ? fee : base)
        },
      ),
      runs,
    )
  })

  const platformDefault = { feePpm: 29_000, feeFixedMinor: 30n }
  test.each([
    [10_000n, 'USD', 320n],
    [1n, 'USD', 30n],
    [17n, 'USD', 30n],
    [18n, 'USD', 31n],
    [50n, 'USD', 31n],
    [2500n, 'USD', 103n],
    [99_999_999_999n, 'USD', 2_900_000_030n],
    [10_000n, 'EUR', 290n],
    [500n, 'JPY', 15n],
    [10_000n, 'KWD', 290n],
  ])('2.9 %% + 0.30 USD on %s minor units of %s is %s', (base, currency, fee) => {
    expect(feeMinor(base, currency, platformDefault)).toBe(fee)
  })

  test('amounts and rates below zero are refused', () => {
    expect(() => lineAmountMinor(-1n, 1n)).toThrow()
    expect(() => feeMinor(-1n, 'USD', platformDefault)).toThrow()
  })
})

describe('the largest invoice amount', () => {
  test.each([
    ['USD', 99_999_999_999n],
    ['JPY', 999_999_999n],
    ['KWD', 999_999_999_990n],
  ])('in %s is %s minor units', (currency, most) => {
    expect(exceedsMaxAmount(most, exponentOf(currency))).toBe(false)
    expect(exceedsMaxAmount(most + 1n, exponentOf(currency))).toBe(true)
  })

  test('in every currency is 999,999,999.99 major units', () => {
    const maximum = fraction(99_999_999_999n, 100n)
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 14n), fc.constantFrom(...CURRENCIES), (minor, currency) => {
        const major = fraction(minor, tenTo(exponentOf(currency)))
        return exceedsMaxAmount(minor, exponentOf(currency)) === isAbove(major, maximum)
      }),
      runs,
    )
  })
})
