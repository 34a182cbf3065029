import type { Metadata } from 'next'
import { ApprovalList, WaitingPayouts } from '@/components/payouts/approval-list'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { approvalList, readWaiting } from '@/lib/payouts/approval-list'

export const metadata: Metadata = { title: 'Payout approvals' }

type ApprovalsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ApprovalsPage({ searchParams }: ApprovalsPageProps) {
  await requireVendor('read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    approvalList.read(account.id, params, account.zone),
  )
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/payouts">Payouts</BackLink>
        <PageHeader
          title="Payout approvals"
          description="Large payouts need the approval of a second person"
        />
      </div>
      <WaitingPayouts
        key={`waiting ${account.mode}`}
        mode={account.mode}
        initial={await readWaiting(account.id)}
        showsAll
      />
      <ApprovalList key={account.mode} mode={account.mode} first={first} />
    </div>
  )
}
