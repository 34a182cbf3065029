import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { foundRecurringPayout } from '@/app/(dashboard)/found-records'
import { RecurringPayoutForm } from '@/components/payouts/recurring-payout-form'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readNewPayout } from '@/lib/payouts/payout-form-data'
import { fieldsOfSchedule } from '@/lib/time/schedule-fields'

export const metadata: Metadata = { title: 'Edit recurring payout' }

export default async function EditRecurringPayoutPage({ params }: { params: Promise<{ id: string }> }) {
  const vendor = await requireVendor('payouts.write')
  const series = await foundRecurringPayout((await params).id)
  const path = `/payouts/recurring/${series.id}`
  const view = await readNewPayout(await currentAccount(), series.customerId)
  // To an archived customer there is nothing to change.
  if (vendor.isBanned || series.status === 'ENDED' || !view?.customer) redirect(path)
  const { id, revision, periodCount, earliestOn, bankAccountId, amount, reference } = series
  const startsOn = series.nextOn ?? series.resumesOn ?? earliestOn
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={path}>Recurring payout</BackLink>
        <PageHeader title="Edit recurring payout" description="Changes apply from the next payout on" />
      </div>
      <RecurringPayoutForm
        view={{ ...view, customer: view.customer }}
        fields={{
          ...fieldsOfSchedule(series, series, startsOn),
          bankAccountId,
          amount: amount.amount,
          reference: reference ?? '',
        }}
        earliestOn={earliestOn}
        series={{ id, revision, periodCount, isPaused: series.status !== 'ACTIVE' }}
      />
    </div>
  )
}
