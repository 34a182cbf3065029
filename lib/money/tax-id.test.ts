import { expect, test } from 'vitest'
import { taxIdDoubt, vatIdOf } from './tax-id'

/** Published numbers of real companies and of authorities' own examples. */
const RIGHT = [
  'ATU13585627',
  'BE 0428.759.497',
  'CHE-107.787.577 MWST',
  'DE 136 695 976',
  'DK13585628',
  'EL094259216',
  'ESA28015865',
  'FI20774740',
  'FR40303265045',
  'GB980780684',
  'HU12892312',
  'IE6433435F',
  'IT00743110157',
  'LU15027442',
  'NL004495445B01',
  'NO 995 525 828 MVA',
  'PL8567346215',
  'PT501964843',
  'SE556188840401',
  'XI980780684',
]

test.each(RIGHT)('%s looks right, and with a digit mistyped or missing it does not', (taxId) => {
  expect(taxIdDoubt(taxId)).toBeNull()
  expect(taxIdDoubt(taxId.toLowerCase())).toBeNull()
  expect(taxIdDoubt(taxId.replace(/\d(?=\D*$)/, ''))).not.toBeNull()
})

test.each(RIGHT.filter((taxId) => !/^(EL|ES|HU|IE)/.test(taxId)))('%s has check digits', (taxId) => {
  const [first = ''] = /\d(?=\d)/.exec(taxId.replaceAll(/[ .-]/g, '').slice(3)) ?? []
  const compact = taxId.replaceAll(/[ .-]/g, '')
  const at = compact.indexOf(first, 3)
  const mistyped = `${compact.slice(0, at)}${(Number(first) + 1) % 10}${compact.slice(at + 1)}`
  expect(taxIdDoubt(mistyped)).not.toBeNull()
})

test.each([
  ['12-3456789', 'US', null],
  ['12345678', 'US', 'a US employer identification number'],
  ['EIN 12-3456789', 'US', null],
  ['51 824 753 556', 'AU', null],
  ['ABN 51 824 753 557', 'AU', 'an Australian business number'],
  ['995 525 829', 'NO', 'a Norwegian organization number'],
  ['DE123', 'FR', 'a German VAT ID'],
  ['ATU1', null, 'an Austrian VAT ID'],
])('%s of %s: %s', (taxId, country, doubt) => {
  expect(taxIdDoubt(taxId, country)).toBe(doubt)
})

test.each([
  '',
  '27/123/45678',
  'SIREN 552 100 554',
  'Tax number 5',
  'JP1234',
  '登録番号 T1234567890123',
  'DE',
])('any other text is taken as it is: %s', (taxId) => {
  expect(taxIdDoubt(taxId, 'DE')).toBeNull()
})

test.each(RIGHT)('%s is a VAT ID, also with a label in front of it', (taxId) => {
  const compact = taxId.replaceAll(/[\s.-]/g, '')
  expect(vatIdOf(taxId)).toBe(compact)
  for (const label of ['VAT ', 'VAT no. ', 'VAT: ', 'USt-IdNr. ', 'TVA ', 'BTW-nr. ']) {
    expect(vatIdOf(label + taxId)).toBe(compact)
  }
})

test.each([
  '12-3456789',
  'St.-Nr. 133/8150/8159',
  '133/8150/8159',
  'No. 12345',
  'US 12',
  'SIREN 732829320',
  'VAT',
  '',
])('%j is no VAT ID', (text) => {
  expect(vatIdOf(text)).toBeNull()
})
