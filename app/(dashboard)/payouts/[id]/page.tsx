import type { Metadata } from 'next'
import { foundPayout } from '@/app/(dashboard)/found-records'
import { PayoutDetails } from '@/components/payouts/payout-details'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'

type PayoutPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: PayoutPageProps): Promise<Metadata> {
  const { id } = await params
  const { id: vendorId, isOperator } = await requireVendor('read')
  const { customer } = await foundPayout(vendorId, id, isOperator)
  return { title: `Payout …${id.slice(-6)} · ${customer.name}` }
}

export default async function PayoutPage({ params }: PayoutPageProps) {
  const { id } = await params
  const vendor = await requireVendor('read')
  const payout = await foundPayout(vendor.id, id, vendor.isOperator)
  return <PayoutDetails key={payout.id} initial={payout} isReadOnly={isReadOnly(vendor, 'payouts.write')} />
}
