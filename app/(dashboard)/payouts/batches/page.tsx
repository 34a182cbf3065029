import type { Metadata } from 'next'
import { BatchList } from '@/components/payouts/batch-list'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readVendorBatches } from '@/lib/payouts/batch-view'
import { readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'Payout batches' }

export default async function PayoutBatchesPage() {
  const vendor = await requireVendor('read')
  const mode = await currentMode()
  const liveMode = await readLiveMode(vendor.id, mode)
  const isModeAvailable = liveMode === null || liveMode.isOn
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/payouts">Payouts</BackLink>
        <PageHeader title="Payout batches" description="Pay many customers at once" />
      </div>
      <LiveModeSteps liveMode={liveMode} />
      <BatchList
        key={mode}
        mode={mode}
        first={await readVendorBatches(vendor.id, mode)}
        canPay={isModeAvailable && !isReadOnly(vendor, 'payouts.write')}
      />
    </div>
  )
}
