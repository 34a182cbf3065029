import type { Metadata } from 'next'
import { RequestList } from '@/components/developers/request-list'
import { PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { REQUESTS_KEPT_DAYS } from '@/lib/request-log/forget-old-requests'
import { readRequests } from '@/lib/request-log/request-list'

export const metadata: Metadata = { title: 'Request log' }

type RequestsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RequestsPage({ searchParams }: RequestsPageProps) {
  const vendor = await requireVendor('developers.read')
  const mode = await currentMode()
  const first = await readFirstList(await searchParams, (params) => readRequests(vendor.id, mode, params))
  return (
    <div className="space-y-6">
      <PageHeader
        title="Request log"
        description={`Requests from your server in the last ${REQUESTS_KEPT_DAYS} days, with their responses.`}
      />
      <RequestList key={mode} mode={mode} first={first} />
    </div>
  )
}
