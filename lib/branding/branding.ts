import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type ByMember, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database, type Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { refuse } from '@/lib/http/refusals'
import { LOCALES, type Locale } from '@/lib/i18n/locale'
import { now } from '@/lib/time/clock'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import { localeOf } from '@/lib/vendors/vendor'
import type { Picture } from './decode-picture'

/** Who changes the branding: a member of the vendor, or nobody for the demo data. */
export type Change = Omit<ByMember, 'member'> & Partial<ByMember>

/**
 * Sets the colour, `#rrggbb` in lower case or null for the default, and the language of mail to customers.
 */
export async function saveBranding(
  tx: OrmTransaction,
  { color, locale, ...by }: Change & { color: string | null; locale: Locale },
): Promise<void> {
  await setVendorSettings(tx, by.vendorId, { brandColor: color, locale })
  const detail = `Color: ${color ?? 'default'}, language: ${locale}`
  await recordAuditEvent(tx, { ...by, action: 'branding.changed', detail })
}

/** Replaces the logo with an image from `decodePicture`: no other bytes are stored. */
export async function saveLogo(
  tx: OrmTransaction,
  { picture, ...by }: Change & { picture: Picture },
): Promise<{ digest: string }> {
  const digest = createHash('sha256').update(picture.png).digest('hex')
  const logo = { mediaType: 'image/png', bytes: picture.png, digest, createdAt: now() }
  await tx.vendorLogo.upsert({
    where: { vendorId: by.vendorId },
    create: { vendorId: by.vendorId, ...logo },
    update: logo,
  })
  const detail = `Logo: ${picture.width} × ${picture.height} pixels`
  await recordAuditEvent(tx, { ...by, action: 'branding.changed', detail })
  return { digest: logo.digest }
}

/** Does nothing if there is no logo. */
export async function deleteLogo(tx: OrmTransaction, by: Change): Promise<void> {
  const { count } = await tx.vendorLogo.deleteMany({ where: { vendorId: by.vendorId } })
  if (count === 0) return
  await recordAuditEvent(tx, { ...by, action: 'branding.changed', detail: 'Logo removed' })
}

/** A vendor as buyers see it on the pay page, in documents and in mail. */
export type Branding = {
  name: string
  /** `#rrggbb` in lower case; null for the default. */
  color: string | null
  /** Replies to mail about invoices arrive there, unless there is a support email. */
  email: string
  supportEmail: string | null
  /** True if its customers can see their invoices in the portal. */
  hasPortal: boolean
  /** True if it is noted when a customer opens an invoice. */
  notesViews: boolean
  /** True if mails bring their document as a PDF. */
  attachesPdf: boolean
  /** Digest of the logo's bytes, in hex; null without a logo. */
  logoDigest: string | null
}

export type Logo = {
  mediaType: string
  /** Encoded by ourselves, as PNG: nothing else may be decoded outside `decodePicture`. */
  bytes: Uint8Array
  digest: string
}

/** The branding of an existing vendor. */
export async function findBranding(tx: Orm, vendorId: string): Promise<Branding> {
  const vendor = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: {
      name: true,
      email: true,
      supportEmail: true,
      brandColor: true,
      hasPortal: true,
      notesViews: true,
      attachesPdf: true,
      logo: { select: { digest: true } },
    },
  })
  return {
    name: vendor.name,
    email: vendor.email,
    supportEmail: vendor.supportEmail,
    color: vendor.brandColor,
    hasPortal: vendor.hasPortal,
    notesViews: vendor.notesViews,
    attachesPdf: vendor.attachesPdf,
    logoDigest: vendor.logo?.digest ?? null,
  }
}

/** The vendor's logo, or null. */
export async function findLogo(tx: Orm, vendorId: string): Promise<Logo | null> {
  return tx.vendorLogo.findUnique({
    where: { vendorId },
    select: { mediaType: true, bytes: true, digest: true },
  })
}

const FOR_GOOD = 'public, max-age=31536000, immutable'

/**
 * The vendor's logo as the answer for a page of buyers or payees, whose URL has the picture's digest in `v`, so that it
 * never goes stale. Throws `not_found`.
 */
export async function publicLogo(vendorId: string, search: URLSearchParams) {
  const logo = (await findLogo(database(), vendorId)) ?? refuse('not_found')
  const isCurrent = search.get('v') === logo.digest
  return {
    status: 200 as const,
    content: new Uint8Array(logo.bytes),
    contentType: logo.mediaType,
    filename: `logo.${logo.mediaType.split('/')[1] ?? 'png'}`,
    disposition: 'inline' as const,
    headers: { 'Cache-Control': isCurrent ? FOR_GOOD : 'no-cache' },
  }
}

export const brandingView = z.object({
  name: z.string(),
  color: z.string().nullable().describe('`#rrggbb`; null for the default color.'),
  locale: z.enum(LOCALES),
  logoPath: z.string().nullable().describe('The path of the logo; null without one.'),
})

export type BrandingView = z.infer<typeof brandingView>

export async function readBranding(vendorId: string): Promise<BrandingView> {
  const { name, color, logoDigest } = await findBranding(database(), vendorId)
  const locale = await localeOf(database(), vendorId)
  // The digest changes the URL with the image, so that no browser shows a cached old one.
  const logoPath = logoDigest && `/api/dashboard/settings/branding/logo?mode=test&v=${logoDigest}`
  return { name, color, locale, logoPath }
}

/** The vendor's switches for mail and opened invoices. */
export async function readMailSwitches(
  vendorId: string,
): Promise<Pick<Branding, 'notesViews' | 'attachesPdf'>> {
  const { notesViews, attachesPdf } = await findBranding(database(), vendorId)
  return { notesViews, attachesPdf }
}

/** The logo as an address that holds its own bytes, for pages that load nothing. */
export function logoDataUrl({ mediaType, bytes }: Logo): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
}
