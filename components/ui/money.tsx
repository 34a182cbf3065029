import { classNames } from './class-names'

/** An amount in major units, as the presenters write it: `1234.50`. */
export type MoneyValue = { amount: string; currency: string }

export function Money({ value, className }: { value: MoneyValue; className?: string }) {
  return <span className={classNames('tabular whitespace-nowrap', className)}>{formatMoney(value)}</span>
}

/**
 * An amount in major units (`1234.50`) for people: `$1,234.50`. It keeps the decimals it came with, since
 * they are the currency's by ISO 4217 and not by the browser's tables, and is never made a float.
 */
export function formatMoney({ amount, currency }: { amount: string; currency: string }): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(amount as Intl.StringNumericLiteral)
}
