import type { Metadata } from 'next'
import { foundPayoutBatch } from '@/app/(dashboard)/found-records'
import { BatchDetails } from '@/components/payouts/batch-details'
import { approvalWaitOf } from '@/lib/auth/acting-member'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type BatchPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: BatchPageProps): Promise<Metadata> {
  const { name } = await foundPayoutBatch((await requireVendor('read')).id, (await params).id)
  return { title: `${name} · Batch of payouts` }
}

export default async function PayoutBatchPage({ params }: BatchPageProps) {
  const vendor = await requireVendor('read')
  const batch = await foundPayoutBatch(vendor.id, (await params).id)
  return (
    <BatchDetails
      key={batch.id}
      initial={batch}
      isReadOnly={isReadOnly(vendor, 'payouts.write')}
      memberId={vendor.memberId}
      approvesFrom={approvalWaitOf(vendor)}
    />
  )
}
