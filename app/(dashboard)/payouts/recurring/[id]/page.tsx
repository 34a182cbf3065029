import type { Metadata } from 'next'
import { foundRecurringPayout } from '@/app/(dashboard)/found-records'
import { RecurringPayoutDetails } from '@/components/payouts/recurring-payout-details'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type RecurringPayoutProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: RecurringPayoutProps): Promise<Metadata> {
  await requireVendor('read')
  const { customerName } = await foundRecurringPayout((await params).id)
  return { title: `Recurring payout · ${customerName}` }
}

export default async function RecurringPayoutPage({ params }: RecurringPayoutProps) {
  const vendor = await requireVendor('read')
  const series = await foundRecurringPayout((await params).id)
  return <RecurringPayoutDetails initial={series} isReadOnly={isReadOnly(vendor, 'payouts.write')} />
}
