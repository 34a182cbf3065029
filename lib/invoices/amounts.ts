import { type Decimal, MILLION } from '@/lib/money/decimals'
import type { FeeSchedule } from '@/lib/vendors/account'

/* Invoice arithmetic, shared by the form and the service. */

/** The largest base amount of one invoice: 999,999,999.99 in major units of any currency. */
const MAXIMUM_INVOICE: Decimal = { digits: 99_999_999_999n, scale: 2 }

export const MAXIMUM_ITEMS = 100

/** Rounds half up; for non-negative values. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n || divisor <= 0n) throw new RangeError('only amounts of zero and more are rounded')
  return (2n * dividend + divisor) / (2n * divisor)
}

/** Quantity, in millionths, times unit price, rounded half up to the minor unit. */
export function lineAmountMinor(quantityMicros: bigint, unitPriceMinor: bigint): bigint {
  return divideHalfUp(quantityMicros * unitPriceMinor, MILLION)
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

/** Whether a base amount exceeds the maximum of one invoice; `exponent` is its currency's. */
export function exceedsInvoiceMaximum(baseAmountMinor: bigint, exponent: number): boolean {
  return (
    baseAmountMinor * 10n ** BigInt(MAXIMUM_INVOICE.scale) > MAXIMUM_INVOICE.digits * 10n ** BigInt(exponent)
  )
}
