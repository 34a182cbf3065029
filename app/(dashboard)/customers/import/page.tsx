import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { CustomerImport } from '@/components/customers/customer-import'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'
import { mayWrite, readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'Import customers' }

export default async function ImportCustomersPage() {
  const vendor = await requireVendor('customers.write')
  if (vendor.isBanned) redirect('/customers')
  const mode = await currentMode()
  const liveMode = await readLiveMode(vendor.id, mode)
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/customers">Customers</BackLink>
        <PageHeader
          title="Import customers"
          description="From a CSV file of up to 1,000 rows and 512 KB. You see what happens to each row first."
        />
      </div>
      {mayWrite(liveMode) ? <CustomerImport key={mode} mode={mode} /> : <LiveModeSteps liveMode={liveMode} />}
    </div>
  )
}
