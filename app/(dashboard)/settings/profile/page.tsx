import type { Metadata } from 'next'
import { ProfilePanel } from '@/components/settings/profile-panel'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readProfile } from '@/lib/sign-in/profile'
import { zoneNames } from '@/lib/time/zone-names'

export const metadata: Metadata = { title: 'Profile' }

export default async function ProfilePage() {
  const vendor = await requireVendor('self')
  const profile = await readProfile(vendor)
  return (
    <ProfilePanel
      initial={profile}
      zones={zoneNames(profile.timeZone)}
      isReadOnly={isReadOnly(vendor, 'self')}
      mayRename={!isReadOnly(vendor, 'settings.write')}
    />
  )
}
