import { createHash } from 'node:crypto'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import type { Locale } from '@/lib/i18n/locale'
import { now } from '@/lib/time/clock'
import { findProfile } from '@/lib/vendors/profile'
import { MAXIMUM_LOGO_BYTES, MAXIMUM_LOGO_PIXELS } from './branding-fields'
import { logoFormatOf } from './logo-format'

type Change = { vendorId: string; address: string | null }

/**
 * Sets the colour, `#rrggbb` in lower case or null for the default, and the language of mail to customers.
 */
export async function setBranding(
  tx: Transaction,
  { vendorId, address, color, locale }: Change & { color: string | null; locale: Locale },
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { brandColor: color, locale } })
  const detail = `Color: ${color ?? 'default'}, language: ${locale}`
  await recordAuditEvent(tx, { vendorId, action: 'branding.changed', detail, address })
}

/**
 * Replaces the logo. Throws `logo_not_a_picture` unless the bytes are PNG, JPEG or WebP, and `logo_too_large`
 * above either limit.
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

/** Does nothing if there is no logo. */
export async function removeLogo(tx: Transaction, { vendorId, address }: Change): Promise<void> {
  const { count } = await tx.vendorLogo.deleteMany({ where: { vendorId } })
  if (count === 0) return
  await recordAuditEvent(tx, { vendorId, action: 'branding.changed', detail: 'Logo removed', address })
}

/** What buyers see of a vendor on the pay page, in documents and in mail. */
export type Branding = {
  name: string
  /** `#rrggbb` in lower case; null for the default. */
  color: string | null
  /** Digest of the logo's bytes, in hex; null without a logo. */
  logoDigest: string | null
}

export type Logo = {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: Uint8Array
  digest: string
}

/** The branding of an existing vendor. */
export async function findBranding(tx: Transaction, vendorId: string): Promise<Branding> {
  const vendor = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { name: true, brandColor: true, logo: { select: { digest: true } } },
  })
  return { name: vendor.name, color: vendor.brandColor, logoDigest: vendor.logo?.digest ?? null }
}

/** The vendor's logo, or null. */
export async function findLogo(tx: Transaction, vendorId: string): Promise<Logo | null> {
  const logo = await tx.vendorLogo.findUnique({ where: { vendorId } })
  if (!logo) return null
  // `setLogo` checks the bytes, so no other type is ever stored.
  return { mediaType: logo.mediaType as Logo['mediaType'], bytes: logo.bytes, digest: logo.digest }
}

export type BrandingView = {
  name: string
  /** `#rrggbb`; null for the default. */
  color: string | null
  locale: Locale
  /** URL path of the logo, or null. */
  logoPath: string | null
}

export async function readBranding(vendorId: string): Promise<BrandingView> {
  const { name, color, logoDigest } = await findBranding(database(), vendorId)
  const { locale } = await findProfile(database(), vendorId)
  // The digest changes the URL with the image, so that no browser shows a cached old one.
  const logoPath = logoDigest && `/api/dashboard/settings/branding/logo?mode=test&v=${logoDigest}`
  return { name, color, locale, logoPath }
}
