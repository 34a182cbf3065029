import type { Metadata } from 'next'
import { SeriesList } from '@/components/series/series-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { recurringList } from '@/lib/recurring/queries'

export const metadata: Metadata = { title: 'Recurring invoices' }

type RecurringPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RecurringInvoicesPage({ searchParams }: RecurringPageProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    recurringList.read(account.id, params, account.zone),
  )
  const canCreate = !isReadOnly(vendor, 'invoices.write')
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices">Invoices</BackLink>
        <PageHeader
          title="Recurring invoices"
          action={
            canCreate && (
              <Link href="/invoices/recurring/new" className={buttonStyle()}>
                New recurring invoice
              </Link>
            )
          }
        />
      </div>
      <SeriesList key={account.mode} kind="invoice" mode={account.mode} first={first} canCreate={canCreate}>
        Bill a customer the same every week, month or year. Each invoice is sent on its day, or left as a
        draft for you.
      </SeriesList>
    </div>
  )
}
