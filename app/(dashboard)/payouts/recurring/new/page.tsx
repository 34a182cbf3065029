import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { CustomerPicker } from '@/components/payouts/customer-picker'
import { RecurringPayoutForm } from '@/components/payouts/recurring-payout-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readNewPayout } from '@/lib/payouts/payout-form-data'
import { newRecurringPayout } from '@/lib/payouts/recurring-payout-fields'
import { now } from '@/lib/time/clock'
import { dayIn } from '@/lib/time/zone'
import { readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'New recurring payout' }

type NewRecurringPayoutProps = { searchParams: Promise<{ customer?: string | string[] }> }

export default async function NewRecurringPayoutPage({ searchParams }: NewRecurringPayoutProps) {
  const vendor = await requireVendor('payouts.write')
  if (vendor.isBanned) redirect('/payouts/recurring')
  const { customer: customerId } = await searchParams
  const account = await currentAccount()
  const view = await readNewPayout(account, typeof customerId === 'string' ? customerId : undefined)
  if (!view || view.customer?.isSelf) notFound()
  const { customer } = view
  const fields = newRecurringPayout(dayIn(account.zone, now()), customer?.bankAccounts[0]?.id ?? '')
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/payouts/recurring">Recurring payouts</BackLink>
        <PageHeader title="New recurring payout" />
      </div>
      {!view.isModeAvailable ? (
        <LiveModeSteps liveMode={await readLiveMode(vendor.id, view.mode)} />
      ) : customer ? (
        <RecurringPayoutForm
          key={`${view.mode} ${customer.id}`}
          view={{ ...view, customer }}
          fields={fields}
          earliestOn={fields.startsOn}
        />
      ) : (
        <div data-narrow>
          <CustomerPicker mode={view.mode} path="/payouts/recurring/new" />
        </div>
      )}
    </div>
  )
}
