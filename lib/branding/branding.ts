import { createHash } from 'node:crypto'
import { z } from 'zod'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { LOCALES, type Locale } from '@/lib/i18n/locale'
import { now } from '@/lib/time/clock'
import { findProfile } from '@/lib/vendors/profile'
import { MAXIMUM_LOGO_BYTES, MAXIMUM_LOGO_PIXELS } from './branding-fields'
import { logoFormatOf } from './logo-format'

type Change = { vendorId: string; address: string | null }

/** Sets the colour, `#rrggbb` in lower case or null for ours, and the language of mail to customers. */
export async function setBranding(
  tx: Transaction,
  { vendorId, address, color, locale }: Change & { color: string | null; locale: Locale },
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { brandColor: color, locale } })
  const detail = `Color: ${color ?? 'default'}, language: ${locale}`
  await recordAuditEvent(tx, { vendorId, action: 'branding.changed', detail, address })
}

/**
 * Puts a picture in the place of the logo. `logo_not_a_picture` for bytes that are no PNG, JPEG or WebP,
 * `logo_too_large` for one that is over either limit.
 */
export async function setLogo(
  tx: Transaction,
  { vendorId, address, bytes }: Change & { bytes: Uint8Array<ArrayBuffer> },
): Promise<{ digest: string }> {
  if (bytes.length > MAXIMUM_LOGO_BYTES) throw new DomainError('logo_too_large')
  const format = logoFormatOf(bytes)
  if (!format) throw new DomainError('logo_not_a_picture')
  const { mediaType, width, height } = format
  if (Math.max(width, height) > MAXIMUM_LOGO_PIXELS) throw new DomainError('logo_too_large')
  const digest = createHash('sha256').update(bytes).digest('hex')
  const logo = { mediaType, bytes, digest, createdAt: now() }
  await tx.vendorLogo.upsert({ where: { vendorId }, create: { vendorId, ...logo }, update: logo })
  const detail = `Logo: ${width} × ${height} pixels`
  await recordAuditEvent(tx, { vendorId, action: 'branding.changed', detail, address })
  return { digest }
}

/** Where there is none, nothing changes. */
export async function removeLogo(tx: Transaction, { vendorId, address }: Change): Promise<void> {
  const { count } = await tx.vendorLogo.deleteMany({ where: { vendorId } })
  if (count === 0) return
  await recordAuditEvent(tx, { vendorId, action: 'branding.changed', detail: 'Logo removed', address })
}

/** What buyers see of a vendor: on the pay page, in documents and in mail. */
export type Branding = {
  name: string
  /** `#rrggbb`, lower case; null: ours. */
  color: string | null
  /** Of the logo's bytes, in hex; null where there is none. */
  logoDigest: string | null
}

export type Logo = {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: Uint8Array
  digest: string
}

/** The branding of a vendor that is known to exist. */
export async function findBranding(tx: Transaction, vendorId: string): Promise<Branding> {
  const vendor = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { name: true, brandColor: true, logo: { select: { digest: true } } },
  })
  return { name: vendor.name, color: vendor.brandColor, logoDigest: vendor.logo?.digest ?? null }
}

/** The vendor's logo; null where there is none. */
export async function findLogo(tx: Transaction, vendorId: string): Promise<Logo | null> {
  const logo = await tx.vendorLogo.findUnique({ where: { vendorId } })
  if (!logo) return null
  // Nothing else is ever saved: setLogo looks at the bytes.
  return { mediaType: logo.mediaType as Logo['mediaType'], bytes: logo.bytes, digest: logo.digest }
}

export const brandingView = z.object({
  name: z.string(),
  color: z.string().nullable().describe('`#rrggbb`; null for the default color.'),
  locale: z.enum(LOCALES),
  logoPath: z.string().nullable().describe('Where the logo is; null without one.'),
})

export type BrandingView = z.infer<typeof brandingView>

/** What buyers see of the vendor. */
export async function readBranding(vendorId: string): Promise<BrandingView> {
  const { name, color, logoDigest } = await findBranding(database(), vendorId)
  const { locale } = await findProfile(database(), vendorId)
  // The digest makes another picture another address, so that no browser shows the one before.
  const logoPath = logoDigest && `/api/dashboard/settings/branding/logo?mode=test&v=${logoDigest}`
  return { name, color, locale, logoPath }
}
