import { isLocale, type Locale, negotiateLocale } from '@/lib/i18n/locale'
import { cookieHeader, cookieName, readCookie } from './cookies'
import { refuseInput } from './refusals'

const COOKIE = 'counterfoil-locale'

const A_YEAR_SECONDS = 365 * 24 * 60 * 60

/** The buyer's language: the one they chose on a page, else the browser's. */
export function buyerLocale(headers: Pick<Headers, 'get'>): Locale {
  const cookie = readCookie(headers, cookieName(COOKIE))
  return isLocale(cookie) ? cookie : negotiateLocale(headers.get('accept-language'))
}

/** The language stated by the request; null for a program that states none. */
export function statedLocale(headers: Pick<Headers, 'get'>): Locale | null {
  const accepted = headers.get('accept-language') ?? '*'
  return accepted === '*' && !isLocale(readCookie(headers, cookieName(COOKIE))) ? null : buyerLocale(headers)
}

/** The `Set-Cookie` header that remembers the chosen language on all buyer pages. */
export function localeCookie(locale: Locale): string {
  return cookieHeader(COOKIE, locale, { path: '/', maxAgeSeconds: A_YEAR_SECONDS, sameSite: 'Lax' })
}

/** The language that the language switch of a page sends. Throws `invalid_input` for one that is not ours. */
export function readLocaleChoice(fields: URLSearchParams): Locale {
  const locale = fields.get('language')
  return isLocale(locale) ? locale : refuseInput('language must be one of ours')
}
