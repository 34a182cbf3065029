import { Timestamp } from './timestamp'

/** Lists the next days of a schedule. */
export function DayList({ days }: { days: string[] }) {
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
