import type { ReactNode } from 'react'
import { DashboardShell } from '@/components/shell/dashboard-shell'
import { currentMode } from '@/lib/auth/mode'
import { currentVendor } from '@/lib/auth/session'

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const vendor = await currentVendor()
  // The page sends whoever is not signed in away, since it knows the path to come back to.
  if (!vendor) return children
  return (
    <DashboardShell mode={await currentMode()} vendor={vendor}>
      {children}
    </DashboardShell>
  )
}
