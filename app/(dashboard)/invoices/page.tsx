import type { Metadata } from 'next'
import { InvoiceList } from '@/components/invoices/invoice-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { env } from '@/lib/env'
import { invoiceList, readInvoiceCurrencies } from '@/lib/invoices/invoice-list'
import { readFirstList } from '@/lib/lists/list-query'

export const metadata: Metadata = { title: 'Invoices' }

type InvoicesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function InvoicesPage({ searchParams }: InvoicesPageProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const [first, currencies] = await Promise.all([
    readFirstList(await searchParams, (params) => invoiceList.read(account.id, params, account.zone)),
    readInvoiceCurrencies(account.id),
  ])
  return (
    <div className="space-y-6">
      <PageHeader
        title="Invoices"
        links={
          <>
            <Link href="/invoices/drafts" className={buttonStyle({ variant: 'secondary' })}>
              Drafts
            </Link>
            <Link href="/invoices/recurring" className={buttonStyle({ variant: 'secondary' })}>
              Recurring
            </Link>
            <Link href="/invoices/items" className={buttonStyle({ variant: 'secondary' })}>
              Items
            </Link>
          </>
        }
        action={
          !isReadOnly(vendor, 'invoices.write') && (
            <Link href="/invoices/new" className={buttonStyle()}>
              New invoice
            </Link>
          )
        }
      />
      <InvoiceList
        key={account.mode}
        mode={account.mode}
        first={first}
        canChange={!isReadOnly(vendor, 'invoices.write')}
        currencies={currencies}
        baseUrl={env.PUBLIC_URL}
      />
    </div>
  )
}
