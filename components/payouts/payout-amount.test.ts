import { expect, test } from 'vitest'
import { amountProblem, readingOf, takesTwo } from './payout-amount'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const BOUNDS = {
  available: usd('100.00'),
  limit: usd('2000.00'),
  leftToday: usd('150.00'),
  approvalFrom: usd('1000.00'),
}

test.each([
  ['', 'Enter an amount'],
  ['ten', 'Enter an amount such as 25 or 1,250.00'],
  ['0', 'Enter an amount above zero'],
  ['2000.01', 'The limit per payout is $2,000.00'],
  ['150.01', 'Your daily limit leaves $150.00 for today (UTC)'],
  ['100.01', 'You have $100.00 available'],
  ['100', null],
])('an amount of %o that is sent now has the problem %o', (amount, problem) => {
  expect(amountProblem(amount, BOUNDS, false)).toBe(problem)
})

test('a scheduled payout may exceed the balance and the daily limit of today', () => {
  expect(amountProblem('999.99', BOUNDS, true)).toBeNull()
})

test('a scheduled payout may need a second person', () => {
  expect(amountProblem('1,000.00', BOUNDS, true)).toBeNull()
  expect(takesTwo('1,000.00', BOUNDS)).toBe(true)
})

test.each([
  ['1,250', '$1,250.00'],
  ['12,50', '$12.50'],
  ['1.250,5', '$1,250.50'],
  ['1 250', '$1,250.00'],
  ['1250', undefined],
  ['12.50', undefined],
  ['1,2,3', undefined],
  ['', undefined],
])('%o is shown as it is read: %o', (input, reading) => {
  expect(readingOf(input)).toBe(reading)
})
