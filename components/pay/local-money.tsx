import type { Locale } from '@/lib/locale'
import { formatAmountIn } from '@/lib/locale-format'
import type { MoneyValue } from '../ui/money'

/** An amount as the buyer's language writes it. */
export function LocalMoney({ value, locale }: { value: MoneyValue; locale: Locale }) {
  return (
    <span className="tabular whitespace-nowrap">{formatAmountIn(locale, value.amount, value.currency)}</span>
  )
}
