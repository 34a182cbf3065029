import { expect, test } from 'vitest'
import { filledIn } from './docs-session'

test('samples get the key and the ids of the tab in place of their placeholders', () => {
  const session = { key: 'cf_test_x', ids: { CUSTOMER_ID: 'c-1', ACCOUNT_ID: 'a-1' } }
  const text = 'Bearer YOUR_API_KEY /customer/CUSTOMER_ID/bank-account/BANK_ACCOUNT_ID'
  expect(filledIn(text, session)).toBe('Bearer cf_test_x /customer/c-1/bank-account/BANK_ACCOUNT_ID')
})

test('without a key the placeholder stays', () => {
  expect(filledIn('Bearer YOUR_API_KEY', { key: null, ids: {} })).toBe('Bearer YOUR_API_KEY')
})
