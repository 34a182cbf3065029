const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' })

/** A day in UTC, with the full time on hover. `at` is an ISO 8601 date or time. */
export function Timestamp({ at }: { at: string }) {
  const date = new Date(at)
  const isDay = at.length === 'YYYY-MM-DD'.length
  return (
    <time
      dateTime={at}
      title={isDay ? undefined : `${MOMENT.format(date)} UTC`}
      className="tabular whitespace-nowrap"
    >
      {DAY.format(date)}
    </time>
  )
}
