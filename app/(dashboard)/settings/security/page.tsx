import type { Metadata } from 'next'
import { SecurityPanel } from '@/components/settings/security-panel'
import { readSecurity } from '@/lib/api/dashboard/read-security'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const vendor = await requireVendor()
  return <SecurityPanel initial={await readSecurity(vendor)} isBanned={vendor.isBanned} />
}
