import { RecurringListSkeleton } from '@/components/recurring/recurring-list'

export default function RecurringInvoicesLoading() {
  return <RecurringListSkeleton />
}
