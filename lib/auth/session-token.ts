import { decode } from 'next-auth/jwt'
import type { SessionKey } from '@/lib/domain/vendors/find-session'
import { env } from '@/lib/env'
import { sessionSecret } from '@/lib/secrets'

/** Browsers keep a secure cookie from a page that came over plain HTTP. */
export const usesSecureCookies = () => env.PUBLIC_URL.startsWith('https://')

export const sessionCookieName = () =>
  usesSecureCookies() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'

/** Reads a session cookie's value; null when it was not made by us or is past its time. */
export async function readSessionToken(cookie: string | undefined): Promise<SessionKey | null> {
  if (!cookie) return null
  try {
    return sessionOfToken(await decode({ token: cookie, secret: sessionSecret() }))
  } catch (error) {
    // Whatever is wrong with it (not a token, another key, expired): it is no session.
    if (error instanceof Error) return null
    throw error
  }
}

/** What a token of ours says; null for one from before sessions had an id. */
export function sessionOfToken(token: { sub?: unknown; sessionId?: unknown } | null): SessionKey | null {
  if (typeof token?.sub !== 'string' || typeof token.sessionId !== 'string') return null
  return { vendorId: token.sub, sessionId: token.sessionId }
}
