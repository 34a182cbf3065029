import { RequestListSkeleton } from '@/components/developers/request-list'

export default function RequestsLoading() {
  return <RequestListSkeleton />
}
