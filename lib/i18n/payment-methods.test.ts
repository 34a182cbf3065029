import { expect, test } from 'vitest'
import { LOCALES } from './locale'
import { formatMethodIn } from './payment-methods'

test('a way to pay is its own name, or a word of the language, with the last characters of the number', () => {
  expect(formatMethodIn('de', { name: 'Visa', last4: '4242' })).toBe('Visa •••• 4242')
  expect(formatMethodIn('de', { name: 'card', last4: '0007' })).toBe('Karte •••• 0007')
  expect(formatMethodIn('fr', { name: 'bank_transfer', last4: null })).toBe('Virement bancaire')
  expect(formatMethodIn('ja', { name: 'iDEAL', last4: null })).toBe('iDEAL')
  expect(formatMethodIn('en', { name: 'constructor', last4: null })).toBe('constructor')
})

test.each(LOCALES)('%s has a word for each way that no name is known of', (locale) => {
  const codes = ['card', 'bank_transfer', 'cash', 'check', 'other']
  for (const name of codes) expect(formatMethodIn(locale, { name, last4: null })).not.toBe(name)
})
