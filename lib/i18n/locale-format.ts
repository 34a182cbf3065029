import { directionOf, type Locale } from './locale'

/*
 * The conventions of each language for amounts, numbers and dates. Arabic uses Western digits, so that amounts, cards
 * and account numbers look the same on the page, in mail and on a bank statement. The calendar is explicit, because
 * some Arabic regions default to another. English is American: its dates have the month as a word, so that nobody misreads them.
 */
const TAGS: Record<Locale, string> = {
  en: 'en-US',
  es: 'es',
  fr: 'fr',
  de: 'de',
  it: 'it',
  nl: 'nl',
  pl: 'pl',
  pt: 'pt-BR',
  ja: 'ja',
  ar: 'ar-u-ca-gregory-nu-latn',
}

/** Currencies whose English format is written here: `Intl` takes a browser 15 ms to start, on a phone 60. */
const SYMBOLS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' }
const PLAIN = /^-?\d+(\.\d+)?$/

/** `-1234567.5` becomes `-1,234,567.5`. */
function groupThousands(decimal: string): string {
  return decimal.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
}

// Formats are kept, because constructing one is far slower than using it.
const amountFormats = new Map<string, Intl.NumberFormat>()

/**
 * Formats an amount in major units (`1234.50`) for the language: `1.234,50 €`. Keeps the decimals it is
 * given, which are the currency's by ISO 4217 rather than by CLDR, and never uses a float. Pass minor units
 * through `formatMajor` first.
 */
export function formatAmountIn(locale: Locale, amount: string, currency: string): string {
  const symbol = locale === 'en' ? SYMBOLS[currency] : undefined
  if (symbol && PLAIN.test(amount)) return groupThousands(amount).replace(/^-?/, (sign) => sign + symbol)
  const decimals = amount.split('.')[1]?.length ?? 0
  const key = `${locale} ${currency} ${decimals}`
  const format = amountFormats.get(key) ?? newAmountFormat(locale, currency, decimals)
  amountFormats.set(key, format)
  const text = format.format(amount as Intl.StringNumericLiteral)
  if (directionOf(locale) === 'ltr') return text
  // A left-to-right mark at the end keeps the sign of `US$` on the right side of its letters, and a right-to-left one
  // after a negative number, which begins with the former, keeps the currency on the side where other amounts have it.
  return `${text.replace(/-[\d.,]+/, '$&\u200f')}\u200e`
}

function newAmountFormat(locale: Locale, currency: string, decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat(TAGS[locale], {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

const numberFormats = new Map<Locale, Intl.NumberFormat>()

/** Formats a plain decimal (`1.500000`) for the language, without trailing zeros. */
export function formatNumberIn(locale: Locale, decimal: string): string {
  if (locale === 'en' && /^\d+$/.test(decimal)) return groupThousands(decimal)
  const format =
    numberFormats.get(locale) ?? new Intl.NumberFormat(TAGS[locale], { maximumFractionDigits: 6 })
  numberFormats.set(locale, format)
  return format.format(decimal as Intl.StringNumericLiteral)
}

const percentFormats = new Map<Locale, Intl.NumberFormat>()

/** Formats a percentage (`19` for 19 of 100) for the language: `19%`, in German `19 %`. */
export function formatPercentIn(locale: Locale, percent: string): string {
  const format =
    percentFormats.get(locale) ??
    new Intl.NumberFormat(TAGS[locale], { style: 'unit', unit: 'percent', maximumFractionDigits: 6 })
  percentFormats.set(locale, format)
  return format.format(percent as Intl.StringNumericLiteral)
}

/** The first of a month, where it is not written as a plain number. */
const FIRSTS: Partial<Record<Locale, string>> = { fr: '1er', it: '1º', pt: '1º' }

const dayFormats = new Map<Locale, Intl.DateTimeFormat>()

/** Formats the UTC date of a moment, or of an ISO 8601 date or time: `21. November 2026`. */
export function formatDayIn(locale: Locale, moment: Date | string): string {
  const format =
    dayFormats.get(locale) ?? new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeZone: 'UTC' })
  dayFormats.set(locale, format)
  const text = format.format(typeof moment === 'string' ? new Date(moment) : moment)
  return text.replace(/^1 /, `${FIRSTS[locale] ?? 1} `)
}

const regionNames = new Map<Locale, Intl.DisplayNames>()

/** The name of a country in the language, by its ISO 3166-1 code of two letters. */
export function countryNameIn(locale: Locale, code: string): string {
  const names = regionNames.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' })
  regionNames.set(locale, names)
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}
