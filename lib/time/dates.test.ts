import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, formatDateTime, formatIsoDate, formatShortDate, parseIsoDate } from './dates'
import { DAY_MS } from './units'

const runs = { seed: 20_261_121, numRuns: 1000 }
const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })

describe('formatted dates', () => {
  const moment = new Date('2026-03-05T23:59:59.999Z')

  test('follow the contract, in UTC', () => {
    expect(formatDateTime(moment)).toBe('2026-03-05 23:59:59')
    expect(formatIsoDate(moment)).toBe('2026-03-05')
    expect(formatShortDate(moment)).toBe('05 Mar, 2026')
  })

  test('a short date has a two-digit day and the English month', () => {
    const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
    const written = months.map((_, month) => formatShortDate(new Date(Date.UTC(2026, month, 1))))
    expect(written).toEqual(months.map((month) => `01 ${month}, 2026`))
  })
})

describe('parseIsoDate', () => {
  test('every calendar day is parsed as its midnight in UTC', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const text = formatIsoDate(moment)
        const day = parseIsoDate(text)
        return (
          day?.getTime() === Math.floor(moment.getTime() / DAY_MS) * DAY_MS && formatIsoDate(day) === text
        )
      }),
      runs,
    )
  })

  test.each([
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-01',
    '26-01-01',
    '2026/01/01',
    '01-01-2026',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01\n',
    '+02026-01-01',
    '-2026-01-01',
    '',
    'today',
    '２０２６-01-01',
  ])('%j is not a date', (text) => {
    expect(parseIsoDate(text)).toBeNull()
  })

  test.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a date', (text) => {
    expect(parseIsoDate(text)?.toISOString()).toBe(`${text}T00:00:00.000Z`)
  })
})

describe('dayAfter', () => {
  const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

  test('counts whole UTC days from the moment’s date, whatever the hour', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -400, max: 400 }), (moment, days) => {
        const midnight = Math.floor(moment.getTime() / DAY_MS) * DAY_MS
        return dayAfter(moment, days).getTime() === midnight + days * DAY_MS
      }),
      {
        ...runs,
        examples: [
          [new Date('2024-02-28T23:59:59.999Z'), 1],
          [new Date('0099-12-31'), 1],
        ],
      },
    )
  })
})
