import { directionOf, type Locale } from './locale'

/*
 * How each language writes amounts, numbers and days. Arabic with Western digits: an amount, a card and an
 * account number then look the same on the page, in the mail and on the bank's statement. The calendar is
 * named, since some Arabic regions would take another. English is the service's own: dollars as in America,
 * days as in Europe.
 */
const TAGS: Record<Locale, { numbers: string; days: string }> = {
  en: { numbers: 'en-US', days: 'en-GB' },
  es: { numbers: 'es', days: 'es' },
  fr: { numbers: 'fr', days: 'fr' },
  de: { numbers: 'de', days: 'de' },
  ar: { numbers: 'ar-u-nu-latn', days: 'ar-u-ca-gregory-nu-latn' },
}

/** Kept, since making a format takes far longer than using it. */
const amountFormats = new Map<string, Intl.NumberFormat>()

/**
 * An amount in major units (`1234.50`) as the language writes it: `1.234,50 €`. It keeps the decimals it
 * comes with, since they are the currency's by ISO 4217 and not by the platform's tables, and is never made
 * a float. Of minor units, `formatMajor` makes it such an amount.
 */
export function formatAmountIn(locale: Locale, amount: string, currency: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const key = `${locale} ${currency} ${decimals}`
  const format = amountFormats.get(key) ?? newAmountFormat(locale, currency, decimals)
  amountFormats.set(key, format)
  const text = format.format(amount as Intl.StringNumericLiteral)
  // A mark of left-to-right at the end: without it the sign of `US$` stands on the other side of its letters.
  return directionOf(locale) === 'rtl' ? `${text}\u200e` : text
}

function newAmountFormat(locale: Locale, currency: string, decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat(TAGS[locale].numbers, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** A plain decimal (`1.500000`, as quantities are kept) as the language writes it, without zeros at its end. */
export function formatNumberIn(locale: Locale, decimal: string): string {
  const format = new Intl.NumberFormat(TAGS[locale].numbers, { maximumFractionDigits: 6 })
  return format.format(decimal as Intl.StringNumericLiteral)
}

/** The day in UTC of a moment, or of an ISO 8601 date or time, written out: `21. November 2026`. */
export function formatDayIn(locale: Locale, moment: Date | string): string {
  const format = new Intl.DateTimeFormat(TAGS[locale].days, { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(typeof moment === 'string' ? new Date(moment) : moment)
}
