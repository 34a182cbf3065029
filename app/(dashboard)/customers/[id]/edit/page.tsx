import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { CustomerForm } from '@/components/customers/customer-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { requireVendor } from '@/lib/auth/session'
import { readCustomer } from '@/lib/home/customer-overview'
import { countriesIn } from '@/lib/i18n/countries'
import { allCurrencies } from '@/lib/money/currencies'
import { mayWrite, readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'Edit customer' }

export default async function EditCustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor('customers.write')
  const customer = await readCustomer(vendor.id, id)
  if (!customer || customer.archivedAt !== null) notFound()
  if (vendor.isBanned) redirect(`/customers/${id}`)
  const liveMode = await readLiveMode(vendor.id, customer.mode)
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={`/customers/${customer.id}`}>{customer.name}</BackLink>
        <PageHeader title="Edit customer" />
      </div>
      {mayWrite(liveMode) ? (
        <CustomerForm
          mode={customer.mode}
          customer={customer}
          currencies={allCurrencies().map(({ code }) => code)}
          countries={countriesIn('en')}
        />
      ) : (
        <LiveModeSteps liveMode={liveMode} />
      )}
    </div>
  )
}
