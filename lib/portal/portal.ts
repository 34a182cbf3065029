import { findBranding } from '@/lib/branding/branding'
import { decodeId } from '@/lib/crypto/base62'
import { database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import { isRealMoney } from '@/lib/env'
import { portalUrl } from '@/lib/http/links'
import type { Zone } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import { isApproved } from '@/lib/vendors/account'

/** Where the customers of one account see their invoices (docs/decisions/0101-customer-portal.md). */
export type Portal = {
  /** The last segment of its address: the account's id. No secret. */
  key: string
  accountId: string
  vendorId: string
  mode: Mode
  /** The vendor's. */
  zone: Zone
}

/** Null for an unknown key, and while the vendor has turned the portal off or does no business. */
export async function findPortal(on: Queryable, key: string): Promise<Portal | null> {
  const accountId = decodeId(key)
  const [row] = accountId === null ? [] : await findPortalRow(on, { accountId })
  if (!row) return null
  const { hasPortal, bannedAt, liveApprovedAt, timeZone, ...portal } = row
  const isOpen = hasPortal && bannedAt === null && isApproved(portal.mode, { liveApprovedAt })
  return isOpen ? { key, ...portal, zone: zoneOf(timeZone) } : null
}

const findPortalRow = statement<
  { accountId: string },
  Omit<Portal, 'key' | 'zone'> & {
    hasPortal: boolean
    bannedAt: Date | null
    liveApprovedAt: Date | null
    timeZone: string
  }
>(
  'find_portal',
  `SELECT accounts.id AS "accountId", accounts.mode, vendors.id AS "vendorId", vendors.has_portal AS "hasPortal",
          vendors.banned_at AS "bannedAt", vendors.live_approved_at AS "liveApprovedAt",
          vendors.time_zone AS "timeZone"
     FROM accounts JOIN vendors ON vendors.id = accounts.vendor_id
    WHERE accounts.id = :accountId::uuid`,
)

/** What every page of a portal shows of the vendor. */
export type PortalFace = {
  key: string
  /** The address of the portal's first page. */
  url: string
  /** False in test mode and in a rehearsal, which the page says. */
  isRealMoney: boolean
  vendor: {
    name: string
    /** The address that answers questions. */
    email: string
    /** `#rrggbb` */
    color: string | null
    logoPath: string | null
  }
}

export async function readPortalFace({ key, accountId, vendorId, mode }: Portal): Promise<PortalFace> {
  const { name, email, supportEmail, color, logoDigest } = await findBranding(database(), vendorId)
  return {
    key,
    url: portalUrl(accountId),
    isRealMoney: isRealMoney(mode),
    vendor: {
      name,
      email: supportEmail ?? email,
      color,
      logoPath: logoDigest && `/api/pay/portal/${key}/logo?v=${logoDigest}`,
    },
  }
}
