import type { Metadata } from 'next'
import { foundCustomer } from '@/app/(dashboard)/found-records'
import { CustomerDetails } from '@/components/customers/customer-details'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Customer' }

export default async function CustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor()
  const customer = await foundCustomer(vendor.id, id)
  return <CustomerDetails customer={customer} mode={await currentMode()} isBanned={vendor.isBanned} />
}
