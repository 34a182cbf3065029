import { dayAfter } from './dates'
import { DAY_MS } from './units'

/*
 * The calendar of what recurs: days, each a period of a series, as the midnights in UTC that stand for them. Free of server code: a form
 * shows the days that the service will keep.
 */

/** The units that a form of a series offers. */
export const UNITS = ['week', 'month', 'year'] as const

export type Unit = 'day' | (typeof UNITS)[number]

/** The longest step of each unit. */
export const MAX_INTERVAL: Record<Unit, number> = { day: 1, week: 52, month: 36, year: 10 }

export type Schedule = {
  /** Units from one period to the next. */
  every: number
  unit: Unit
  /** The first day that may be one of a period. */
  startsOn: Date
  /** 1 to 31 for months and years, where a month that is shorter has its last day; null for days and weeks. */
  dayOfMonth: number | null
}

/** Without either, the series continues until somebody ends it. */
export type End = {
  /** No period is later. */
  endsOn: Date | null
  /** Number of periods in all. */
  endsAfter: number | null
}

const WEEK_DAYS = 7

/**
 * The day of a period, from 0. Period 0 is on the first matching day from `startsOn`; each other one is counted from
 * there and not from the one before, so that the 31st comes back after February.
 */
export function periodDay(schedule: Schedule, index: number): Date {
  const { unit, every, startsOn, dayOfMonth } = schedule
  if (dayOfMonth === null) return dayAfter(startsOn, (unit === 'day' ? 1 : WEEK_DAYS) * every * index)
  const month = monthOf(startsOn)
  const first = dayIn(month, dayOfMonth) < startsOn ? month + 1 : month
  return dayIn(first + monthsOf(schedule) * index, dayOfMonth)
}

/** The first period on the day or later; 0 if all are. */
export function firstPeriodFrom(schedule: Schedule, day: Date): number {
  const days = (day.getTime() - schedule.startsOn.getTime()) / DAY_MS
  const { unit, every } = schedule
  const longestDays = unit === 'day' ? every : unit === 'week' ? WEEK_DAYS * every : 31 * monthsOf(schedule)
  // No period is longer, so none before this one can be meant.
  let index = Math.max(0, Math.floor(days / longestDays) - 1)
  while (periodDay(schedule, index) < day) index += 1
  return index
}

/** The days of the next periods, at most `limit`, with this many periods before them. */
export function nextPeriods(
  schedule: Schedule,
  { endsOn, endsAfter }: End,
  from: { index: number; pastCount: number },
  limit: number,
): Date[] {
  const count = endsAfter === null ? limit : Math.min(limit, endsAfter - from.pastCount)
  const days = Array.from({ length: Math.max(0, count) }, (_, step) => periodDay(schedule, from.index + step))
  return days.filter((day) => endsOn === null || day <= endsOn)
}

function monthsOf({ unit, every }: Schedule): number {
  return unit === 'year' ? 12 * every : every
}

/** Months since January 2000. */
function monthOf(day: Date): number {
  return (day.getUTCFullYear() - 2000) * 12 + day.getUTCMonth()
}

/** The day of a month, or its last one. */
function dayIn(month: number, dayOfMonth: number): Date {
  const lastDay = Date.UTC(2000, month + 1, 0)
  return new Date(Math.min(Date.UTC(2000, month, dayOfMonth), lastDay))
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

const EACH: Record<Unit, { one: string; many: string }> = {
  day: { one: 'Daily', many: 'days' },
  week: { one: 'Weekly', many: 'weeks' },
  month: { one: 'Monthly', many: 'months' },
  year: { one: 'Yearly', many: 'years' },
}

const ORDINAL = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `Monthly on the 15th`, `Every 2 weeks on Friday`. */
export function scheduleInWords(schedule: Schedule): string {
  const { unit, every, dayOfMonth } = schedule
  const first = periodDay(schedule, 0)
  const often = every === 1 ? EACH[unit].one : `Every ${every} ${EACH[unit].many}`
  if (unit === 'day') return often
  if (unit === 'week' || dayOfMonth === null) return `${often} on ${WEEKDAY.format(first)}`
  const isLast = dayOfMonth === 31
  if (unit === 'month')
    return `${often} on the ${isLast ? 'last day' : `${dayOfMonth}${ENDINGS[ORDINAL.select(dayOfMonth)] ?? 'th'}`}`
  const month = MONTH.format(first)
  return `${often} on ${isLast ? `the last day of ${month}` : `${month} ${dayOfMonth}`}`
}
