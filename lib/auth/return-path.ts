/** The page on which a vendor lands by default. */
export const HOME_PATH = '/home'

/** The parameter that Next.js adds to a page's URL when it fetches it during navigation. */
const FETCH_PARAMETER = '_rsc'

/** The path is passed on in a query, where encoding may triple its length. */
const MAX_CHARACTERS = 2000

/**
 * The page to open after signing in: a path on this site, or the home page. Anything that a browser could
 * take for another site (`//host`, `/\host`, a scheme, control characters) is refused.
 */
export function safeReturnPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !/^\/[0-9A-Za-z\-._~/?=&%]*$/.test(next) || next.startsWith('//'))
    return HOME_PATH
  return next
}

/**
 * The path and query of a URL on this site, encoded so that `safeReturnPath` accepts it. Drops a query that
 * is too long to pass on.
 */
export function returnPathOf(address: string): string {
  const at = address.indexOf('?')
  const path = encoded(at === -1 ? address : address.slice(0, at))
  const query = at === -1 ? '' : encoded(withoutFetchParameter(address.slice(at + 1)).replaceAll('+', ' '))
  const whole = query ? `${path}?${query}` : path
  const short = [whole, path].find(({ length }) => length <= MAX_CHARACTERS)
  return safeReturnPath(short)
}

function withoutFetchParameter(query: string): string {
  const parts = query.split('&')
  return parts.filter((part) => part.split('=', 1)[0] !== FETCH_PARAMETER).join('&')
}

/** Percent-encodes every byte outside the accepted characters. */
function encoded(text: string): string {
  // A URL arrives as bytes, so no character is above 255.
  return text.replaceAll(
    /[^0-9A-Za-z\-._~/?=&%]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
