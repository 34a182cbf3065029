/** For UTC days: `3 Nov 2026`. */
export const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' })
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Older times are shown as a date. */
const RELATIVE_FOR_MS = 7 * DAY_MS

/**
 * A UTC date, or a time: relative while recent, with the full time on hover. `at` is an ISO 8601 date or
 * time.
 */
export function Timestamp({ at }: { at: string }) {
  const date = new Date(at)
  const isDay = at.length === 'YYYY-MM-DD'.length
  return (
    <time
      dateTime={at}
      title={isDay ? undefined : `${MOMENT.format(date)} UTC`}
      // A second may pass between server render and hydration.
      suppressHydrationWarning
      className="tabular whitespace-nowrap"
    >
      {isDay ? DAY.format(date) : momentText(date)}
    </time>
  )
}

function momentText(date: Date): string {
  const awayMs = date.getTime() - Date.now()
  const sizeMs = Math.abs(awayMs)
  if (sizeMs >= RELATIVE_FOR_MS) return DAY.format(date)
  if (sizeMs < MINUTE_MS) return 'just now'
  if (sizeMs < HOUR_MS) return AGO.format(Math.trunc(awayMs / MINUTE_MS), 'minute')
  if (sizeMs < DAY_MS) return AGO.format(Math.trunc(awayMs / HOUR_MS), 'hour')
  return AGO.format(Math.trunc(awayMs / DAY_MS), 'day')
}

/** A UTC date in words; text that is no date stays as it is. */
export function dayText(day: string): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? day : DAY.format(date)
}

/** A time to the second, in UTC, to compare with other logs. */
export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {at.slice(0, 19).replace('T', ' ')} UTC
    </time>
  )
}
