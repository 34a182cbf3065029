/** The languages that buyers are spoken to in: the payment page, documents and mail. */
export const LOCALES = ['en', 'es', 'fr', 'de', 'ar'] as const

export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'en'

/** What each language calls itself, for a switch. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  ar: 'العربية',
}

/** The largest Accept-Language that is read: a browser's has some dozens of characters. */
const MAX_HEADER_CHARACTERS = 1000

export function isLocale(text: unknown): text is Locale {
  return LOCALES.includes(text as Locale)
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

/** The first of our languages in an Accept-Language header by its weights (RFC 9110, 12.5.4); else English. */
export function negotiateLocale(acceptLanguage: string | null | undefined): Locale {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_HEADER_CHARACTERS).split(',').map(parseRange)
  const wanted = ranges
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => (language === '*' ? DEFAULT_LOCALE : language))
  return wanted.find(isLocale) ?? DEFAULT_LOCALE
}

function parseRange(range: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { language: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 }
}
