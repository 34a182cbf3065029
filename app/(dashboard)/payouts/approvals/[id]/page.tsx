import type { Metadata } from 'next'
import { foundApproval } from '@/app/(dashboard)/found-records'
import { PayoutApproval } from '@/components/payouts/payout-approval'
import { approvalWaitOf } from '@/lib/auth/acting-member'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type ApprovalPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: ApprovalPageProps): Promise<Metadata> {
  const { id } = await params
  const { customer } = await foundApproval(await requireVendor('read'), id)
  return { title: `Payout request …${id.slice(-6)} · ${customer.name}` }
}

export default async function ApprovalPage({ params }: ApprovalPageProps) {
  const { id } = await params
  const vendor = await requireVendor('read')
  const approval = await foundApproval(vendor, id)
  return (
    <PayoutApproval
      key={approval.id}
      initial={approval}
      isReadOnly={isReadOnly(vendor, 'payouts.write')}
      approvesFrom={approvalWaitOf(vendor)}
    />
  )
}
