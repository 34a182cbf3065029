import type { Metadata } from 'next'
import { ProfilePanel } from '@/components/settings/profile-panel'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readProfile } from '@/lib/sign-in/profile'

export const metadata: Metadata = { title: 'Profile' }

export default async function ProfilePage() {
  const vendor = await requireVendor('self')
  return (
    <ProfilePanel
      initial={await readProfile(vendor)}
      isReadOnly={isReadOnly(vendor, 'self')}
      mayRename={!isReadOnly(vendor, 'settings.write')}
    />
  )
}
