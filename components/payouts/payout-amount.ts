import { formatMoney, type MoneyValue } from '@/components/ui/money'
import { centsOf, plainDecimal } from '@/lib/money/decimals'

/* The amount of a payout, as it is typed. */

const USD_EXPONENT = 2

/** The error message for text that is no amount above zero, or null. */
export function typingProblem(text: string): string | null {
  if (text.trim() === '') return 'Enter an amount'
  const cents = centsOf(text)
  if (cents === null) return 'Enter an amount such as 25 or 1,250.00'
  return cents <= 0n ? 'Enter an amount above zero' : null
}

type AmountBounds = {
  available: MoneyValue
  limit: MoneyValue
  leftToday: MoneyValue
  /** The amount from which a payout needs a second person's approval; null if none does. */
  approvalFrom: MoneyValue | null
}

/**
 * The error message for the amount, or null. The service checks it again. Of a scheduled payout, the balance and the
 * daily limit count when it is sent.
 */
export function amountProblem(text: string, bounds: AmountBounds, isScheduled: boolean): string | null {
  const problem = typingProblem(text)
  if (problem) return problem
  const cents = centsOf(text) ?? 0n
  if (cents > (centsOf(bounds.limit.amount) ?? 0n)) {
    return `The limit per payout is ${formatMoney(bounds.limit)}`
  }
  if (isScheduled) return null
  if (cents > (centsOf(bounds.leftToday.amount) ?? 0n)) {
    return `Your daily limit leaves ${formatMoney(bounds.leftToday)} for today (UTC)`
  }
  if (cents > (centsOf(bounds.available.amount) ?? 0n)) {
    return `You have ${formatMoney(bounds.available)} available`
  }
  return null
}

/** True if a payout of the amount needs a second person's approval. */
export function takesTwo<Bounds extends Pick<AmountBounds, 'approvalFrom'>>(
  text: string,
  bounds: Bounds,
): bounds is Bounds & { approvalFrom: MoneyValue } {
  const [cents, fromCents] = [centsOf(text), bounds.approvalFrom && centsOf(bounds.approvalFrom.amount)]
  return cents !== null && fromCents !== null && cents >= fromCents
}

/** The amount with all its decimals: `25` becomes `25.00`. */
export function amountOf(text: string): MoneyValue {
  const [whole = '', fraction = ''] = plainDecimal(text).split('.')
  return {
    amount: `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(USD_EXPONENT, '0')}`,
    currency: 'USD',
  }
}

/**
 * The amount as the service reads it, for text with a comma or spaces, which mean other things in other countries:
 * `1,250` is $1,250.00, and `12,50` is $12.50. Undefined for plain digits, and for what is no amount.
 */
export function readingOf(text: string): string | undefined {
  const isPlain = plainDecimal(text) === text.trim()
  return isPlain || typingProblem(text) ? undefined : formatMoney(amountOf(text))
}
