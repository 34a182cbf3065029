import { DraftListSkeleton } from '@/components/invoices/draft-list'

export default function DraftsLoading() {
  return <DraftListSkeleton />
}
