import type { Metadata } from 'next'
import { VendorList } from '@/components/operator/vendor-list'
import { PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { requireOperator } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { readVendors } from '@/lib/vendors/vendor-list'

export const metadata: Metadata = { title: 'Vendors' }

type VendorsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function VendorsPage({ searchParams }: VendorsPageProps) {
  await requireOperator()
  const first = await readFirstList(await searchParams, readVendors)
  return (
    <div className="space-y-6">
      <PageHeader title="Vendors" description="The businesses that use this instance." />
      <VendorList mode={await currentMode()} first={first} />
    </div>
  )
}
