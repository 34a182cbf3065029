import type { Metadata } from 'next'
import { foundPayout } from '@/app/(dashboard)/found-records'
import { PayoutDetails } from '@/components/payouts/payout-details'
import { requireVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Payout' }

export default async function PayoutPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const vendor = await requireVendor()
  const payout = await foundPayout(vendor.id, id)
  return <PayoutDetails key={payout.id} initial={payout} isBanned={vendor.isBanned} />
}
