type Days = { from: string; to: string }

/** Periods that people look for, in UTC days as everywhere in the dashboard. Both days are included. */
export const PRESETS: { value: string; text: string; daysOf: (now: Date) => Days }[] = [
  { value: 'today', text: 'Today', daysOf: (now) => ({ from: dayOf(now, 0), to: dayOf(now, 0) }) },
  { value: 'week', text: 'Last 7 days', daysOf: (now) => ({ from: dayOf(now, -6), to: dayOf(now, 0) }) },
  { value: 'month', text: 'This month', daysOf: (now) => monthOf(now, 0) },
  { value: 'last_month', text: 'Last month', daysOf: (now) => monthOf(now, -1) },
]

export function isSame(a: Days, b: Days): boolean {
  return a.from === b.from && a.to === b.to
}

function dayOf(now: Date, days: number): string {
  return isoDay(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days)
}

function monthOf(now: Date, months: number): Days {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + months]
  // Day 0 of a month is the last one of the month before.
  return { from: isoDay(year, month, 1), to: isoDay(year, month + 1, 0) }
}

function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}
