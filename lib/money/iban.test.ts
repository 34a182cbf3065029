import { expect, test } from 'vitest'
import { compact, groupedIban, isBic, isIban } from './iban'

test.each([
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'NL91ABNA0417164300',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
])('%s is an IBAN', (iban) => {
  expect(isIban(iban)).toBe(true)
})

test.each([
  ['a wrong digit', 'DE89370400440532013001'],
  ['two digits swapped', 'DE89370400440532010300'],
  ['too short', 'DE8937040044053201300'],
  ['too long', 'DE893704004405320130000'],
  ['a country without IBANs', 'US89370400440532013000'],
  ['lower case', 'de89370400440532013000'],
  ['nothing', ''],
])('%s is none', (_, text) => {
  expect(isIban(text)).toBe(false)
})

test('it is typed with spaces and printed in groups of four', () => {
  expect(compact('de89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000')
  expect(groupedIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
})

test('a BIC has 8 or 11 characters', () => {
  expect(['COBADEFF', 'COBADEFFXXX', 'DEUTDE2H'].every(isBic)).toBe(true)
  expect(['COBADEF', 'COBADEFFX', 'COBA1EFF', ''].some(isBic)).toBe(false)
})
