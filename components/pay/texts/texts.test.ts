import { describe, expect, test } from 'vitest'
import { LOCALES } from '@/lib/i18n/locale'
import { payTextsIn } from './texts'

/** Sample values for texts that take parameters. */
const FACTS = {
  vendor: 'VENDOR',
  amount: 'AMOUNT',
  fee: 'FEE',
  day: 'DAY',
  count: 'COUNT',
  service: 'SERVICE',
  number: 'NUMBER',
  email: 'EMAIL',
  total: 'TOTAL',
  year: 'YEAR',
  invoices: 'INVOICES',
}

/** Each text by its path, with functions called on the sample values. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value(FACTS))]]
  return Object.entries(value as object).flatMap(([key, entry]) => textsOf(entry, `${path}.${key}`))
}

const factsIn = (text: string) =>
  Object.values(FACTS)
    .filter((fact) => text.includes(fact))
    .toSorted()

const english = new Map(textsOf(payTextsIn('en')))

/** Words that are the same in both languages, and placeholders. */
const SAME = new Set([
  'es .summary.subtotal',
  'es .summary.total',
  'fr .testMode.region',
  'fr .summary.total',
  'fr .receipt.email',
  'fr .receipt.transaction',
  'de .transfer.bankName',
  'pt .summary.subtotal',
  'pt .summary.total',
  'nl .portal.details.postcode',
  // Standards have one name.
  ...LOCALES.flatMap((locale) => [`${locale} .transfer.iban`, `${locale} .transfer.bic`]),
])

describe.each(LOCALES.filter((locale) => locale !== 'en'))('the texts in %s', (locale) => {
  test('are complete, and use the same facts as the English ones', () => {
    for (const [path, text] of textsOf(payTextsIn(locale))) {
      expect(text.trim(), path).not.toBe('')
      expect(factsIn(text), path).toEqual(factsIn(english.get(path) ?? ''))
    }
  })

  test('are not left in English', () => {
    const left = textsOf(payTextsIn(locale))
      .filter(([path, text]) => text === english.get(path) && !SAME.has(`${locale} ${path}`))
      .map(([path, text]) => `${path}: ${text}`)
    expect(left).toEqual([])
  })
})

test('Polish counts items by its own rules', () => {
  const { items } = payTextsIn('pl').summary
  const counted = ['5', '12', '21', '22', '104', '112'].map((count) => items({ count }))
  expect(counted).toEqual([
    '5 pozycji',
    '12 pozycji',
    '21 pozycji',
    '22 pozycje',
    '104 pozycje',
    '112 pozycji',
  ])
})

test('the button for several invoices counts them by the rules of each language', () => {
  const pay = (locale: 'en' | 'pl' | 'ja', count: string) =>
    payTextsIn(locale).portal.several.pay({ count, amount: '$3.00' })
  expect([pay('en', '1'), pay('en', '3')]).toEqual(['Pay 1 invoice · $3.00', 'Pay 3 invoices · $3.00'])
  expect(['1', '2', '5', '22', '25'].map((count) => pay('pl', count))).toEqual([
    'Zapłać 1 fakturę · $3.00',
    'Zapłać 2 faktury · $3.00',
    'Zapłać 5 faktur · $3.00',
    'Zapłać 22 faktury · $3.00',
    'Zapłać 25 faktur · $3.00',
  ])
  expect(pay('ja', '3')).toBe('3件の請求書を支払う · $3.00')
})
