import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ArchiveItemButton, ItemForm } from '@/components/catalog/item-form'
import { Card, Description, DescriptionList } from '@/components/ui/card'
import { Money } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { rateLabel } from '@/lib/catalog/catalog-fields'
import { readItem } from '@/lib/catalog/item-list'
import { readTaxSettings } from '@/lib/catalog/tax-rate'
import { allCurrencies } from '@/lib/money/currencies'

export const metadata: Metadata = { title: 'Item' }

export default async function ItemPage({ params }: { params: Promise<{ id: string }> }) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const item = await readItem(account.id, (await params).id)
  if (!item) notFound()
  const { rates } = await readTaxSettings(account.id)
  const rate = rates.find(({ id }) => id === item.fields.taxRateId)
  const canChange = !isReadOnly(vendor, 'invoices.write')
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices/items">Items</BackLink>
        <PageHeader
          title={item.fields.title}
          action={canChange && <ArchiveItemButton mode={account.mode} item={item} />}
        />
      </div>
      {item.isArchived && <Notice kind="info">This item is archived, so invoices don’t offer it.</Notice>}
      {canChange && !item.isArchived ? (
        <ItemForm mode={account.mode} item={item} currencies={allCurrencies()} rates={rates} />
      ) : (
        <Card aria-label="Item" data-narrow className="pt-4">
          <DescriptionList>
            <Description term="Unit price">
              <Money value={{ amount: item.fields.price, currency: item.fields.currency }} />
            </Description>
            <Description term="Tax">{rate ? rateLabel(rate) : 'As on any new line'}</Description>
          </DescriptionList>
        </Card>
      )}
    </div>
  )
}
