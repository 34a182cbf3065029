import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayText } from '@/lib/i18n/date-order'
import { UTC } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import { DatesProvider, ShortDay, Timestamp } from './timestamp'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const textOf = (at: string) => renderToStaticMarkup(<Timestamp at={at} />).replace(/<[^>]*>/g, '')

test.each([
  ['en-GB', 'day-first'],
  ['en-US', 'month-first'],
] as const)('days are written as %s writes them', (locale, order) => {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, '0')}-09`
    expect(dayText(day, order)).toBe(format.format(new Date(day)))
  }
  expect(dayText('soon', order)).toBe('soon')
})

test.each([
  ['2026-12-27', '27 Dec'],
  ['2027-01-03', '3 Jan'],
  ['2026-05-01', '1 May 2026'],
  ['2027-11-23', '23 Nov 2027'],
])('where there is little room, %s is %s', (day, text) => {
  expect(renderToStaticMarkup(<ShortDay day={day} />)).toContain(`>${text}<`)
})

test('a day is in the order of the page around it', () => {
  const page = (
    <DatesProvider order="month-first" zone={UTC}>
      <Timestamp at="2026-11-03" />
    </DatesProvider>
  )
  expect(renderToStaticMarkup(page)).toContain('>Nov 3, 2026<')
})

test.each([
  ['2026-11-23T11:59:30Z', 'just now'],
  ['2026-11-23T11:59:00Z', '1 minute ago'],
  ['2026-11-23T11:15:00Z', '45 minutes ago'],
  ['2026-11-23T14:30:00Z', 'in 2 hours'],
  ['2026-11-22T10:00:00Z', 'yesterday'],
  ['2026-11-24T13:00:00Z', 'tomorrow'],
  ['2026-11-18T12:00:00Z', '5 days ago'],
  ['2026-11-16T12:00:00Z', '16 Nov 2026'],
  ['2026-01-02', '2 Jan 2026'],
])('%s is shown as %s', (at, words) => {
  expect(textOf(at)).toBe(words)
})

test('a time has its second on hover, a day does not', () => {
  expect(renderToStaticMarkup(<Timestamp at="2026-11-23T11:59:30.123Z" />)).toContain(
    'title="2026-11-23 11:59:30 UTC"',
  )
  expect(renderToStaticMarkup(<Timestamp at="2026-01-02" />)).not.toContain('title')
})

test.each([
  ['Pacific/Auckland', '17 Nov 2026', '2026-11-17 01:30:00 UTC+13:00'],
  ['America/New_York', '16 Nov 2026', '2026-11-16 07:30:00 UTC-05:00'],
  ['Pacific/Kiritimati', '17 Nov 2026', '2026-11-17 02:30:00 UTC+14:00'],
])('in %s, a time is on the zone’s day, and a day stays that day', (name, day, exact) => {
  const page = (at: string) =>
    renderToStaticMarkup(
      <DatesProvider order="day-first" zone={zoneOf(name)}>
        <Timestamp at={at} />
      </DatesProvider>,
    )
  // Just long enough ago to be written as a day.
  vi.setSystemTime(new Date('2026-11-23T12:30:00Z'))
  expect(page('2026-11-16T12:30:00Z')).toContain(`>${day}<`)
  expect(page('2026-11-16T12:30:00Z')).toContain(`title="${exact}"`)
  expect(page('2026-01-02')).toContain('>2 Jan 2026<')
})
