import { ListPageSkeleton } from '@/components/list/list-skeleton'

export default function Loading() {
  return <ListPageSkeleton />
}
