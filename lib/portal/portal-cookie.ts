import { cookieHeader, cookieName, readCookie } from '@/lib/http/cookies'
import { SECOND_MS } from '@/lib/time/units'
import { SESSION_MS } from './portal-link'

const COOKIE = 'counterfoil-portal'

/** The pages and the operations of a portal: each portal has a cookie of its own, which no other page gets. */
const pathsOf = (key: string) => [`/portal/${key}`, `/api/pay/portal/${key}`]

/** The `Set-Cookie` headers that begin a session. */
export function sessionCookies(key: string, session: string): string[] {
  return cookies(key, session, SESSION_MS / SECOND_MS)
}

/** The headers that forget it. */
export function forgottenSessionCookies(key: string): string[] {
  return cookies(key, '', 0)
}

function cookies(key: string, value: string, maxAgeSeconds: number): string[] {
  return pathsOf(key).map((path) => cookieHeader(COOKIE, value, { path, maxAgeSeconds, sameSite: 'Lax' }))
}

/** The session that the browser sends for the portal's paths; null without one. */
export function readSessionCookie(headers: Pick<Headers, 'get'>, key: string): string | null {
  return readCookie(headers, cookieName(COOKIE, `/portal/${key}`)) || null
}
