import type { Metadata } from 'next'
import { CustomerList } from '@/components/customers/customer-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readCustomers } from '@/lib/customers/customer-list'
import { env } from '@/lib/env'
import { readFirstList } from '@/lib/lists/list-query'

export const metadata: Metadata = { title: 'Customers' }

type CustomersPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CustomersPage({ searchParams }: CustomersPageProps) {
  const vendor = await requireVendor('read')
  const mode = await currentMode()
  const first = await readFirstList(await searchParams, (params) => readCustomers(vendor.id, mode, params))
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
        key={mode}
        mode={mode}
        first={first}
        canCreate={!isReadOnly(vendor, 'customers.write')}
        baseUrl={env.PUBLIC_URL}
      />
    </div>
  )
}
