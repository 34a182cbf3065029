import { Badge, type Tone } from '@/components/ui/badge'
import { Timestamp } from '@/components/ui/timestamp'
import type { RecurringRow } from '@/lib/recurring/queries'

const TONES: Record<RecurringRow['status'], Tone> = {
  ACTIVE: 'success',
  PAUSED: 'neutral',
  STOPPED: 'danger',
  ENDED: 'neutral',
}

export function RecurringStatusBadge({ series }: { series: Pick<RecurringRow, 'status' | 'statusLabel'> }) {
  return <Badge tone={TONES[series.status]}>{series.statusLabel}</Badge>
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
