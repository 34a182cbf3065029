import type { Metadata } from 'next'
import { foundPayout } from '@/app/(dashboard)/found-records'
import { PayoutDetails } from '@/components/payouts/payout-details'
import { requireVendor } from '@/lib/auth/session'

type PayoutPageProps = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: PayoutPageProps): Promise<Metadata> {
  const { id } = await params
  const { customer } = await foundPayout((await requireVendor()).id, id)
  return { title: `Payout …${id.slice(-6)} · ${customer.name}` }
}

export default async function PayoutPage({ params }: PayoutPageProps) {
  const { id } = await params
  const vendor = await requireVendor()
  const payout = await foundPayout(vendor.id, id)
  return <PayoutDetails key={payout.id} initial={payout} isBanned={vendor.isBanned} />
}
