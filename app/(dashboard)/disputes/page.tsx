import type { Metadata } from 'next'
import { DisputeList } from '@/components/payments/dispute-list'
import { PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { disputeList } from '@/lib/payments/dispute-list'

export const metadata: Metadata = { title: 'Disputes' }

type DisputesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function DisputesPage({ searchParams }: DisputesPageProps) {
  await requireVendor('read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    disputeList.read(account.id, params, account.zone),
  )
  return (
    <div className="space-y-6">
      <PageHeader title="Disputes" />
      <DisputeList key={account.mode} mode={account.mode} first={first} />
    </div>
  )
}
