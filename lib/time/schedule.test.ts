import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, formatIsoDate } from './dates'
import {
  firstPeriodFrom,
  MAX_INTERVAL,
  nextPeriods,
  periodDay,
  type Schedule,
  scheduleInWords,
} from './schedule'

const runs = { seed: 20_261_122, numRuns: 1000 }
const day = (text: string) => new Date(`${text}T00:00:00Z`)
const NEVER = { endsOn: null, endsAfter: null }

const days = fc.integer({ min: 0, max: 100 * 365 }).map((count) => dayAfter(day('2000-01-01'), count))

const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({
    unit: fc.constant('day' as const),
    every: fc.constant(1),
    startsOn: days,
    dayOfMonth: fc.constant(null),
  }),
  fc.record({
    unit: fc.constant('week' as const),
    every: fc.integer({ min: 1, max: MAX_INTERVAL.week }),
    startsOn: days,
    dayOfMonth: fc.constant(null),
  }),
  fc.constantFrom('month' as const, 'year' as const).chain((unit) =>
    fc.record({
      unit: fc.constant(unit),
      every: fc.integer({ min: 1, max: MAX_INTERVAL[unit] }),
      startsOn: days,
      dayOfMonth: fc.integer({ min: 1, max: 31 }),
    }),
  ),
)

const first = (schedule: Partial<Schedule>, count: number) =>
  Array.from({ length: count }, (_, index) =>
    formatIsoDate(
      periodDay({ unit: 'month', every: 1, dayOfMonth: 1, startsOn: day('2027-01-01'), ...schedule }, index),
    ),
  )

describe('the days of the periods', () => {
  test('on the 31st are the last days of shorter months, and the 31st again after them', () => {
    expect(first({ dayOfMonth: 31 }, 5)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
  })

  test('on 29 February are the 28th in years that are not leap years', () => {
    const leap = { unit: 'year', startsOn: day('2028-02-29'), dayOfMonth: 29 } as const
    expect(first(leap, 5)).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })

  test('begin on the first matching day, which may be in the month after', () => {
    expect(first({ startsOn: day('2027-12-15') }, 2)).toEqual(['2028-01-01', '2028-02-01'])
    expect(first({ startsOn: day('2027-12-15'), dayOfMonth: 15 }, 1)).toEqual(['2027-12-15'])
    expect(first({ startsOn: day('2027-02-28'), dayOfMonth: 31 }, 1)).toEqual(['2027-02-28'])
  })

  test('keep the weekday over the end of a year', () => {
    const everyOther = { unit: 'week', every: 2, startsOn: day('2027-12-24'), dayOfMonth: null } as const
    expect(first(everyOther, 3)).toEqual(['2027-12-24', '2028-01-07', '2028-01-21'])
  })

  test('are never before the first day, and each is later than the one before', () => {
    fc.assert(
      fc.property(schedules, fc.nat(200), (schedule, index) => {
        const at = periodDay(schedule, index)
        return at >= schedule.startsOn && periodDay(schedule, index + 1) > at
      }),
      runs,
    )
  })

  test('are the wanted day of the month, or the last one of a month that does not have it', () => {
    fc.assert(
      fc.property(schedules, fc.nat(200), (schedule, index) => {
        const at = periodDay(schedule, index)
        if (schedule.unit === 'day') return at.getTime() === dayAfter(schedule.startsOn, index).getTime()
        if (schedule.dayOfMonth === null) return at.getUTCDay() === schedule.startsOn.getUTCDay()
        const isLast = dayAfter(at, 1).getUTCDate() === 1
        return at.getUTCDate() === schedule.dayOfMonth || (isLast && at.getUTCDate() < schedule.dayOfMonth)
      }),
      runs,
    )
  })

  test('are as many months apart as the schedule says', () => {
    const months = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth()
    fc.assert(
      fc.property(schedules, fc.nat(100), (schedule, index) => {
        const [at, next] = [periodDay(schedule, index), periodDay(schedule, index + 1)]
        if (schedule.unit === 'day') return dayAfter(at, 1).getTime() === next.getTime()
        if (schedule.unit === 'week') return dayAfter(at, 7 * schedule.every).getTime() === next.getTime()
        return months(next) - months(at) === schedule.every * (schedule.unit === 'year' ? 12 : 1)
      }),
      runs,
    )
  })
})

test('the first period from a day is the earliest that is not before it', () => {
  fc.assert(
    fc.property(schedules, days, (schedule, from) => {
      const index = firstPeriodFrom(schedule, from)
      const isEarliest = index === 0 || periodDay(schedule, index - 1) < from
      return periodDay(schedule, index) >= from && isEarliest
    }),
    runs,
  )
})

describe('the next periods', () => {
  const monthly: Schedule = { unit: 'month', every: 1, startsOn: day('2027-01-31'), dayOfMonth: 31 }

  test('stop at the last day, which still counts', () => {
    const end = { ...NEVER, endsOn: day('2027-03-31') }
    expect(nextPeriods(monthly, end, { index: 1, pastCount: 1 }, 5).map(formatIsoDate)).toEqual([
      '2027-02-28',
      '2027-03-31',
    ])
  })

  test('stop after a number of periods, however many periods were skipped', () => {
    const end = { ...NEVER, endsAfter: 3 }
    expect(nextPeriods(monthly, end, { index: 7, pastCount: 2 }, 5).map(formatIsoDate)).toEqual([
      '2027-08-31',
    ])
    expect(nextPeriods(monthly, end, { index: 7, pastCount: 3 }, 5)).toEqual([])
  })

  test('go on without an end', () => {
    expect(nextPeriods(monthly, NEVER, { index: 0, pastCount: 0 }, 5)).toHaveLength(5)
  })
})

test.each([
  [{ unit: 'day', every: 1, startsOn: day('2027-01-01'), dayOfMonth: null }, 'Daily'],
  [{ unit: 'week', every: 1, startsOn: day('2027-01-01'), dayOfMonth: null }, 'Weekly on Friday'],
  [{ unit: 'week', every: 2, startsOn: day('2027-01-01'), dayOfMonth: null }, 'Every 2 weeks on Friday'],
  [{ unit: 'month', every: 1, startsOn: day('2027-01-01'), dayOfMonth: 15 }, 'Monthly on the 15th'],
  [{ unit: 'month', every: 1, startsOn: day('2027-01-01'), dayOfMonth: 1 }, 'Monthly on the 1st'],
  [{ unit: 'month', every: 3, startsOn: day('2027-01-01'), dayOfMonth: 22 }, 'Every 3 months on the 22nd'],
  [
    { unit: 'month', every: 3, startsOn: day('2027-01-01'), dayOfMonth: 31 },
    'Every 3 months on the last day',
  ],
  [{ unit: 'year', every: 1, startsOn: day('2027-03-02'), dayOfMonth: 1 }, 'Yearly on April 1'],
] as [Schedule, string][])('a schedule in words: %j', (schedule, words) => {
  expect(scheduleInWords(schedule)).toBe(words)
})
