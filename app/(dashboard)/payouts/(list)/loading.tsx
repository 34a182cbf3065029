import { PayoutListSkeleton } from '@/components/payouts/payout-list'

export default function PayoutsLoading() {
  return <PayoutListSkeleton />
}
