/** Where a vendor lands without having asked for anything else. */
export const HOME_PATH = '/home'

/** What Next.js adds to the address of a page that it fetches while it navigates. */
const FETCH_PARAMETER = '_rsc'

/** It is sent on in a query, where nearly each of its own signs may take three characters. */
const MAX_CHARACTERS = 2000

/**
 * The page to go to after signing in: a path of our own, or the home page. Anything that a browser could
 * take for another site (`//host`, `/\host`, a scheme, control characters) is not followed.
 */
export function safeReturnPath(next: string | string[] | undefined): string {
  if (typeof next !== 'string' || !/^\/[0-9A-Za-z\-._~/?=&%]*$/.test(next) || next.startsWith('//'))
    return HOME_PATH
  return next
}

/**
 * What leads back to a page of our own: its address from the path on, with its query, in the characters that
 * `safeReturnPath` follows. A query that is too long to be sent on is left out.
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

/** Each byte that is not one of the followed characters as `%` and its two digits. */
function encoded(text: string): string {
  // An address comes in bytes, however they were meant: none of its characters is beyond the 255th.
  return text.replaceAll(
    /[^0-9A-Za-z\-._~/?=&%]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
