import type { Metadata } from 'next'
import { foundVendor } from '@/app/(dashboard)/found-records'
import { VendorPanel } from '@/components/operator/vendor-panel'
import { requireOperator } from '@/lib/auth/session'

type VendorPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: VendorPageProps): Promise<Metadata> {
  const { name } = await foundVendor((await requireOperator()).id, (await params).id)
  return { title: `${name} · Vendor` }
}

export default async function VendorPage({ params }: VendorPageProps) {
  const { id } = await params
  const operator = await requireOperator()
  const vendor = await foundVendor(operator.id, id)
  return <VendorPanel key={vendor.id} initial={vendor} canChange={!operator.isBanned} />
}
