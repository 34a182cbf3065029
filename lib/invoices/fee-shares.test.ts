import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  affordableRefundMinor,
  cardShares,
  creditableMinor,
  creditDueMinor,
  invoiceFee,
  type ReversalAmounts,
  refundableMinor,
  refundShares,
  reversedBaseMinor,
} from './amounts'

const NOTHING: ReversalAmounts = { amountMinor: 0n, baseMinor: 0n }

const terms = fc.record({
  feePpm: fc.integer({ min: 0, max: 1_000_000 }),
  feeFixedMinor: fc.bigInt(0n, 500n),
  paysFee: fc.boolean(),
  returnsFee: fc.boolean(),
})

/** A payment by card of an invoice, which may have been paid in part outside the wallet. */
const payments = fc
  .record({ terms, baseAmountMinor: fc.bigInt(1n, 20_000n), ofTotal: fc.bigInt(1n, 1000n) })
  .map(({ terms: { returnsFee, ...schedule }, baseAmountMinor, ofTotal }) => {
    const fee = invoiceFee(baseAmountMinor, 'USD', schedule)
    const totalMinor = baseAmountMinor + fee.feeAmountMinor
    const paidMinor = (totalMinor * ofTotal) / 1000n || 1n
    return cardShares(paidMinor, { baseAmountMinor, ...fee, returnsFee })
  })

const plus = (one: ReversalAmounts, other: ReversalAmounts): ReversalAmounts => ({
  amountMinor: one.amountMinor + other.amountMinor,
  baseMinor: one.baseMinor + other.baseMinor,
})

const runs = { seed: 20_261_128, numRuns: 2000 }

describe('a payment by card', () => {
  test('is shared between vendor and platform without a rest', () => {
    fc.assert(
      fc.property(payments, ({ paidMinor, vendorMinor }) => vendorMinor >= 0n && vendorMinor <= paidMinor),
      runs,
    )
  })

  test.each([
    ['the customer pays the fee and a refund keeps it', false, false, [10_000n, 10_000n], 10_000n],
    ['the customer pays the fee and a refund returns it', false, true, [10_320n, 10_000n], 10_000n],
    ['the vendor pays the fee and a refund keeps it', true, false, [10_000n, 10_000n], 9_680n],
    ['the vendor pays the fee and a refund returns it', true, true, [10_000n, 9_680n], 9_680n],
  ] as const)('of 100.00 where %s', (_what, paysFee, returnsFee, [amountMinor, baseMinor], vendorMinor) => {
    const fee = invoiceFee(10_000n, 'USD', { feePpm: 29_000, feeFixedMinor: 30n, paysFee })
    const shares = cardShares(10_000n + fee.feeAmountMinor, { baseAmountMinor: 10_000n, ...fee, returnsFee })
    expect(shares.vendorMinor).toBe(vendorMinor)
    expect(refundableMinor(shares, NOTHING)).toBe(10_000n)
    expect(refundShares(10_000n, shares, NOTHING)).toEqual({ amountMinor, baseMinor })
  })

  test('whose fee is more than the vendor’s invoice leaves the vendor nothing, and takes nothing else from it', () => {
    const fee = invoiceFee(20n, 'USD', { feePpm: 29_000, feeFixedMinor: 30n, paysFee: true })
    const shares = cardShares(20n, { baseAmountMinor: 20n, ...fee, returnsFee: true })
    expect(shares).toMatchObject({ paidMinor: 20n, vendorMinor: 0n })
    expect(refundShares(20n, shares, NOTHING)).toEqual({ amountMinor: 20n, baseMinor: 0n })
  })
})

describe('the most that can be refunded now', () => {
  test('is what is left, or as much of it as the vendor’s funds cover, to the cent', () => {
    fc.assert(
      fc.property(
        payments,
        fc.bigInt(0n, 25_000n),
        fc.bigInt(0n, 20_000n),
        fc.constantFrom(1n, 10n, 100n),
        (shares, fundsMinor, wantedMinor, step) => {
          const leftFirstMinor = refundableMinor(shares, NOTHING)
          const isRefundedBefore = wantedMinor > 0n && wantedMinor < leftFirstMinor
          const before = isRefundedBefore ? refundShares(wantedMinor, shares, NOTHING) : NOTHING
          const leftMinor = refundableMinor(shares, before)
          const most = affordableRefundMinor(fundsMinor, shares, before, step)
          const takenMinor = (minor: bigint) => refundShares(minor, shares, before).baseMinor
          expect(most >= 0n && most <= (leftMinor > 0n ? leftMinor : 0n)).toBe(true)
          if (most > 0n) expect(takenMinor(most)).toBeLessThanOrEqual(fundsMinor)
          if (most >= leftMinor) return
          expect(most % step).toBe(0n)
          const next = most + step
          if (next <= leftMinor) expect(takenMinor(next)).toBeGreaterThan(fundsMinor)
        },
      ),
      runs,
    )
  })

  test('of a first sale is less than the whole where the vendor paid a fee that is kept', () => {
    const fee = invoiceFee(10_000n, 'USD', { feePpm: 29_000, feeFixedMinor: 30n, paysFee: true })
    const most = (returnsFee: boolean) => {
      const shares = cardShares(10_000n, { baseAmountMinor: 10_000n, ...fee, returnsFee })
      return affordableRefundMinor(shares.vendorMinor, shares, NOTHING)
    }
    expect([most(false), most(true)]).toEqual([9_680n, 10_000n])
  })
})

