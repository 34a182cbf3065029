import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { database } from '@/lib/db/client'
import { requestedAddress } from '@/lib/http/served-request'
import { type Account, findAccount } from '@/lib/vendors/account'
import { currentMode } from './mode'
import { may, type Permission } from './permissions'
import { HOME_PATH, returnPathOf } from './return-path'
import { readSessionToken, type SessionVendor, sessionCookieName, vendorOfSession } from './session-vendor'

/** The signed-in vendor, for pages and layouts; read once per request. */
export const currentVendor = cache(async (): Promise<SessionVendor | null> => {
  const store = await cookies()
  return vendorOfSession(await readSessionToken(store.get(sessionCookieName())?.value ?? null))
})

/**
 * The signed-in vendor, for pages that need the permission: for a member whose role lacks it the page does not exist.
 * Redirects anyone else to sign in, and back to this page.
 */
export async function requireVendor(permission: Permission): Promise<SessionVendor> {
  const vendor = await currentVendor()
  if (vendor) return may(vendor.role, permission) ? vendor : notFound()
  return redirect(`/sign-in?next=${encodeURIComponent(returnPathOf(requestedAddress() ?? HOME_PATH))}`)
}

/** The signed-in vendor's account in the mode that pages open in; read once per request. */
export const currentAccount = cache(async (): Promise<Account> => {
  const vendor = await requireVendor('self')
  return findAccount(database(), vendor.id, await currentMode())
})

/** The page on which operators turn on two-step sign-in, which their other pages need. */
const SET_UP_PATH = '/settings/security'

/**
 * The signed-in operator, for pages. For any other vendor the page does not exist; an operator without a second
 * factor is led to its set-up.
 */
export async function requireOperator(): Promise<SessionVendor> {
  const vendor = await requireVendor('self')
  if (!vendor.isOperator) return notFound()
  return vendor.hasSecondFactor ? vendor : redirect(SET_UP_PATH)
}
