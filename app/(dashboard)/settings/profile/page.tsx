import type { Metadata } from 'next'
import { ProfilePanel } from '@/components/settings/profile-panel'
import { readProfile } from '@/lib/api/dashboard/read-profile'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Profile' }

export default async function ProfilePage() {
  const vendor = await requireVendor()
  return <ProfilePanel initial={await readProfile(vendor.id)} isBanned={vendor.isBanned} />
}
