import type { Metadata } from 'next'
import { BrandingPanel } from '@/components/settings/branding-panel'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readBranding } from '@/lib/branding/branding'

export const metadata: Metadata = { title: 'Branding' }

export default async function BrandingPage() {
  const vendor = await requireVendor('settings.write')
  return (
    <BrandingPanel
      initial={await readBranding(vendor.id)}
      isReadOnly={isReadOnly(vendor, 'settings.write')}
    />
  )
}
