import { divideHalfUp } from './decimals'

/** A line of an invoice, or a part of it: discount taken off and taxes included, and the tax in it. */
export type LineShare = { grossMinor: bigint; taxMinor: bigint }

/** A stored line as it was charged. */
export function chargedLine(line: {
  lineAmountMinor: bigint
  discountMinor: bigint
  taxMinor: bigint
  tax: { isInclusive: boolean } | null
}): LineShare {
  const { lineAmountMinor, discountMinor, taxMinor, tax } = line
  const onTopMinor = tax && !tax.isInclusive ? taxMinor : 0n
  return { grossMinor: lineAmountMinor - discountMinor + onTopMinor, taxMinor }
}

/** What credits leave of the lines, each credit being its share of every line. */
export function leftOfLines(lines: LineShare[], credits: LineShare[][]): LineShare[] {
  return lines.map((line, index) =>
    credits.reduce(
      (left, shares) => ({
        grossMinor: left.grossMinor - (shares[index]?.grossMinor ?? 0n),
        taxMinor: left.taxMinor - (shares[index]?.taxMinor ?? 0n),
      }),
      line,
    ),
  )
}

/**
 * Shares a credit among the lines in proportion to what earlier ones left of them, as a discount is
 * (docs/decisions/0057-taxes-and-discounts.md). The shares add up to the credit, and none is more than its line has left. What is
 * more than all of them have left is nobody's share.
 */
export function sharesInProportion(left: LineShare[], creditMinor: bigint): LineShare[] {
  const leftMinor = left.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
  const takenMinor = creditMinor < leftMinor ? creditMinor : leftMinor
  let [coveredMinor, sharedMinor] = [0n, 0n]
  return left.map((line) => {
    coveredMinor += line.grossMinor
    const upToHereMinor = leftMinor > 0n ? divideHalfUp(takenMinor * coveredMinor, leftMinor) : 0n
    const grossMinor = upToHereMinor - sharedMinor
    sharedMinor = upToHereMinor
    return shareOf(line, grossMinor)
  })
}

/**
 * The shares of a credit of chosen lines, whose amounts are at most what the lines have left; a line without an amount has no
 * share.
 */
export function chosenShares(left: LineShare[], amountsMinor: Map<number, bigint>): LineShare[] {
  return left.map((line, index) => shareOf(line, amountsMinor.get(index) ?? 0n))
}

/** An amount off a line, with its part of the line's tax: so the last credit of a line takes the rest of its tax. */
function shareOf(line: LineShare, grossMinor: bigint): LineShare {
  const taxMinor = line.grossMinor > 0n ? divideHalfUp(line.taxMinor * grossMinor, line.grossMinor) : 0n
  return { grossMinor, taxMinor }
}
