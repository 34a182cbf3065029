import type { MoneyValue } from '@/components/ui/money'
import { formatMoney } from '@/lib/client/format-money'
import { parsePlainDecimal, toMinor } from '@/lib/decimals'

const USD_EXPONENT = 2

/** US cents of a plain decimal; null when it is none, or has more decimals than there are cents. */
function centsOf(text: string): bigint | null {
  const decimal = parsePlainDecimal(text.trim())
  return decimal && toMinor(decimal, USD_EXPONENT)
}

/** What is wrong with the amount of a payout; null when nothing is. The service checks it again. */
export function amountProblem(
  text: string,
  bounds: { available: MoneyValue; limit: MoneyValue },
): string | null {
  if (text.trim() === '') return 'Enter an amount.'
  const cents = centsOf(text)
  if (cents === null) return 'Enter an amount like 25 or 25.50.'
  if (cents <= 0n) return 'Enter an amount above zero.'
  if (cents > (centsOf(bounds.limit.amount) ?? 0n)) {
    return `One payout can be at most ${formatMoney(bounds.limit)}.`
  }
  if (cents > (centsOf(bounds.available.amount) ?? 0n)) {
    return `You have ${formatMoney(bounds.available)} available.`
  }
  return null
}

/** The amount with all of its decimals, as amounts are written everywhere: `25` is `25.00`. */
export function amountOf(text: string): MoneyValue {
  const [whole = '', fraction = ''] = text.trim().split('.')
  return {
    amount: `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(USD_EXPONENT, '0')}`,
    currency: 'USD',
  }
}
