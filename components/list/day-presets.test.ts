import { expect, test } from 'vitest'
import { PRESETS } from './day-presets'

const on = (day: string) =>
  Object.fromEntries(
    PRESETS.map(({ value, daysOf }) => {
      const { from, to } = daysOf(new Date(day))
      return [value, [from, to]]
    }),
  )

test('periods by name are whole days, over the ends of months, years and February', () => {
  expect(on('2028-03-01')).toEqual({
    today: ['2028-03-01', '2028-03-01'],
    week: ['2028-02-24', '2028-03-01'],
    month: ['2028-03-01', '2028-03-31'],
    last_month: ['2028-02-01', '2028-02-29'],
  })
  expect(on('2026-01-31').last_month).toEqual(['2025-12-01', '2025-12-31'])
})
