import type { Metadata } from 'next'
import { ApprovalList } from '@/components/payouts/approval-list'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { readApprovals } from '@/lib/payouts/approval-list'

export const metadata: Metadata = { title: 'Payout approvals' }

type ApprovalsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ApprovalsPage({ searchParams }: ApprovalsPageProps) {
  const vendor = await requireVendor('read')
  const mode = await currentMode()
  const first = await readFirstList(await searchParams, (params) => readApprovals(vendor.id, mode, params))
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/payouts">Payouts</BackLink>
        <PageHeader
          title="Payout approvals"
          description="Large payouts need the approval of a second person"
        />
      </div>
      <ApprovalList key={mode} mode={mode} first={first} />
    </div>
  )
}
