import type { Metadata } from 'next'
import { RecurringList } from '@/components/recurring/recurring-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { readRecurringList } from '@/lib/recurring/queries'

export const metadata: Metadata = { title: 'Recurring invoices' }

type RecurringPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RecurringInvoicesPage({ searchParams }: RecurringPageProps) {
  const vendor = await requireVendor('read')
  const mode = await currentMode()
  const first = await readFirstList(await searchParams, (params) =>
    readRecurringList(vendor.id, mode, params),
  )
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/invoices">Invoices</BackLink>
        <PageHeader
          title="Recurring invoices"
          action={
            !isReadOnly(vendor, 'invoices.write') && (
              <Link href="/invoices/recurring/new" className={buttonStyle()}>
                New recurring invoice
              </Link>
            )
          }
        />
      </div>
      <RecurringList key={mode} mode={mode} first={first} />
    </div>
  )
}
