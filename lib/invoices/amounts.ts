import { type Decimal, MILLION } from '@/lib/money/decimals'

/* What an invoice comes to: worked out by the same functions while it is typed and when it is made. */

/** 999,999,999.99 in major units of any currency, the most that one invoice may ask for before fees. */
const MAXIMUM_INVOICE: Decimal = { digits: 99_999_999_999n, scale: 2 }

export const MAXIMUM_ITEMS = 100

/** Half up, for values of zero and more. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n || divisor <= 0n) throw new RangeError('only amounts of zero and more are rounded')
  return (2n * dividend + divisor) / (2n * divisor)
}

/** Quantity times unit price, half up to the minor unit. The quantity is in millionths. */
export function lineAmountMinor(quantityMicros: bigint, unitPriceMinor: bigint): bigint {
  return divideHalfUp(quantityMicros * unitPriceMinor, MILLION)
}

/** What a vendor's customers pay on top: parts per million of the base, and a fixed part in US cents. */
export type FeeSchedule = { feePpm: number; feeFixedMinor: bigint }

/**
 * The customer fee of an invoice in minor units: the percentage half up to the minor unit, plus the
 * fixed part, which is a sum of US dollars and so falls on USD invoices alone.
 */
export function customerFeeMinor(baseAmountMinor: bigint, currency: string, schedule: FeeSchedule): bigint {
  const percentage = divideHalfUp(baseAmountMinor * BigInt(schedule.feePpm), MILLION)
  return percentage + (currency === 'USD' ? schedule.feeFixedMinor : 0n)
}

/** Whether a base amount is more than one invoice may ask for; `exponent` is that of its currency. */
export function exceedsInvoiceMaximum(baseAmountMinor: bigint, exponent: number): boolean {
  return (
    baseAmountMinor * 10n ** BigInt(MAXIMUM_INVOICE.scale) > MAXIMUM_INVOICE.digits * 10n ** BigInt(exponent)
  )
}
