import type { Metadata } from 'next'
import { RecurringForm } from '@/components/recurring/recurring-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readInvoiceTerms } from '@/lib/invoices/invoice-terms'
import { newRecurring } from '@/lib/recurring/recurring-fields'
import { now } from '@/lib/time/clock'
import { dayIn } from '@/lib/time/zone'
import { readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'New recurring invoice' }

type NewRecurringProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NewRecurringPage({ searchParams }: NewRecurringProps) {
  const vendor = await requireVendor('invoices.write')
  const { customer } = await searchParams
  const named = typeof customer === 'string' ? customer : undefined
  const account = await currentAccount()
  const terms = await readInvoiceTerms(account, named)
  const schedule = newRecurring(dayIn(account.zone, now()))
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices/recurring">Recurring invoices</BackLink>
        <PageHeader title="New recurring invoice" />
      </div>
      {vendor.isBanned ? (
        <Notice kind="warning">Invoices can’t be created while the account is banned.</Notice>
      ) : terms.isModeAvailable ? (
        <RecurringForm key={terms.mode} terms={terms} schedule={schedule} earliestOn={schedule.startsOn} />
      ) : (
        <LiveModeSteps liveMode={await readLiveMode(vendor.id, terms.mode)} />
      )}
    </div>
  )
}
