import { exponentOf } from './currencies'
import { formatDecimal } from './decimals'

/** Formats minor units with all of the currency's decimals: 1250n USD becomes `12.50`. */
export function formatMajor(amountMinor: bigint, currency: string): string {
  return formatDecimal(amountMinor, exponentOf(currency))
}

/** An amount in major units with all of the currency's decimals: `1234.50`. */
export type AmountView = { amount: string; currency: string }

export function presentAmount(amountMinor: bigint, currency: string): AmountView {
  return { amount: formatMajor(amountMinor, currency), currency }
}
