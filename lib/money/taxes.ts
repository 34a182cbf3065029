import { type Decimal, formatTrimmed, parsePlainDecimal, plainDecimal, toMinor } from './decimals'

export const MAX_TAX_NAME_CHARACTERS = 64

/** A tax on one line: parts per million of the price, on top of it or contained in it. */
export type Tax = { name: string; ratePpm: number; isInclusive: boolean }

export type TaxSum = Tax & { taxMinor: bigint }

/** The taxes of an invoice, each name and rate once, in the order of their first lines. */
export function taxSums(lines: { tax: Tax | null; taxMinor: bigint }[]): TaxSum[] {
  const sums = new Map<string, TaxSum>()
  for (const { tax, taxMinor } of lines) {
    if (!tax) continue
    const key = JSON.stringify([tax.name, tax.ratePpm, tax.isInclusive])
    sums.set(key, { ...tax, taxMinor: (sums.get(key)?.taxMinor ?? 0n) + taxMinor })
  }
  return [...sums.values()]
}

/** A rate in parts per million as percent: 190,000 is `19`. */
export function ratePercent(ratePpm: number): string {
  return formatTrimmed(BigInt(ratePpm), 4)
}

/** The percent that a person typed, with up to three decimals and at most 100, in parts per million; null if not. */
export function toRatePpm(percent: Decimal): number | null {
  const thousandths = percent.digits < 0n ? null : toMinor(percent, 3)
  return thousandths === null || thousandths > 100_000n ? null : Number(thousandths) * 10
}

/** The percent as it was typed, likewise. */
export function parseRatePpm(text: string): number | null {
  const percent = parsePlainDecimal(plainDecimal(text))
  return percent && toRatePpm(percent)
}
