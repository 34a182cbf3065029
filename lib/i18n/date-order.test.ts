import { expect, test } from 'vitest'
import { dateOrderOf } from './date-order'

test.each([
  ['en-US,en;q=0.9', 'month-first'],
  ['en-us', 'month-first'],
  ['en-GB,en-US;q=0.8', 'day-first'],
  ['de-DE,en-US;q=0.5', 'day-first'],
  ['en', 'day-first'],
  [null, 'day-first'],
])('a reader whose browser says %s reads dates %s', (header, order) => {
  expect(dateOrderOf(header)).toBe(order)
})
