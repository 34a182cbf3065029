import { describe, expect, test } from 'vitest'
import { paidWithOf } from './paid-with'

describe('what a charge was paid with', () => {
  test.each([
    [{ type: 'card', card: { brand: 'visa', last4: '4242' } }, 'Visa', '4242'],
    [
      { type: 'card', card: { brand: 'amex', last4: '8431', wallet: { type: 'apple_pay' } } },
      'American Express',
      '8431',
    ],
    [
      { type: 'us_bank_account', us_bank_account: { bank_name: 'A BANK', last4: '6789' } },
      'ACH Direct Debit',
      '6789',
    ],
    [{ type: 'sepa_debit', sepa_debit: { last4: '3000', country: 'DE' } }, 'SEPA Direct Debit', '3000'],
    [{ type: 'ideal', ideal: { bank: 'rabobank', iban_last4: '0300' } }, 'iDEAL', '0300'],
    [{ type: 'bancontact', bancontact: { iban_last4: null } }, 'Bancontact', null],
    [{ type: 'link', link: { country: 'US' } }, 'Link', null],
    [{ type: 'amazon_pay', amazon_pay: {} }, 'Amazon Pay', null],
  ])('is a name, and the last four characters where there are such: %j', (details, name, last4) => {
    expect(paidWithOf(details)).toEqual({ name, last4 })
  })

  test.each([
    [{ type: 'card', card: { brand: 'unknown', last4: '0007' } }, 'card', '0007'],
    [{ type: 'card', card: null }, 'card', null],
    [{ type: 'card' }, 'card', null],
    [{ type: 'customer_balance', customer_balance: {} }, 'bank_transfer', null],
  ])(
    'is the plain word, to be said in the reader’s language, where there is no name: %j',
    (details, name, last4) => {
      expect(paidWithOf(details)).toEqual({ name, last4 })
    },
  )

  test('of a type that Stripe adds one day is its name in words', () => {
    expect(paidWithOf({ type: 'moon_pay', moon_pay: { last4: '12' } })).toEqual({
      name: 'Moon Pay',
      last4: null,
    })
    expect(paidWithOf({ type: 'constructor' })).toEqual({ name: 'Constructor', last4: null })
  })

  test.each([
    [{ brand: 'visa', last4: '424242424242' }],
    [{ brand: 'visa', last4: '42 2' }],
    [{ brand: 'visa', last4: 4242 }],
    [{ brand: 'visa' }],
  ])('has no last four characters that are none: %j', (card) => {
    expect(paidWithOf({ type: 'card', card })).toEqual({ name: 'Visa', last4: null })
  })

  test.each([
    null,
    undefined,
    'card',
    {},
    { type: null },
    { type: 7 },
    { type: '' },
    { type: 'Visa <b>' },
    { type: 'x'.repeat(41) },
    { type: '__proto__' },
  ])('is unknown where the answer is of another shape: %j', (details) => {
    expect(paidWithOf(details)).toBeNull()
  })

  test('ignores a brand of another type or length', () => {
    expect(paidWithOf({ type: 'card', card: { brand: 'x'.repeat(1000), last4: '4242' } })).toEqual({
      name: 'card',
      last4: '4242',
    })
    expect(paidWithOf({ type: 'card', card: { brand: ['visa'], last4: '4242' } })?.name).toBe('card')
  })
})
