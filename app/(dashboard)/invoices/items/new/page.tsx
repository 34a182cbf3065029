import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ItemForm } from '@/components/catalog/item-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readTaxSettings } from '@/lib/catalog/tax-rate'
import { allCurrencies } from '@/lib/money/currencies'
import { mayWrite, readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'New item' }

export default async function NewItemPage() {
  const vendor = await requireVendor('invoices.write')
  if (vendor.isBanned) redirect('/invoices/items')
  const { id, mode } = await currentAccount()
  const liveMode = await readLiveMode(vendor.id, mode)
  const { rates } = await readTaxSettings(id)
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices/items">Items</BackLink>
        <PageHeader title="New item" />
      </div>
      {mayWrite(liveMode) ? (
        <ItemForm key={mode} mode={mode} item={null} currencies={allCurrencies()} rates={rates} />
      ) : (
        <LiveModeSteps liveMode={liveMode} />
      )}
    </div>
  )
}
