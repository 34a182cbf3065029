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

/** Reads a session cookie's value; null when it was not made by us or is past its time. */
async function readSessionToken(cookie: string | null): Promise<SessionKey | null> {
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

/** Who is signed in. A banned vendor may look at everything and change nothing. */
export type SessionVendor = {
  id: string
  /** The session that asks, among the vendor's others. */
  sessionId: string
  email: string
  name: string
  isBanned: boolean
  banReason: string | null
  isEmailConfirmed: boolean
  /** Runs this instance, and sees the operator's pages. */
  isOperator: boolean
}

/**
 * The vendor of a session that has not been ended since. Asked of the database every time: a session whose
 * row is deleted is over at once, though its cookie stays well-formed for weeks.
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

/** The signed-in vendor, for pages and layouts; asked once a request however often it is called. */
export const currentVendor = cache(async (): Promise<SessionVendor | null> => {
  const store = await cookies()
  return vendorOfSession(await readSessionToken(store.get(sessionCookieName())?.value ?? null))
})

/**
 * The signed-in vendor where a page is asked for as a document. For layouts that read above a loading state
 * what the page shows: the document is whole, with its true status, in its first paint, while a navigation
 * shows the loading state at once, and a prefetched link reads nothing.
 */
export async function vendorOfDocument(): Promise<SessionVendor | null> {
  // Never at build time, where no request is under way.
  await connection()
  return isDocumentRequest() ? currentVendor() : null
}

/** The signed-in vendor, for pages; sends anyone else to sign in, and back to the page as it was asked for. */
export async function requireVendor(): Promise<SessionVendor> {
  const vendor = await currentVendor()
  if (vendor) return vendor
  return redirect(`/sign-in?next=${encodeURIComponent(returnPathOf(requestedAddress() ?? HOME_PATH))}`)
}

/** The signed-in vendor behind a request, for operations. */
export async function vendorOfRequest({
  headers,
}: {
  headers: Pick<Headers, 'get'>
}): Promise<SessionVendor | null> {
  return vendorOfSession(await readSessionToken(readCookie(headers, sessionCookieName())))
}

/** The signed-in operator, for pages. To any other vendor the page is not there. */
export async function requireOperator(): Promise<SessionVendor> {
  const vendor = await requireVendor()
  return vendor.isOperator ? vendor : notFound()
}
