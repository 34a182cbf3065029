import type { Metadata } from 'next'
import { foundVendor } from '@/app/(dashboard)/found-records'
import { VendorPanel } from '@/components/operator/vendor-panel'
import { requireOperator } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Vendor' }

export default async function VendorPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const operator = await requireOperator()
  const vendor = await foundVendor(operator.id, id)
  return <VendorPanel key={vendor.id} initial={vendor} canChange={!operator.isBanned} />
}
