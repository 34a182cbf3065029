import type { Metadata } from 'next'
import { foundCustomer } from '@/app/(dashboard)/found-records'
import { CustomerDetails } from '@/components/customers/customer-details'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type CustomerPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: CustomerPageProps): Promise<Metadata> {
  const { id } = await params
  const { name } = await foundCustomer((await requireVendor('read')).id, id)
  return { title: name }
}

export default async function CustomerPage({ params }: CustomerPageProps) {
  const { id } = await params
  const vendor = await requireVendor('read')
  const customer = await foundCustomer(vendor.id, id)
  return (
    <CustomerDetails
      customer={customer}
      mode={await currentMode()}
      isReadOnly={isReadOnly(vendor, 'customers.write')}
      mayPay={!isReadOnly(vendor, 'payouts.write')}
    />
  )
}
