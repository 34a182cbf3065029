import { Badge } from '@/components/ui/badge'
import type { RecurringRow } from '@/lib/recurring/queries'
import { RECURRING_STATUSES } from '@/lib/recurring/status'

export function RecurringStatusBadge({ status }: Pick<RecurringRow, 'status'>) {
  const { tone, displayStatus } = RECURRING_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}
