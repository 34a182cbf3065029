import { findBranding } from '@/lib/branding/branding'
import type { CustomerRecord } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { portalUrl } from '@/lib/http/links'
import { findPortal, type Portal, type PortalFace, readPortalFace } from './portal'
import { readSessionCookie } from './portal-cookie'
import { findPortalCustomer, isPortalLinkValid } from './portal-link'

type OpenPortal = {
  portal: Portal
  face: PortalFace
  /** Who has opened it in this browser; null: nobody, or not any more. */
  customer: CustomerRecord | null
}

/** The portal of a page's address, for the browser that asks; null where there is none. */
export async function readPortal(key: string, headers: Pick<Headers, 'get'>): Promise<OpenPortal | null> {
  const portal = await findPortal(connectionPool(), key)
  if (!portal) return null
  const session = readSessionCookie(headers, key)
  const customer = await findPortalCustomer(connectionPool(), portal, session)
  return { portal, face: await readPortalFace(portal), customer }
}

/** True if the link of the page can be used. */
export function canOpenPortal(portal: Portal, token: string): Promise<boolean> {
  return isPortalLinkValid(connectionPool(), portal, token)
}

/** What the vendor's settings show. */
export async function readPortalSetting(
  vendorId: string,
  accountId: string,
): Promise<{ isOn: boolean; url: string }> {
  const { hasPortal } = await findBranding(database(), vendorId)
  return { isOn: hasPortal, url: portalUrl(accountId) }
}
