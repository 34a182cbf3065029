import { formatMoney } from '@/lib/client/format-money'
import { classNames } from './class-names'

/** An amount in major units, as the presenters write it: `1234.50`. */
export type MoneyValue = { amount: string; currency: string }

export function Money({ value, className }: { value: MoneyValue; className?: string }) {
  return <span className={classNames('tabular whitespace-nowrap', className)}>{formatMoney(value)}</span>
}
