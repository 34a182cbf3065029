import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { database } from '@/lib/db/client'
import { findVendor } from '@/lib/domain/vendors/find-vendor'
import { readSessionToken, type SessionToken, sessionCookieName } from './session-token'

/** Who is signed in. A banned vendor may look at everything and change nothing. */
export type SessionVendor = {
  id: string
  email: string
  name: string
  isBanned: boolean
  banReason: string | null
}

/**
 * The vendor of a session that has not been revoked since. Asked of the database every time: raising
 * `sessionVersion` ends every session at once, though the cookie itself stays valid for weeks.
 */
export async function vendorOfToken(token: SessionToken | null): Promise<SessionVendor | null> {
  if (!token) return null
  const vendor = await findVendor(database(), token.vendorId)
  if (!vendor || vendor.sessionVersion !== token.sessionVersion) return null
  const { id, email, name, bannedAt, banReason } = vendor
  return { id, email, name, isBanned: bannedAt !== null, banReason }
}

/** The signed-in vendor, for pages and layouts; asked once a request however often it is called. */
export const currentVendor = cache(async (): Promise<SessionVendor | null> => {
  const store = await cookies()
  return vendorOfToken(await readSessionToken(store.get(sessionCookieName())?.value))
})

/** The signed-in vendor; sends anyone else to sign in and back to `path` afterwards. */
export async function requireVendor(path: string): Promise<SessionVendor> {
  const vendor = await currentVendor()
  return vendor ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`)
}

/** The signed-in vendor behind a request, for operations. */
export async function vendorOfRequest(request: Request): Promise<SessionVendor | null> {
  return vendorOfToken(await readSessionToken(cookieOf(request, sessionCookieName())))
}

function cookieOf(request: Request, name: string): string | undefined {
  const cookie = request.headers
    .get('cookie')
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return cookie?.slice(name.length + 1)
}
