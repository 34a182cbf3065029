import type { Metadata } from 'next'
import { SecurityPanel } from '@/components/settings/security-panel'
import { requireVendor } from '@/lib/auth/session'
import { readSecurity } from '@/lib/sign-in/security'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const vendor = await requireVendor()
  return (
    <SecurityPanel
      initial={await readSecurity(vendor)}
      isBanned={vendor.isBanned}
      isOperator={vendor.isOperator}
    />
  )
}
