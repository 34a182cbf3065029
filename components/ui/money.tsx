import { classNames } from './class-names'

/** An amount in major units, as the presenters write it: `1234.50`. */
export type MoneyValue = { amount: string; currency: string }

export function isAboveZero({ amount }: MoneyValue): boolean {
  return /[1-9]/.test(amount) && !amount.startsWith('-')
}

export function Money({ value, className }: { value: MoneyValue; className?: string }) {
  return <span className={classNames('tabular whitespace-nowrap', className)}>{formatMoney(value)}</span>
}

/**
 * Formats an amount in major units: `1234.50` becomes `$1,234.50`. Keeps the decimals it is given, which are
 * the currency's by ISO 4217 rather than by the browser's tables, and never uses a float.
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

let names: Intl.DisplayNames | null = null

/** The currency's English name, or its code where it has none. */
export function currencyName(code: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'currency' })
  return names.of(code) ?? code
}

/** Code and name: `CHF – Swiss Franc`. */
export function currencyLabel(code: string): string {
  return code && currencyName(code) !== code ? `${code} – ${currencyName(code)}` : code
}
