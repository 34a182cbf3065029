import { createHash } from 'node:crypto'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import type { Locale } from '@/lib/locale'
import { MAXIMUM_LOGO_BYTES, MAXIMUM_LOGO_PIXELS } from '@/lib/logo-limits'
import { recordAuditEvent } from '../audit/record-audit-event'
import { logoFormatOf } from './logo-format'

type Change = { vendorId: string; address: string | null }

/** Sets the colour, `#rrggbb` in lower case or null for ours, and the language of mail to customers. */
export async function setBranding(
  tx: Transaction,
  { vendorId, address, color, locale }: Change & { color: string | null; locale: Locale },
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { brandColor: color, locale } })
  const detail = `Colour: ${color ?? 'ours'}, language: ${locale}`
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
