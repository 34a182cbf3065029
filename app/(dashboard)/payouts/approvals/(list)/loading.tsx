import { ApprovalListSkeleton } from '@/components/payouts/approval-list'

export default function ApprovalsLoading() {
  return <ApprovalListSkeleton />
}
