import { ListPageSkeleton } from '@/components/list/list-skeleton'

export default function AuditLogLoading() {
  return <ListPageSkeleton />
}
