/** The languages of the buyer's pages, documents and mail. */
export const LOCALES = ['en', 'es', 'fr', 'de', 'it', 'nl', 'pl', 'pt', 'ja', 'ar'] as const

export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = 'en'

/** Each language's own name, for the language switch. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português (Brasil)',
  ja: '日本語',
  ar: 'العربية',
}

/** Longest Accept-Language header that is read; a browser's has a few dozen characters. */
const MAX_HEADER_CHARACTERS = 1000

export function isLocale(text: unknown): text is Locale {
  return LOCALES.includes(text as Locale)
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

/** The best supported language of an Accept-Language header (RFC 9110, 12.5.4), or English. */
export function negotiateLocale(acceptLanguage: string | null | undefined): Locale {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_HEADER_CHARACTERS).split(',').map(parseRange)
  const languages = ranges
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => (language === '*' ? DEFAULT_LOCALE : language))
  return languages.find(isLocale) ?? DEFAULT_LOCALE
}

function parseRange(range: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { language: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 }
}
