import { MAX_INTERVAL, type Schedule, type Unit } from '@/lib/time/schedule'

/** The intervals of the API. */
export const INTERVALS = {
  week: { unit: 'week', every: 1 },
  month: { unit: 'month', every: 1 },
  quarter: { unit: 'month', every: 3 },
  year: { unit: 'year', every: 1 },
} as const satisfies Record<string, { unit: Unit; every: number }>

type Interval = keyof typeof INTERVALS

export const INTERVAL_NAMES = Object.keys(INTERVALS) as Interval[]

/** The most of these intervals that may lie between two periods. */
export function maxIntervalCount(interval: Interval): number {
  const { unit, every } = INTERVALS[interval]
  return Math.floor(MAX_INTERVAL[unit] / every)
}

/** The longest interval of the API that the step from one period to the next is a multiple of. */
export function intervalOf({ unit, every }: Pick<Schedule, 'unit' | 'every'>): {
  interval: Interval
  count: number
} {
  const fits = (interval: Interval) =>
    INTERVALS[interval].unit === unit && every % INTERVALS[interval].every === 0
  const interval = INTERVAL_NAMES.findLast(fits)
  if (!interval) throw new Error('every unit is an interval')
  return { interval, count: every / INTERVALS[interval].every }
}
