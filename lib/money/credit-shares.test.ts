import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenShares, type LineShare, leftOfLines, sharesInProportion } from './credit-shares'

const lines = fc.array(
  fc.tuple(fc.bigInt(0n, 1_000_000n), fc.integer({ min: 0, max: 500 })).map(([grossMinor, thousandths]) => ({
    grossMinor,
    taxMinor: (grossMinor * BigInt(thousandths)) / 1000n,
  })),
  { minLength: 1, maxLength: 8 },
)

const thousandths = fc.integer({ min: 0, max: 1000 })

/** A credit of a part of what is left, or of parts of chosen lines; or an earlier one that is taken back. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), part: thousandths }),
  fc.record({
    kind: fc.constant('items' as const),
    parts: fc.array(thousandths, { minLength: 8, maxLength: 8 }),
  }),
  fc.record({ kind: fc.constant('back' as const), place: fc.nat(10) }),
)

const sum = (shares: LineShare[]) => shares.reduce((total, { grossMinor }) => total + grossMinor, 0n)
const partOf = (minor: bigint, part: number) => (minor * BigInt(part)) / 1000n

test('credits by amount and by item, and those that come back, never take more than a line has, and the last takes all of it', () => {
  fc.assert(
    fc.property(lines, fc.array(step, { maxLength: 8 }), (lines, steps) => {
      const credits: LineShare[][] = []
      const expectSound = () => {
        for (const { grossMinor, taxMinor } of leftOfLines(lines, credits)) {
          expect(taxMinor >= 0n && grossMinor >= taxMinor).toBe(true)
        }
      }
      const credit = (shares: LineShare[], creditMinor: bigint) => {
        expect(sum(shares)).toBe(creditMinor)
        for (const { grossMinor, taxMinor } of shares) {
          expect(taxMinor >= 0n && grossMinor >= taxMinor).toBe(true)
        }
        credits.push(shares)
        expectSound()
      }
      for (const each of steps) {
        const left = leftOfLines(lines, credits)
        if (each.kind === 'back') {
          credits.splice(each.place, 1)
          expectSound()
        } else if (each.kind === 'amount') {
          const creditMinor = partOf(sum(left), each.part)
          credit(sharesInProportion(left, creditMinor), creditMinor)
        } else {
          const amounts = left.map(({ grossMinor }, index) => partOf(grossMinor, each.parts[index] ?? 0))
          const chosen = new Map(amounts.entries())
          credit(
            chosenShares(left, chosen),
            amounts.reduce((total, amount) => total + amount, 0n),
          )
        }
      }
      const rest = leftOfLines(lines, credits)
      credit(sharesInProportion(rest, sum(rest)), sum(rest))
      expect(
        leftOfLines(lines, credits).every((line) => line.grossMinor === 0n && line.taxMinor === 0n),
      ).toBe(true)
    }),
    { seed: 20_261_127, numRuns: 500 },
  )
})

test('what is more than the invoice is nobody’s share', () => {
  const line = { grossMinor: 11_900n, taxMinor: 1_900n }
  expect(sharesInProportion([line], 12_500n)).toEqual([line])
  expect(sharesInProportion(leftOfLines([line], [[line]]), 100n)).toEqual([{ grossMinor: 0n, taxMinor: 0n }])
})

test('a chosen line bears its own amount and tax, and the others nothing', () => {
  const [design, books] = [
    { grossMinor: 11_900n, taxMinor: 1_900n },
    { grossMinor: 5_350n, taxMinor: 350n },
  ]
  expect(chosenShares([design, books], new Map([[1, 2_675n]]))).toEqual([
    { grossMinor: 0n, taxMinor: 0n },
    { grossMinor: 2_675n, taxMinor: 175n },
  ])
})
