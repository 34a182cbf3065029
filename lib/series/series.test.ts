import { afterEach, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { zoneOf } from '@/lib/time/zone-names'
import { dueTimeOf, earliestDayOf, firstDayOf, todayOf } from './series'

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const at = (text: string) => setClock(() => new Date(text))
afterEach(() => setClock(null))

describe('a period is due when its day begins', () => {
  test.each([
    ['UTC', '2031-01-03', '2031-01-03T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2031-01-03', '2031-01-02T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2031-01-03', '2031-01-03T11:00:00.000Z'],
    // The day on which New York puts its clocks forward at two, and the one after.
    ['America/New_York', '2031-03-09', '2031-03-09T05:00:00.000Z'],
    ['America/New_York', '2031-03-10', '2031-03-10T04:00:00.000Z'],
    // Havana has no midnight on the day of the gap, and two on the day of the overlap.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ])('in %s, on %s at %s', (name, on, moment) => {
    const clock = { zone: zoneOf(name), clockDays: 0 }
    expect(dueTimeOf(day(on), clock).toISOString()).toBe(moment)
    setClock(() => new Date(moment))
    expect(formatIsoDate(todayOf(clock))).toBe(on)
    setClock(() => new Date(new Date(moment).getTime() - 1))
    expect(formatIsoDate(todayOf(clock))).toBe(formatIsoDate(dayAfter(day(on), -1)))
  })

  test('that many days earlier under a test clock that is ahead', () => {
    const clock = { zone: zoneOf('Pacific/Auckland'), clockDays: 40 }
    expect(dueTimeOf(day('2031-02-10'), clock).toISOString()).toBe('2030-12-31T11:00:00.000Z')
    at('2030-12-31T11:00:00Z')
    expect(todayOf(clock)).toEqual(day('2031-02-10'))
  })
})

test('no period comes before today in the zone, nor on the day of the latest one', () => {
  at('2031-01-03T12:00:00Z')
  const series = (name: string, lastOn: string | null) => ({
    zone: zoneOf(name),
    clockDays: 0,
    lastOn: lastOn === null ? null : day(lastOn),
  })
  expect(earliestDayOf(series('Pacific/Kiritimati', null))).toEqual(day('2031-01-04'))
  expect(earliestDayOf(series('Etc/GMT+12', null))).toEqual(day('2031-01-03'))
  // Paid in the east, before the vendor moved to the west.
  expect(earliestDayOf(series('Etc/GMT+12', '2031-01-04'))).toEqual(day('2031-01-05'))
})

test('new terms begin today in the zone or later, and leave a period', () => {
  at('2031-01-03T12:00:00Z')
  const schedule = { unit: 'week', every: 1, startsOn: day('2031-01-03'), dayOfMonth: null } as const
  const fresh = { clockDays: 0, periodCount: 0, lastOn: null }
  const never = { endsOn: null, endsAfter: null }
  const kiribati = { ...fresh, zone: zoneOf('Pacific/Kiritimati') }
  const samoa = { ...fresh, zone: zoneOf('Pacific/Pago_Pago') }
  expect(firstDayOf({ schedule, end: never }, samoa, 'payout')).toEqual(day('2031-01-03'))
  expect(() => firstDayOf({ schedule, end: never }, kiribati, 'payout')).toThrow(
    'Choose 2031-01-04 or a later day for the next payout',
  )
  const twice = { endsOn: null, endsAfter: 2 }
  expect(() => firstDayOf({ schedule, end: twice }, { ...samoa, periodCount: 2 }, 'invoice')).toThrow(
    'Choose a number above 2, the number of invoices so far',
  )
})