describe('refunds in parts', () => {
  const parts = fc.array(fc.bigInt(1n, 8000n), { maxLength: 8 })

  test('give back exactly the fee, or nothing of it, once all is refunded', () => {
    fc.assert(
      fc.property(payments, parts, (shares, wanted) => {
        let before = NOTHING
        for (const part of [...wanted, null]) {
          const leftMinor = refundableMinor(shares, before)
          if (leftMinor <= 0n) break
          const refund = refundShares(part === null || part > leftMinor ? leftMinor : part, shares, before)
          expect(refund.baseMinor >= 0n && refund.baseMinor <= refund.amountMinor).toBe(true)
          before = plus(before, refund)
          const feeBackMinor = before.amountMinor - before.baseMinor
          expect(feeBackMinor).toBeLessThanOrEqual(shares.paidMinor - shares.vendorMinor)
          expect(before.amountMinor).toBeLessThanOrEqual(shares.paidMinor)
        }
        // A rest that is all fee can't be refunded.
        if (before.amountMinor === 0n) return
        expect(refundableMinor(shares, before)).toBe(0n)
        expect(before.amountMinor - before.baseMinor).toBe(
          shares.returnsFee ? shares.paidMinor - shares.vendorMinor : 0n,
        )
      }),
      runs,
    )
  })

  test.each([
    ['KWD', 10_000n, 290n, 10n, 5_000n, 5_140n],
    ['MGA', 1_000_000n, 29_000n, 100n, 33_300n, 34_200n],
  ])('in %s are of whole steps, and the last takes the rest', (_currency, base, fee, step, part, amount) => {
    const shares = cardShares(base + fee, {
      baseAmountMinor: base,
      feeAmountMinor: fee,
      vendorFeeMinor: 0n,
      returnsFee: true,
    })
    const first = refundShares(part, shares, NOTHING, step)
    expect(first).toEqual({ amountMinor: amount, baseMinor: part })
    const rest = refundShares(base - part, shares, first, step)
    expect(plus(first, rest)).toEqual({ amountMinor: base + fee, baseMinor: base })
    expect(rest.amountMinor % step).toBe(0n)
  })

  test('and those that are made at the provider, with some that fail, never give back more than the fee', () => {
    const step = fc.record({ part: fc.bigInt(1n, 8000n), isOurs: fc.boolean(), fails: fc.nat(5) })
    fc.assert(
      fc.property(payments, fc.array(step, { maxLength: 12 }), (shares, steps) => {
        let refunds: ReversalAmounts[] = []
        const feeMinor = shares.paidMinor - shares.vendorMinor
        for (const { part, isOurs, fails } of steps) {
          const before = refunds.reduce(plus, NOTHING)
          const leftMinor = isOurs ? refundableMinor(shares, before) : shares.paidMinor - before.amountMinor
          if (leftMinor <= 0n) continue
          const minor = part > leftMinor ? leftMinor : part
          const refund = isOurs
            ? refundShares(minor, shares, before)
            : { amountMinor: minor, baseMinor: reversedBaseMinor(minor, shares, before) }
          refunds = [...refunds, refund].filter((_, index) => index !== fails || index % 2 === 0)
          const sum = refunds.reduce(plus, NOTHING)
          expect(sum.amountMinor).toBeLessThanOrEqual(shares.paidMinor)
          expect(sum.amountMinor - sum.baseMinor).toBeLessThanOrEqual(feeMinor)
          if (shares.vendorPaysFee && !shares.returnsFee) expect(sum.amountMinor).toBe(sum.baseMinor)
        }
      }),
      runs,
    )
  })
})

describe('credits of an open invoice', () => {
  /** The amounts by which credits of lines lower what is due, and what is left of the lines then. */
  function credits(baseAmountMinor: bigint, feeAmountMinor: bigint, lines: bigint[]) {
    const terms = { baseAmountMinor, feeAmountMinor, vendorFeeMinor: 0n }
    let [creditedMinor, linesLeftMinor] = [0n, baseAmountMinor]
    const amounts = lines.map((linesMinor) => {
      const leftMinor = baseAmountMinor + feeAmountMinor - creditedMinor
      const most = creditableMinor(leftMinor, linesLeftMinor, { ...terms, outsideMinor: 0n })
      const left = { leftMinor, mostMinor: most, linesLeftMinor }
      const amountMinor = creditDueMinor(linesMinor, left, { ...terms, creditedMinor })
      creditedMinor += amountMinor
      linesLeftMinor -= linesMinor
      return amountMinor
    })
    return { amounts, creditedMinor, linesLeftMinor }
  }

  test('never take less than their lines, and together the whole fee', () => {
    const lines = [17n, 17n, 17n, 17n, 17n, 15n]
    const { amounts, creditedMinor } = credits(100n, 3n, lines)
    expect(creditedMinor).toBe(103n)
    for (const [index, amount] of amounts.entries()) expect(amount).toBeGreaterThanOrEqual(lines[index] ?? 0n)
  })

  test('take as much of the fee in many small parts as in one', () => {
    expect(
      credits(
        1000n,
        30n,
        Array.from({ length: 50 }, () => 16n),
      ).creditedMinor,
    ).toBe(824n)
    expect(credits(1000n, 30n, [800n]).creditedMinor).toBe(824n)
  })
})
