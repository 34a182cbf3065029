import { divideHalfUp } from './decimals'

/** A line of an invoice as it was charged, discount taken off and taxes included, and the tax in it. */
type ChargedLine = { grossMinor: bigint; taxMinor: bigint }

/** A stored line as it was charged. */
export function chargedLine(line: {
  lineAmountMinor: bigint
  discountMinor: bigint
  taxMinor: bigint
  tax: { isInclusive: boolean } | null
}): ChargedLine {
  const { lineAmountMinor, discountMinor, taxMinor, tax } = line
  const onTopMinor = tax && !tax.isInclusive ? taxMinor : 0n
  return { grossMinor: lineAmountMinor - discountMinor + onTopMinor, taxMinor }
}

/** A credit, and the part of it that is of no line: the fee that the customer paid on top. Minor units. */
export type Credit = { amountMinor: bigint; feeMinor: bigint }

/** What credits take off the lines. */
export function ofLines(credits: Credit[]): bigint[] {
  return credits.map(({ amountMinor, feeMinor }) => amountMinor - feeMinor)
}

/**
 * The shares of an invoice's lines in the last of its credits, which follow each other. Each credit is shared among the
 * lines in proportion to what earlier ones left of them, as a discount is (docs/decisions/0057-taxes-and-discounts.md),
 * and the tax of a line in proportion to its share. So the shares add up to the credit, none is more than its line has
 * left, and credits that take the whole invoice take each line and each tax exactly. What is more than the invoice has left
 * is nobody's share.
 */
export function creditShares(lines: ChargedLine[], credits: bigint[]): ChargedLine[] {
  let left = lines
  let shares = lines.map(() => ({ grossMinor: 0n, taxMinor: 0n }))
  for (const creditMinor of credits) {
    shares = sharesOf(left, creditMinor)
    left = left.map(({ grossMinor, taxMinor }, index) => ({
      grossMinor: grossMinor - (shares[index]?.grossMinor ?? 0n),
      taxMinor: taxMinor - (shares[index]?.taxMinor ?? 0n),
    }))
  }
  return shares
}

function sharesOf(lines: ChargedLine[], creditMinor: bigint): ChargedLine[] {
  const leftMinor = lines.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
  const takenMinor = creditMinor < leftMinor ? creditMinor : leftMinor
  let [coveredMinor, sharedMinor] = [0n, 0n]
  return lines.map((line) => {
    coveredMinor += line.grossMinor
    const upToHereMinor = leftMinor > 0n ? divideHalfUp(takenMinor * coveredMinor, leftMinor) : 0n
    const grossMinor = upToHereMinor - sharedMinor
    sharedMinor = upToHereMinor
    const taxMinor = line.grossMinor > 0n ? divideHalfUp(line.taxMinor * grossMinor, line.grossMinor) : 0n
    return { grossMinor, taxMinor }
  })
}
