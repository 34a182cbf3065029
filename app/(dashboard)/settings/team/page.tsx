import type { Metadata } from 'next'
import { TeamPanel } from '@/components/settings/team-panel'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readTeam } from '@/lib/sign-in/team-view'

export const metadata: Metadata = { title: 'Team' }

export default async function TeamPage() {
  const vendor = await requireVendor('team.manage')
  return (
    <TeamPanel
      initial={await readTeam(vendor)}
      isReadOnly={isReadOnly(vendor, 'team.manage')}
      isOwner={vendor.role === 'owner'}
    />
  )
}
