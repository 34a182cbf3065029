import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DateOrderProvider, dayText, Timestamp } from './timestamp'

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

test('a day is in the order of the page around it', () => {
  const page = (
    <DateOrderProvider order="month-first">
      <Timestamp at="2026-11-03" />
    </DateOrderProvider>
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
