import { env } from '@/lib/env'

/** A browser refuses to store a secure cookie that arrives over plain HTTP. */
export const usesSecureCookies = () => env.PUBLIC_URL.startsWith('https://')

/**
 * The name of a cookie. On https it has a prefix: browsers then refuse one that was set over plain HTTP and, for
 * cookies of all paths, by another host of the domain.
 */
export function cookieName(name: string, path = '/'): string {
  if (!usesSecureCookies()) return name
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** The raw value of a request's cookie, or null. */
export function readCookie(headers: Pick<Headers, 'get'>, name: string): string | null {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

type CookieScope = { path: string; maxAgeSeconds: number; sameSite: 'Lax' | 'Strict' }

/**
 * A `Set-Cookie` header for a cookie that scripts can't read, under its `cookieName`. `value` is written as it is.
 */
export function cookieHeader(
  name: string,
  value: string,
  { path, maxAgeSeconds, sameSite }: CookieScope,
): string {
  const secure = usesSecureCookies() ? '; Secure' : ''
  return `${cookieName(name, path)}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`
}
