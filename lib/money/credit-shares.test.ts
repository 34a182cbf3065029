import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditShares } from './credit-shares'

const lines = fc.array(
  fc.tuple(fc.bigInt(0n, 1_000_000n), fc.integer({ min: 0, max: 500 })).map(([grossMinor, thousandths]) => ({
    grossMinor,
    taxMinor: (grossMinor * BigInt(thousandths)) / 1000n,
  })),
  { minLength: 1, maxLength: 8 },
)
const sum = (amounts: bigint[]) => amounts.reduce((total, each) => total + each, 0n)

test('credits share an invoice among its lines to the minor unit, and take each line and tax once', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 5 }), (lines, parts) => {
      const totalMinor = sum(lines.map(({ grossMinor }) => grossMinor))
      const credits: bigint[] = []
      let left = lines
      const credit = (creditMinor: bigint) => {
        credits.push(creditMinor)
        const shares = creditShares(lines, credits)
        expect(sum(shares.map(({ grossMinor }) => grossMinor))).toBe(creditMinor)
        left = left.map(({ grossMinor, taxMinor }, index) => {
          const share = shares[index] ?? { grossMinor: -1n, taxMinor: -1n }
          // No share is negative, has more tax than it comes to, or is more than is left.
          expect(share.taxMinor >= 0n && share.grossMinor >= share.taxMinor).toBe(true)
          const after = { grossMinor: grossMinor - share.grossMinor, taxMinor: taxMinor - share.taxMinor }
          expect(after.taxMinor >= 0n && after.grossMinor >= after.taxMinor).toBe(true)
          return after
        })
      }
      for (const part of parts) {
        credit((sum(left.map(({ grossMinor }) => grossMinor)) * BigInt(part)) / 1000n)
      }
      credit(totalMinor - sum(credits))
      expect(left.every(({ grossMinor, taxMinor }) => grossMinor === 0n && taxMinor === 0n)).toBe(true)
    }),
    { seed: 20_261_127, numRuns: 500 },
  )
})

test('what is more than the invoice is nobody’s share', () => {
  const line = { grossMinor: 11_900n, taxMinor: 1_900n }
  expect(creditShares([line], [12_500n])).toEqual([line])
  expect(creditShares([line], [11_900n, 100n])).toEqual([{ grossMinor: 0n, taxMinor: 0n }])
})
