import type { Metadata } from 'next'
import { BrandingPanel } from '@/components/settings/branding-panel'
import { readBranding } from '@/lib/api/dashboard/read-branding'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Branding' }

export default async function BrandingPage() {
  const vendor = await requireVendor()
  return <BrandingPanel initial={await readBranding(vendor.id)} isBanned={vendor.isBanned} />
}
