import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import { dayIn, startOfDay, type Zone } from '@/lib/time/zone'

/** No account is older. */
export const FIRST_DAY = '2010-01-01'

/** A month of a time zone: its days, both included, and the moments at which it begins and is over. */
export type Month = {
  /** `2026-10` */
  name: string
  firstDay: Date
  lastDay: Date
  from: Date
  to: Date
}

/** The month `2026-10` in a time zone; null for anything else, and before the first account. */
export function monthOf(name: string, zone: Zone): Month | null {
  const text = `${name}-01`
  const firstDay = /^\d{4}-\d{2}$/.test(name) && text >= FIRST_DAY ? parseIsoDate(text) : null
  if (!firstDay) return null
  const next = monthsAfter(firstDay, 1)
  return {
    name,
    firstDay,
    lastDay: dayAfter(next, -1),
    from: startOfDay(zone, firstDay),
    to: startOfDay(zone, next),
  }
}

/** The name of the month that a moment is in, or of one that is some months later. */
export function monthNameIn(zone: Zone, moment: Date, later = 0): string {
  const day = dayIn(zone, moment)
  day.setUTCDate(1)
  return nameOf(monthsAfter(day, later))
}

/** The name of the month that is a number of months later than another one. */
export function monthAfter({ firstDay }: Month, months: number): string {
  return nameOf(monthsAfter(firstDay, months))
}

function nameOf(firstDay: Date): string {
  return formatIsoDate(firstDay).slice(0, 7)
}

function monthsAfter(firstDay: Date, months: number): Date {
  const day = new Date(firstDay)
  day.setUTCMonth(day.getUTCMonth() + months)
  return day
}

const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `October 2026` */
export function monthInWords(name: string): string {
  const [year, month] = name.split('-')
  return `${NAMES[Number(month) - 1]} ${year}`
}
