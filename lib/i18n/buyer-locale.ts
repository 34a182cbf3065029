import { isLocale, type Locale, negotiateLocale } from './locale'

const COOKIE = 'counterfoil-locale'

const A_YEAR_SECONDS = 365 * 24 * 60 * 60

/** The language that a buyer is spoken to in: the one that was chosen on a page, else the browser's. */
export function buyerLocale(headers: Pick<Headers, 'get'>): Locale {
  const chosen = cookieOf(headers, COOKIE)
  return isLocale(chosen) ? chosen : negotiateLocale(headers.get('accept-language'))
}

/** The same where the request says anything of it; null for a program that asks in no language. */
export function statedLocale(headers: Pick<Headers, 'get'>): Locale | null {
  const accepted = headers.get('accept-language') ?? '*'
  return accepted === '*' && !isLocale(cookieOf(headers, COOKIE)) ? null : buyerLocale(headers)
}

/** The `Set-Cookie` that keeps a choice for all pages of this service. */
export function localeCookie(locale: Locale): string {
  return `${COOKIE}=${locale}; Path=/; Max-Age=${A_YEAR_SECONDS}; HttpOnly; SameSite=Lax`
}

/** The value of a request's cookie; null where it has none. */
export function cookieOf(headers: Pick<Headers, 'get'>, name: string): string | null {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}
