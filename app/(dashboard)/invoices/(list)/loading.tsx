import { ListPageSkeleton } from '@/components/list/list-skeleton'

export default function InvoicesLoading() {
  return <ListPageSkeleton />
}
