import type { Metadata } from 'next'
import { CustomerList } from '@/components/customers/customer-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { customerList } from '@/lib/customers/customer-list'
import { env } from '@/lib/env'
import { readInvoiceCurrencies } from '@/lib/invoices/invoice-list'
import { readFirstList } from '@/lib/lists/list-query'

export const metadata: Metadata = { title: 'Customers' }

type CustomersPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CustomersPage({ searchParams }: CustomersPageProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const [first, currencies] = await Promise.all([
    readFirstList(await searchParams, (params) => customerList.read(account.id, params, account.zone)),
    readInvoiceCurrencies(account.id),
  ])
  return (
    <div className="space-y-6">
      <PageHeader
        title="Customers"
        action={
          !isReadOnly(vendor, 'customers.write') && (
            <div className="flex flex-wrap gap-2">
              <Link href="/customers/import" className={buttonStyle({ variant: 'secondary' })}>
                Import
              </Link>
              <Link href="/customers/new" className={buttonStyle()}>
                New customer
              </Link>
            </div>
          )
        }
      />
      <CustomerList
        key={account.mode}
        mode={account.mode}
        first={first}
        currencies={currencies}
        canCreate={!isReadOnly(vendor, 'customers.write')}
        baseUrl={env.PUBLIC_URL}
      />
    </div>
  )
}
