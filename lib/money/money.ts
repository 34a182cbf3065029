import { exponentOf } from './currencies'
import { type Decimal, formatDecimal } from './decimals'

/** Formats minor units with all of the currency's decimals: 1250n USD becomes `12.50`. */
export function formatMajor(amountMinor: bigint, currency: string): string {
  return formatDecimal(amountMinor, exponentOf(currency))
}

/** An amount in major units with all of the currency's decimals: `1234.50`. */
export type AmountView = { amount: string; currency: string }

export function presentAmount(amountMinor: bigint, currency: string): AmountView {
  return { amount: formatMajor(amountMinor, currency), currency }
}

/** The largest base amount of an invoice, in major units of any currency. */
const MAX_AMOUNT: Decimal = { digits: 99_999_999_999n, scale: 2 }

/** True if an amount is more than an invoice's may be; `exponent` is its currency's. */
export function exceedsMaxAmount(amountMinor: bigint, exponent: number): boolean {
  return amountMinor * 10n ** BigInt(MAX_AMOUNT.scale) > MAX_AMOUNT.digits * 10n ** BigInt(exponent)
}
