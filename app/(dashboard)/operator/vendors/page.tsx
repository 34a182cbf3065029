import type { Metadata } from 'next'
import { VendorList } from '@/components/operator/vendor-list'
import { PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { requireOperator } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { readVendorRows } from '@/lib/operator/vendor-view'

export const metadata: Metadata = { title: 'Vendors' }

type VendorsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function VendorsPage({ searchParams }: VendorsPageProps) {
  await requireOperator()
  const mode = await currentMode()
  const first = await readFirstList(await searchParams, (params) => readVendorRows(params, mode))
  return (
    <div className="space-y-6">
      <PageHeader title="Vendors" description="The businesses that use this instance." />
      <VendorList key={mode} mode={mode} first={first} />
    </div>
  )
}
