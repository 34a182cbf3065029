import assert from 'node:assert/strict'
import currencyCodes from 'currency-codes'

/** Codes of metals, baskets and tests: they have no minor unit and are not money. */
const NO_MONEY = new Set([
  'XXX',
  'XTS',
  'XAU',
  'XAG',
  'XPD',
  'XPT',
  'XBA',
  'XBB',
  'XBC',
  'XBD',
  'XDR',
  'XSU',
  'XUA',
  'XAD',
])

const exponents = new Map(
  currencyCodes.data
    .filter(({ code }) => !NO_MONEY.has(code))
    .map(({ code, digits }) => [code, digits] as const),
)

/** The code of an ISO 4217 currency in upper case, whatever case was given; null for anything else. */
export function parseCurrency(text: string): string | null {
  // Checked before upper-casing, which maps some non-ASCII letters to ASCII ones.
  if (!/^[a-z]{3}$/i.test(text)) return null
  const code = text.toUpperCase()
  return exponents.has(code) ? code : null
}

/** Decimals of the currency's minor unit: USD 2, JPY 0, KWD 3. */
export function exponentOf(currency: string): number {
  const exponent = exponents.get(currency)
  assert(exponent !== undefined, `${currency} is no currency`)
  return exponent
}

/** Every currency with the decimals of its minor unit, sorted by code. */
export function allCurrencies(): { code: string; exponent: number }[] {
  return [...exponents]
    .map(([code, exponent]) => ({ code, exponent }))
    .sort((a, b) => a.code.localeCompare(b.code))
}
