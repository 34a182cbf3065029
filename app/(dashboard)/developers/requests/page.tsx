import type { Metadata } from 'next'
import { RequestList } from '@/components/developers/request-list'
import { PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { REQUESTS_KEPT_DAYS } from '@/lib/http/forget-old-requests'
import { readFirstList } from '@/lib/lists/list-query'
import { requestList } from '@/lib/request-log/request-list'

export const metadata: Metadata = { title: 'Request log' }

type RequestsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RequestsPage({ searchParams }: RequestsPageProps) {
  await requireVendor('developers.read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    requestList.read(account.id, params, account.zone),
  )
  return (
    <div className="space-y-6">
      <PageHeader
        title="Request log"
        description={`Requests from your server in the last ${REQUESTS_KEPT_DAYS} days, with their responses.`}
      />
      <RequestList key={account.mode} mode={account.mode} first={first} />
    </div>
  )
}
