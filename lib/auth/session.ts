import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'
import { decode } from 'next-auth/jwt'
import { cache } from 'react'
import { sessionSecret } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import { readCookie, usesSecureCookies } from '@/lib/http/cookies'
import { isDocumentRequest, requestedAddress } from '@/lib/http/served-request'
import { HOME_PATH, returnPathOf } from './return-path'
import { findSession, type SessionKey } from './sessions'

export const sessionCookieName = () =>
  usesSecureCookies() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'

/** Reads a session cookie; null if it is not ours or has expired. */
async function readSessionToken(cookie: string | null): Promise<SessionKey | null> {
  if (!cookie) return null
  try {
    return sessionOfToken(await decode({ token: cookie, secret: sessionSecret() }))
  } catch (error) {
    // Whatever is wrong with it (not a token, another key, expired), there is no session.
    if (error instanceof Error) return null
    throw error
  }
}

/** The session in one of our tokens; null for a token from before sessions had ids. */
export function sessionOfToken(token: { sub?: unknown; sessionId?: unknown } | null): SessionKey | null {
  if (typeof token?.sub !== 'string' || typeof token.sessionId !== 'string') return null
  return { vendorId: token.sub, sessionId: token.sessionId }
}

/** The signed-in vendor. A banned one may read everything and change nothing. */
export type SessionVendor = {
  id: string
  /** The id of the current session. */
  sessionId: string
  email: string
  name: string
  isBanned: boolean
  banReason: string | null
  isEmailConfirmed: boolean
  /** Runs this instance and sees the operator's pages. */
  isOperator: boolean
}

/**
 * The vendor of a session that has not ended. Reads the database every time: a session whose row is deleted
 * is over at once, although its cookie stays well-formed for weeks.
 */
export async function vendorOfSession(session: SessionKey | null): Promise<SessionVendor | null> {
  const vendor = session && (await findSession(database(), session))
  if (!vendor) return null
  const { id, email, name, bannedAt, banReason, emailConfirmedAt, isOperator } = vendor
  return {
    id,
    sessionId: session.sessionId,
    email,
    name,
    isBanned: bannedAt !== null,
    banReason,
    isEmailConfirmed: emailConfirmedAt !== null,
    isOperator,
  }
}

/** The signed-in vendor, for pages and layouts; read once per request. */
export const currentVendor = cache(async (): Promise<SessionVendor | null> => {
  const store = await cookies()
  return vendorOfSession(await readSessionToken(store.get(sessionCookieName())?.value ?? null))
})

/**
 * The signed-in vendor when a page is requested as a document, else null. For layouts that load a page's data
 * above its loading state: a document is complete in its first paint, with its true status, while a
 * navigation shows the loading state at once and a prefetch reads nothing.
 */
export async function vendorOfDocument(): Promise<SessionVendor | null> {
  // Never at build time, when there is no request.
  await connection()
  return isDocumentRequest() ? currentVendor() : null
}

/** The signed-in vendor, for pages. Redirects anyone else to sign in, and back to this page. */
export async function requireVendor(): Promise<SessionVendor> {
  const vendor = await currentVendor()
  if (vendor) return vendor
  return redirect(`/sign-in?next=${encodeURIComponent(returnPathOf(requestedAddress() ?? HOME_PATH))}`)
}

/** The signed-in vendor of a request, for operations. */
export async function vendorOfRequest({
  headers,
}: {
  headers: Pick<Headers, 'get'>
}): Promise<SessionVendor | null> {
  return vendorOfSession(await readSessionToken(readCookie(headers, sessionCookieName())))
}

/** The signed-in operator, for pages. For any other vendor the page does not exist. */
export async function requireOperator(): Promise<SessionVendor> {
  const vendor = await requireVendor()
  return vendor.isOperator ? vendor : notFound()
}
