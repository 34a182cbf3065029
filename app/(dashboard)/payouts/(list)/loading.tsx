import { ListPageSkeleton } from '@/components/list/list-skeleton'

export default function PayoutsLoading() {
  return <ListPageSkeleton />
}
