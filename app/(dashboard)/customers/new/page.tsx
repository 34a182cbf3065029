import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { CustomerForm } from '@/components/customers/customer-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'
import { countriesIn } from '@/lib/i18n/countries'
import { allCurrencies } from '@/lib/money/currencies'
import { mayWrite, readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'New customer' }

export default async function NewCustomerPage() {
  const vendor = await requireVendor('customers.write')
  if (vendor.isBanned) redirect('/customers')
  const mode = await currentMode()
  const liveMode = await readLiveMode(vendor.id, mode)
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/customers">Customers</BackLink>
        <PageHeader title="New customer" />
      </div>
      {mayWrite(liveMode) ? (
        <CustomerForm
          key={mode}
          mode={mode}
          customer={null}
          currencies={allCurrencies().map(({ code }) => code)}
          countries={countriesIn('en')}
        />
      ) : (
        <LiveModeSteps liveMode={liveMode} />
      )}
    </div>
  )
}
