import { divideHalfUp, MILLION } from '@/lib/money/decimals'
import type { Tax } from '@/lib/money/taxes'
import type { FeeSchedule } from '@/lib/vendors/account'

/* Invoice arithmetic, shared by the form and the service. */

export const MAX_ITEMS = 100

/** Quantity, in millionths, times unit price, rounded half up to the minor unit. */
export function lineAmountMinor(quantityMicros: bigint, unitPriceMinor: bigint): bigint {
  return divideHalfUp(quantityMicros * unitPriceMinor, MILLION)
}

/** Taken off the whole invoice: parts per million of the sum of its lines, or an amount. */
export type Discount = { ppm: number } | { amountMinor: bigint }

/** Amounts in minor units. */
export type LineAmounts = {
  /** Quantity times unit price. */
  lineAmountMinor: bigint
  /** The line's share of the discount. */
  discountMinor: bigint
  taxMinor: bigint
}

/**
 * The amounts of an invoice in minor units. Each of these is rounded half up, once: a line, a discount in percent, and
 * the tax of a line. The discount is taken off before taxes and shared among the lines in proportion to their amounts,
 * each share up to a line being rounded as a whole, so that the shares add up to it exactly. The base amount is what
 * the lines come to, less their shares, plus the taxes that are on top.
 *
 * Throws RangeError for a discount above the sum of the lines.
 */
export function invoiceAmounts(
  items: { quantityMicros: bigint; unitPriceMinor: bigint; tax?: Tax | null | undefined }[],
  discount: Discount | null | undefined,
): { lines: LineAmounts[]; subtotalMinor: bigint; discountMinor: bigint; baseAmountMinor: bigint } {
  const amounts = items.map((item) => lineAmountMinor(item.quantityMicros, item.unitPriceMinor))
  const subtotalMinor = amounts.reduce((sum, amount) => sum + amount, 0n)
  const discountMinor = discountOf(subtotalMinor, discount)
  let [coveredMinor, sharedMinor, baseAmountMinor] = [0n, 0n, 0n]
  const lines = items.map(({ tax }, index) => {
    const amountMinor = amounts[index] ?? 0n
    coveredMinor += amountMinor
    const upToHereMinor = discountMinor > 0n ? divideHalfUp(discountMinor * coveredMinor, subtotalMinor) : 0n
    const shareMinor = upToHereMinor - sharedMinor
    sharedMinor = upToHereMinor
    const taxMinor = tax ? taxOf(amountMinor - shareMinor, tax) : 0n
    baseAmountMinor += amountMinor - shareMinor + (tax?.isInclusive ? 0n : taxMinor)
    return { lineAmountMinor: amountMinor, discountMinor: shareMinor, taxMinor }
  })
  return { lines, subtotalMinor, discountMinor, baseAmountMinor }
}

function discountOf(subtotalMinor: bigint, discount: Discount | null | undefined): bigint {
  if (!discount) return 0n
  const minor =
    'ppm' in discount ? divideHalfUp(subtotalMinor * BigInt(discount.ppm), MILLION) : discount.amountMinor
  if (minor < 0n || minor > subtotalMinor) throw new RangeError('a discount is at most the sum of the lines')
  return minor
}

function taxOf(amountMinor: bigint, { ratePpm, isInclusive }: Tax): bigint {
  const rate = BigInt(ratePpm)
  return divideHalfUp(amountMinor * rate, isInclusive ? MILLION + rate : MILLION)
}

/**
 * The customer fee of an invoice in minor units: the percentage, rounded half up, plus the fixed part, which
 * is in US dollars and so applies to USD invoices only.
 */
export function customerFeeMinor(baseAmountMinor: bigint, currency: string, schedule: FeeSchedule): bigint {
  const percentage = divideHalfUp(baseAmountMinor * BigInt(schedule.feePpm), MILLION)
  return percentage + (currency === 'USD' ? schedule.feeFixedMinor : 0n)
}

/**
 * The part of a card payment that the vendor receives, in minor units; the rest is the platform's fee. A card may pay less
 * than the total, where other payments were recorded before: the fee then shrinks in proportion, rounded half up.
 */
export function cardBaseMinor(cardMinor: bigint, invoice: { baseMinor: bigint; totalMinor: bigint }): bigint {
  return divideHalfUp(cardMinor * invoice.baseMinor, invoice.totalMinor)
}

/**
 * The part of a refund or dispute that the vendor bears, in minor units; the rest is the platform's fee that
 * goes back with it. All that was given back so far, this amount included, is shared in the proportion of base
 * to total and rounded half up, less what the vendor has borne before: so parts that add up to the total take
 * exactly the base.
 */
export function reversedBaseMinor(
  amountMinor: bigint,
  paid: { totalMinor: bigint; baseMinor: bigint },
  before: { amountMinor: bigint; baseMinor: bigint },
): bigint {
  const base = divideHalfUp((before.amountMinor + amountMinor) * paid.baseMinor, paid.totalMinor)
  const own = base - before.baseMinor
  const most = [amountMinor, paid.baseMinor - before.baseMinor].reduce((a, b) => (a < b ? a : b))
  return own < 0n ? 0n : own > most ? most : own
}
