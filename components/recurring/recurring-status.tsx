import { Badge } from '@/components/ui/badge'
import { Timestamp } from '@/components/ui/timestamp'
import type { RecurringRow } from '@/lib/recurring/queries'
import { RECURRING_STATUSES } from '@/lib/recurring/status'

export function RecurringStatusBadge({ status }: Pick<RecurringRow, 'status'>) {
  const { tone, displayStatus } = RECURRING_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}

/** The days of the next invoices. */
export function UpcomingDays({ days }: { days: string[] }) {
  if (days.length === 0) return <p className="mt-1 text-muted-foreground">None</p>
  return (
    <ol className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground">
      {days.map((day) => (
        <li key={day}>
          <Timestamp at={day} />
        </li>
      ))}
    </ol>
  )
}
