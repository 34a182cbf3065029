import type { MoneyValue } from '@/components/ui/money'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'

/** The problem with an amount in a form field, which may be at most what is left; null if there is none. */
export function amountProblem(text: string, left: MoneyValue): string | null {
  const exponent = left.amount.split('.')[1]?.length ?? 0
  const minorOf = (value: string) => {
    const parsed = parsePlainDecimal(value)
    return parsed && toMinor(parsed, exponent)
  }
  const [amountMinor, leftMinor] = [minorOf(text), minorOf(left.amount)]
  if (amountMinor === null || amountMinor <= 0n) return `Enter an amount such as ${left.amount}`
  return leftMinor !== null && amountMinor > leftMinor ? `Enter at most ${left.amount}` : null
}
