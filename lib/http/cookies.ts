import { env } from '@/lib/env'

/** A browser refuses to store a secure cookie that arrives over plain HTTP. */
export const usesSecureCookies = () => env.PUBLIC_URL.startsWith('https://')

/** The raw value of a request's cookie, or null. */
export function readCookie(headers: Pick<Headers, 'get'>, name: string): string | null {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

type CookieScope = { path: string; maxAgeSeconds: number; sameSite: 'Lax' | 'Strict' }

/** A `Set-Cookie` header for a cookie that scripts can't read. `value` is written as it is. */
export function cookieHeader(
  name: string,
  value: string,
  { path, maxAgeSeconds, sameSite }: CookieScope,
): string {
  const secure = usesSecureCookies() ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`
}
