import type { Metadata } from 'next'
import { SecurityPanel } from '@/components/settings/security-panel'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readSecurity } from '@/lib/sign-in/security'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const vendor = await requireVendor('self')
  return (
    <SecurityPanel
      initial={await readSecurity(vendor)}
      isReadOnly={isReadOnly(vendor, 'self')}
      maySet={!isReadOnly(vendor, 'settings.write')}
      isOwner={!isReadOnly(vendor, 'ownership')}
      isOperator={vendor.isOperator}
    />
  )
}
