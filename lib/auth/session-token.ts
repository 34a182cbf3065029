import { decode } from 'next-auth/jwt'
import { env } from '@/lib/env'
import { sessionSecret } from '@/lib/secrets'

/** A session as its cookie holds it: whose it is, and which of the vendor's generations it belongs to. */
export type SessionToken = { vendorId: string; sessionVersion: number }

/** Browsers keep a secure cookie from a page that came over plain HTTP. */
export const usesSecureCookies = () => env.PUBLIC_URL.startsWith('https://')

export const sessionCookieName = () =>
  usesSecureCookies() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'

/** Reads a session cookie's value; null when it was not made by us or is past its time. */
export async function readSessionToken(cookie: string | undefined): Promise<SessionToken | null> {
  if (!cookie) return null
  try {
    const token = await decode({ token: cookie, secret: sessionSecret() })
    if (typeof token?.sub !== 'string' || typeof token.sessionVersion !== 'number') return null
    return { vendorId: token.sub, sessionVersion: token.sessionVersion }
  } catch (error) {
    // Whatever is wrong with it (not a token, another key, expired): it is no session.
    if (error instanceof Error) return null
    throw error
  }
}
