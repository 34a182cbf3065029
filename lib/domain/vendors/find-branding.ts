import type { Transaction } from '@/lib/db/transaction'

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
