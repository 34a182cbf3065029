import { refuseInput } from '@/lib/http/refusals'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { type End, firstPeriodFrom, nextPeriods, type Schedule } from '@/lib/time/schedule'
import { dayIn, startOfDay, type Zone } from '@/lib/time/zone'

/*
 * What recurring invoices and recurring payouts have in common: a row with a schedule, whose next period is due when its day
 * begins in the time zone of the series.
 */

/** A series can begin this far ahead; beyond the year 9999, no day can be written. */
export const MAX_DAYS_AHEAD = 36_525

/** Where the days of a series begin, and by how many days a test account's clock is ahead of them. */
export type SeriesClock = { zone: Zone; clockDays: number }

/** A series after some of its periods. */
export type SeriesProgress = SeriesClock & {
  periodCount: number
  /** The day of its latest period. */
  lastOn: Date | null
}

/** The series' own day: a test account's clock may have been moved on since it was created. */
export function todayOf({ zone, clockDays }: SeriesClock): Date {
  return dayIn(zone, now(), clockDays)
}

/** The day outside the test clock on which a period is due. */
export function dueDayOf(day: Date, { clockDays }: Pick<SeriesClock, 'clockDays'>): Date {
  return dayAfter(day, -clockDays)
}

/** The moment at which a period is due: the beginning of that day. */
export function dueTimeOf(day: Date, clock: SeriesClock): Date {
  return startOfDay(clock.zone, dueDayOf(day, clock))
}

/** No period begins before it: today, or the day after the latest period. */
export function earliestDayOf(series: SeriesClock & Pick<SeriesProgress, 'lastOn'>): Date {
  const today = todayOf(series)
  return series.lastOn && series.lastOn >= today ? dayAfter(series.lastOn, 1) : today
}

/**
 * The day of the first period under new terms. Refuses a first day that is over or too far ahead, and an end that leaves no
 * period; `what` a period creates is for the words.
 */
export function firstDayOf(
  { schedule, end }: { schedule: Schedule; end: End },
  series: SeriesProgress,
  what: 'invoice' | 'payout',
): Date {
  const earliest = earliestDayOf(series)
  if (schedule.startsOn < earliest) {
    refuseInput(`Choose ${formatIsoDate(earliest)} or a later day for the next ${what}`)
  }
  if (schedule.startsOn > dayAfter(earliest, MAX_DAYS_AHEAD)) {
    refuseInput(`Choose a day within a hundred years for the next ${what}`)
  }
  const { periodCount } = series
  if (end.endsAfter !== null && end.endsAfter <= periodCount) {
    refuseInput(`Choose a number above ${periodCount}, the number of ${what}s so far`)
  }
  const [first] = nextPeriods(schedule, end, { index: 0, pastCount: periodCount }, 1)
  return first ?? refuseInput(`It would end before its next ${what}`)
}

/** The period with which a series would go on if it were resumed now. */
export function periodAfterPause(series: SeriesProgress & Schedule & End): {
  index: number
  day: Date | undefined
} {
  const index = firstPeriodFrom(series, earliestDayOf(series))
  const [day] = nextPeriods(series, series, { index, pastCount: series.periodCount }, 1)
  return { index, day }
}

/** The columns of a series that is to be worked on when this day begins; a worker that holds its lease loses it. */
export function nextWork(nextOn: Date, clock: SeriesClock) {
  return { nextOn, nextAttemptAt: dueTimeOf(nextOn, clock), leaseUntil: null }
}
