import type { Metadata } from 'next'
import { ItemList } from '@/components/catalog/item-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { itemList } from '@/lib/catalog/item-list'
import { readFirstList } from '@/lib/lists/list-query'

export const metadata: Metadata = { title: 'Items' }

type ItemsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ItemsPage({ searchParams }: ItemsPageProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    itemList.read(account.id, params, account.zone),
  )
  const canCreate = !isReadOnly(vendor, 'invoices.write')
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices">Invoices</BackLink>
        <PageHeader
          title="Items"
          action={
            canCreate && (
              <Link href="/invoices/items/new" className={buttonStyle()}>
                New item
              </Link>
            )
          }
        />
      </div>
      <ItemList key={account.mode} mode={account.mode} first={first} canCreate={canCreate} />
    </div>
  )
}
