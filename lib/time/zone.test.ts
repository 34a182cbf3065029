import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, formatIsoDate } from './dates'
import { HOUR_MS } from './units'
import { dayIn, exactTimeIn, startOfDay, UTC } from './zone'
import { isZoneName, zoneNames, zoneOf } from './zone-names'

const start = (name: string, day: string) => startOfDay(zoneOf(name), new Date(day)).toISOString()
const hoursOf = (name: string, day: string) => {
  const zone = zoneOf(name)
  const next = startOfDay(zone, dayAfter(new Date(day), 1))
  return (next.getTime() - startOfDay(zone, new Date(day)).getTime()) / HOUR_MS
}

describe('a day', () => {
  test.each([
    ['UTC', '2026-11-23', '2026-11-23T00:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-23', '2026-11-22T18:30:00.000Z'],
    ['Pacific/Auckland', '2026-11-23', '2026-11-22T11:00:00.000Z'],
    ['Pacific/Auckland', '2026-07-01', '2026-06-30T12:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
    // Clocks are put forward at midnight: the day begins at 1:00.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    // Clocks are put back from 1:00 to midnight: it begins at the first of two.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ])('in %s, %s begins at %s', (name, day, moment) => {
    expect(start(name, day)).toBe(moment)
  })

  test.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2026-11-02', 24],
    ['Pacific/Auckland', '2026-09-27', 23],
    ['Pacific/Auckland', '2026-04-05', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kolkata', '2026-03-08', 24],
    ['Pacific/Kiritimati', '2026-11-01', 24],
    // Samoa went over the date line without it.
    ['Pacific/Apia', '2011-12-30', 0],
  ])('in %s, %s has %s hours', (name, day, hours) => {
    expect(hoursOf(name, day)).toBe(hours)
  })

  test('is that of the zone’s clocks', () => {
    const moment = new Date('2026-11-23T11:30:00Z')
    const day = (name: string, days?: number) => formatIsoDate(dayIn(zoneOf(name), moment, days))
    expect(day('Pacific/Auckland')).toBe('2026-11-24')
    expect(day('Pacific/Auckland', -1)).toBe('2026-11-23')
    expect(day('America/New_York')).toBe('2026-11-23')
    expect(day('Pacific/Pago_Pago', 7)).toBe('2026-11-30')
    expect(formatIsoDate(dayIn(UTC, moment))).toBe('2026-11-23')
  })
})

const DATES = Object.fromEntries(
  [
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Auckland',
    'Pacific/Kiritimati',
    'Africa/Casablanca',
    'UTC',
  ].map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone })]),
)

test('every moment is on the day that Intl says, and within it', () => {
  const moments = fc.date({ min: new Date('2010-01-01'), max: new Date('2039-12-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(DATES)), moments, (name, moment) => {
      const zone = zoneOf(name)
      const day = dayIn(zone, moment)
      return (
        formatIsoDate(day) === DATES[name]?.format(moment) &&
        startOfDay(zone, day) <= moment &&
        moment < startOfDay(zone, dayAfter(day, 1))
      )
    }),
    { seed: 20_261_127, numRuns: 3000 },
  )
})

test('an exact time is that of the zone’s clocks, with what they are ahead', () => {
  const moment = new Date('2026-11-23T11:59:30.123Z')
  expect(exactTimeIn(UTC, moment)).toBe('2026-11-23 11:59:30 UTC')
  expect(exactTimeIn(zoneOf('Pacific/Auckland'), moment)).toBe('2026-11-24 00:59:30 UTC+13:00')
  expect(exactTimeIn(zoneOf('America/New_York'), moment)).toBe('2026-11-23 06:59:30 UTC-05:00')
  expect(exactTimeIn(zoneOf('Asia/Kolkata'), moment)).toBe('2026-11-23 17:29:30 UTC+05:30')
})

test.each([
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'America/Argentina/Buenos_Aires',
  'Etc/GMT+5',
])('%s can be chosen', (name) => {
  expect(isZoneName(name)).toBe(true)
  expect(zoneNames(name)).toContain(name)
})

test.each(['', 'Mars/Base', '+02:00', 'Europe/Berlin ', "Europe/Berlin'", `Europe/${'x'.repeat(70)}`])(
  '%j is no zone',
  (name) => {
    expect(isZoneName(name)).toBe(false)
  },
)
