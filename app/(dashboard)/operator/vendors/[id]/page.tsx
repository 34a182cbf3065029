import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { VendorPanel } from '@/components/operator/vendor-panel'
import { readVendor } from '@/lib/api/dashboard/operator/read-vendor'
import { requireOperator } from '@/lib/auth/require-operator'

export const metadata: Metadata = { title: 'Vendor' }

export default async function VendorPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const operator = await requireOperator(`/operator/vendors/${id}`)
  const vendor = await readVendor(operator.id, id)
  if (!vendor) notFound()
  return <VendorPanel key={vendor.id} initial={vendor} canChange={!operator.isBanned} />
}
