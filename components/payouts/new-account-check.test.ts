import { expect, test } from 'vitest'
import type { BankAccountRow } from '@/lib/bank-accounts/bank-account'
import { ageInWords, isNewFromLink } from './new-account-check'

const CREATED = '2026-03-02T12:00:00.000Z'
const after = (minutes: number) => Date.parse(CREATED) + minutes * 60_000
const account = (fromLink: boolean) => ({ fromLink, createdAt: CREATED }) as BankAccountRow

test('an account from a link is new for 24 hours, and one that the vendor added never', () => {
  expect(isNewFromLink(account(true), after(0))).toBe(true)
  expect(isNewFromLink(account(true), after(24 * 60 - 1))).toBe(true)
  expect(isNewFromLink(account(true), after(24 * 60))).toBe(false)
  expect(isNewFromLink(account(false), after(0))).toBe(false)
})

test('its age is said in minutes, and then in hours', () => {
  const ages = [0, 1, 59, 60, 23 * 60 + 59].map((minutes) => ageInWords(CREATED, after(minutes)))
  expect(ages).toEqual(['just now', '1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago'])
})
