import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { BankAccountForm } from '@/components/customers/bank-account-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { requireVendor } from '@/lib/auth/session'
import { readBankAccountStart } from '@/lib/bank-accounts/new-bank-account'
import { readCustomer } from '@/lib/home/customer-overview'
import { countriesIn } from '@/lib/i18n/countries'
import { mayWrite, readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'Add a bank account' }

type NewBankAccountPageProps = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ payout?: string | string[] }>
}

export default async function NewBankAccountPage({ params, searchParams }: NewBankAccountPageProps) {
  const { id } = await params
  const vendor = await requireVendor('payouts.write')
  const customer = await readCustomer(vendor.id, id)
  const start = await readBankAccountStart(vendor.id, id)
  if (!customer || !start) notFound()
  if (vendor.isBanned) redirect(`/customers/${id}`)
  // Opened from the payout form, it returns there.
  const isForPayout = (await searchParams).payout !== undefined
  const back = isForPayout ? `/payouts/new?customer=${customer.id}` : `/customers/${customer.id}`
  const liveMode = await readLiveMode(vendor.id, customer.mode)
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={back}>{isForPayout ? 'New payout' : customer.name}</BackLink>
        <PageHeader title="Add a bank account" description={`For payouts to ${customer.name}`} />
      </div>
      {mayWrite(liveMode) ? (
        <BankAccountForm
          mode={customer.mode}
          customer={customer}
          start={start}
          countries={countriesIn('en')}
          back={back}
        />
      ) : (
        <LiveModeSteps liveMode={liveMode} />
      )}
    </div>
  )
}
