import type { Metadata } from 'next'
import { RequestList } from '@/components/developers/request-list'
import { PageHeader } from '@/components/ui/page-header'
import { readFirstList } from '@/lib/api/dashboard/list-query'
import { readRequests } from '@/lib/api/dashboard/read-requests'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'
import { REQUESTS_KEPT_DAYS } from '@/lib/domain/api-requests/forget-old-requests'

export const metadata: Metadata = { title: 'Requests' }

type RequestsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RequestsPage({ searchParams }: RequestsPageProps) {
  const vendor = await requireVendor()
  const mode = await currentMode()
  const first = await readFirstList(await searchParams, (params) => readRequests(vendor.id, mode, params))
  return (
    <div className="space-y-6">
      <PageHeader
        title="Requests"
        description={`What your server has asked of the API in the last ${REQUESTS_KEPT_DAYS} days, and what was answered.`}
      />
      <RequestList key={mode} mode={mode} first={first} />
    </div>
  )
}
