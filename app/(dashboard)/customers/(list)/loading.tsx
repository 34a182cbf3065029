import { ListPageSkeleton } from '@/components/list/list-skeleton'

export default function CustomersLoading() {
  return <ListPageSkeleton />
}
