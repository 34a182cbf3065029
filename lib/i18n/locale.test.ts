import { expect, test } from 'vitest'
import { directionOf, negotiateLocale } from './locale'

test.each([
  [null, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['de-AT', 'de'],
  ['ko, es;q=0.4, fr;q=0.8', 'fr'],
  ['ko', 'en'],
  ['pt-PT', 'pt'],
  ['ja-JP, en;q=0.5', 'ja'],
  ['*', 'en'],
  ['ES-mx', 'es'],
  ['fr;q=0, de;q=0.1', 'de'],
  ['fr;q=nonsense, ar', 'ar'],
  [`${'x'.repeat(2000)},fr`, 'en'],
])('Accept-Language %j is answered in %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale)
})

test('only Arabic runs right to left', () => {
  expect(directionOf('ar')).toBe('rtl')
  expect(directionOf('en')).toBe('ltr')
})
