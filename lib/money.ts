import { exponentOf } from './currencies'
import { formatDecimal } from './decimals'

/** Minor units as a plain decimal with all of the currency's decimals: 1250n USD is `12.50`. */
export function formatMajor(amountMinor: bigint, currency: string): string {
  return formatDecimal(amountMinor, exponentOf(currency))
}
