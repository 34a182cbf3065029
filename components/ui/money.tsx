import { formatAmountIn } from '@/lib/i18n/locale-format'
import { classNames } from './class-names'

/** An amount in major units, as the presenters write it: `1234.50`. */
export type MoneyValue = { amount: string; currency: string }

export function isAboveZero({ amount }: MoneyValue): boolean {
  return /[1-9]/.test(amount) && !amount.startsWith('-')
}

export function Money({ value, className }: { value: MoneyValue; className?: string }) {
  return <span className={classNames('tabular whitespace-nowrap', className)}>{formatMoney(value)}</span>
}

/** Formats an amount in major units: `1234.50` becomes `$1,234.50`, and `-1` `−$1.00`, with a minus as wide as a plus. */
export function formatMoney({ amount, currency }: MoneyValue): string {
  return formatAmountIn('en', amount, currency).replace(/^-/, '−')
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
