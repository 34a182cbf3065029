import { dayAfter, formatIsoDate } from '@/lib/time/dates'

type Days = { from: string; to: string }

/** Periods that people look for, by the day that is today. Both days are included. */
export const PRESETS: { value: string; text: string; daysOf: (today: Date) => Days }[] = [
  { value: 'today', text: 'Today', daysOf: (today) => ({ from: dayOf(today, 0), to: dayOf(today, 0) }) },
  {
    value: 'week',
    text: 'Last 7 days',
    daysOf: (today) => ({ from: dayOf(today, -6), to: dayOf(today, 0) }),
  },
  { value: 'month', text: 'This month', daysOf: (today) => monthOf(today, 0) },
  { value: 'last_month', text: 'Last month', daysOf: (today) => monthOf(today, -1) },
]

export function isSame(a: Days, b: Days): boolean {
  return a.from === b.from && a.to === b.to
}

const dayOf = (today: Date, days: number) => formatIsoDate(dayAfter(today, days))

function monthOf(today: Date, months: number): Days {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + months]
  // Day 0 of a month is the last one of the month before.
  return { from: isoDay(year, month, 1), to: isoDay(year, month + 1, 0) }
}

function isoDay(year: number, month: number, day: number): string {
  return formatIsoDate(new Date(Date.UTC(year, month, day)))
}
