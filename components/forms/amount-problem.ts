import type { MoneyValue } from '@/components/ui/money'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'

/** What is wrong with an amount that was typed, of which there may be at most as much as is left; null: nothing. */
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
