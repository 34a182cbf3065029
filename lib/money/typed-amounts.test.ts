import { expect, test } from 'vitest'
import { plainDecimal } from './decimals'

test.each([
  ['1250', '1250'],
  ['1250.5', '1250.5'],
  [' 25.50 ', '25.50'],
  ['1,250', '1250'],
  ['1,250.00', '1250.00'],
  ['1,234,567.89', '1234567.89'],
  ['1,234,567', '1234567'],
  ['12,50', '12.50'],
  ['12,5', '12.5'],
  ['0,500', '0.500'],
  ['1.250,00', '1250.00'],
  ['1.234.567', '1234567'],
  ['1.234.567,8', '1234567.8'],
  ['1 250,00', '1250.00'],
  ['1\u00a0250', '1250'],
  ['1\u202f250,5', '1250.5'],
  ['1’250.00', '1250.00'],
  ['-1,250', '-1250'],
])('%j is the number %s', (typed, plain) => {
  expect(plainDecimal(typed)).toBe(plain)
})

test('a point alone stays a decimal point, so that three decimals are never read as thousands', () => {
  expect(plainDecimal('1.250')).toBe('1.250')
})

test.each([
  '',
  'abc',
  '1,2,3',
  '1,25,0',
  '1.2.3',
  '1,250,00',
  '1.25,000.0',
  ',',
  '12 50',
  '1.250,00,0',
  '1,2.3,4',
])('%j is left for the check that refuses it', (typed) => expect(plainDecimal(typed)).toBe(typed))
