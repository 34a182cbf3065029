import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CustomerDetails } from '@/components/customers/customer-details'
import { readCustomer } from '@/lib/api/dashboard/read-customer'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Customer' }

export default async function CustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor(`/customers/${id}`)
  const customer = await readCustomer(vendor.id, id)
  if (!customer) notFound()
  return <CustomerDetails customer={customer} mode={await currentMode()} isBanned={vendor.isBanned} />
}
