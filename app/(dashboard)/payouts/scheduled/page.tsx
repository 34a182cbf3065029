import type { Metadata } from 'next'
import { ScheduledPayouts } from '@/components/payouts/scheduled-payouts'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { approvalWaitOf } from '@/lib/auth/acting-member'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readVendorScheduledPayouts } from '@/lib/payouts/scheduled-payouts'

export const metadata: Metadata = { title: 'Scheduled payouts' }

export default async function ScheduledPayoutsPage() {
  const vendor = await requireVendor('read')
  const mode = await currentMode()
  const canPay = !isReadOnly(vendor, 'payouts.write')
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/payouts">Payouts</BackLink>
        <PageHeader
          title="Scheduled payouts"
          description={`Each is sent when its day begins in your time zone (${vendor.zone.name})`}
          action={
            canPay && (
              <Link href="/payouts/new" className={buttonStyle()}>
                New payout
              </Link>
            )
          }
        />
      </div>
      <ScheduledPayouts
        key={mode}
        mode={mode}
        first={await readVendorScheduledPayouts(vendor.id, mode)}
        canPay={canPay}
        memberId={vendor.memberId}
        approvesFrom={approvalWaitOf(vendor)}
      />
    </div>
  )
}
