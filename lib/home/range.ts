import { z } from 'zod'
import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'

/** The period of the home page: a number of days until today, or two days. */
export const rangeQuery = z.object({
  days: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})

export type RangeQuery = z.infer<typeof rangeQuery>

/** Days of the vendor's time zone, both included. */
export type Range = { from: Date; to: Date; days: number }

const PRESETS = [7, 30, 90, 365]
const DEFAULT_DAYS = 30
/** A leap year: as many sums of days as one visit may have to keep, twice. */
const MAX_DAYS = 366

/** The days to show. What can't be shown, such as the future, gives way to the default, as in an old bookmark. */
export function rangeOf({ days, from, to }: RangeQuery, today: Date): Range {
  const first = parseIsoDate(from ?? '')
  const last = parseIsoDate(to ?? '')
  if (first && last && first <= last && first <= today) {
    const end = last < today ? last : today
    const count = daysBetween(first, end) + 1
    if (count <= MAX_DAYS) return { from: first, to: end, days: count }
  }
  const presetDays = PRESETS.find((preset) => String(preset) === days) ?? DEFAULT_DAYS
  return { from: dayAfter(today, 1 - presetDays), to: today, days: presetDays }
}

/** The period of the same length before. */
export function rangeBefore({ from, days }: Range): Range {
  return { from: dayAfter(from, -days), to: dayAfter(from, -1), days }
}

function daysBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / 86_400_000)
}

export const presentRange = ({ from, to, days }: Range) => ({
  from: formatIsoDate(from),
  to: formatIsoDate(to),
  days,
})
