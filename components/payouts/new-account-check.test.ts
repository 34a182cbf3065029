import { expect, test } from 'vitest'
import { ageInWords } from './new-account-check'

const CREATED = '2026-03-02T12:00:00.000Z'
const after = (minutes: number) => Date.parse(CREATED) + minutes * 60_000

test('its age is said in minutes, and then in hours', () => {
  const ages = [0, 1, 59, 60, 23 * 60 + 59].map((minutes) => ageInWords(CREATED, after(minutes)))
  expect(ages).toEqual(['just now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago'])
})
