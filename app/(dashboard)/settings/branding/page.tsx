import type { Metadata } from 'next'
import { BrandingPanel } from '@/components/settings/branding-panel'
import { requireVendor } from '@/lib/auth/session'
import { readBranding } from '@/lib/branding/branding'

export const metadata: Metadata = { title: 'Branding' }

export default async function BrandingPage() {
  const vendor = await requireVendor()
  return <BrandingPanel initial={await readBranding(vendor.id)} isBanned={vendor.isBanned} />
}
