import { ListPageSkeleton } from '@/components/list/list-skeleton'

export default function WalletLoading() {
  return <ListPageSkeleton />
}
