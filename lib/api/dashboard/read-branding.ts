import { database } from '@/lib/db/client'
import { findBranding } from '@/lib/domain/vendors/find-branding'
import { findProfile } from '@/lib/domain/vendors/find-profile'
import type { Locale } from '@/lib/locale'

export type BrandingView = {
  name: string
  /** `#rrggbb`; null: ours. */
  color: string | null
  locale: Locale
  /** Where the logo is; null without one. */
  logoPath: string | null
}

/** What buyers see of the vendor. */
export async function readBranding(vendorId: string): Promise<BrandingView> {
  const { name, color, logoDigest } = await findBranding(database(), vendorId)
  const { locale } = await findProfile(database(), vendorId)
  // The digest makes another picture another address, so that no browser shows the one before.
  const logoPath = logoDigest && `/api/dashboard/settings/branding/logo?mode=test&v=${logoDigest}`
  return { name, color, locale, logoPath }
}
