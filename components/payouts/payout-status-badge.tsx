import type { PayoutRow } from '@/lib/api/dashboard/present-payout'
import { Badge, type Tone } from '../ui/badge'

const STATUSES: Record<PayoutRow['status'], { tone: Tone; label: string }> = {
  PROCESSING: { tone: 'accent', label: 'Processing' },
  PAID: { tone: 'success', label: 'Paid' },
  FAILED: { tone: 'danger', label: 'Failed' },
  RETURNED: { tone: 'warning', label: 'Returned' },
}

export function PayoutStatusBadge({ status }: { status: PayoutRow['status'] }) {
  const { tone, label } = STATUSES[status]
  return <Badge tone={tone}>{label}</Badge>
}
