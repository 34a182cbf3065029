import createBidi from 'bidi-js'
import { describe, expect, test } from 'vitest'
import { LOCALES } from './locale'
import { formatAmountIn, formatDayIn, formatNumberIn, formatPercentIn } from './locale-format'

/** The text as a reader sees it: without direction marks, and with plain spaces. */
const seen = (text: string) => text.replace(/[\u200e\u200f]/g, '').replace(/[\u00a0\u202f]/g, ' ')

describe('an amount', () => {
  test.each([
    ['en', '$1,234,567.50'],
    ['es', '1.234.567,50 US$'],
    ['fr', '1 234 567,50 $US'],
    ['de', '1.234.567,50 $'],
    ['it', '1.234.567,50 USD'],
    ['nl', 'US$ 1.234.567,50'],
    ['pl', '1 234 567,50 USD'],
    ['pt', 'US$ 1.234.567,50'],
    ['ja', '$1,234,567.50'],
    ['ar', '1,234,567.50 US$'],
  ] as const)('in %s is written %s', (locale, text) => {
    expect(seen(formatAmountIn(locale, '1234567.50', 'USD'))).toBe(text)
  })

  test.each([
    ['1234', 'JPY', '¥1,234'],
    ['1.234', 'KWD', 'KWD 1.234'],
    // A currency whose decimals CLDR leaves out.
    ['1234.50', 'HUF', 'HUF 1,234.50'],
    ['0.00', 'EUR', '€0.00'],
  ])('%s %s keeps its decimals', (amount, currency, text) => {
    expect(seen(formatAmountIn('en', amount, currency))).toBe(text)
  })

  test.each(['USD', 'EUR', 'GBP', 'JPY'])('in English, %s is written as Intl writes it', (currency) => {
    for (const amount of [
      '0',
      '0.00',
      '7.05',
      '-7.05',
      '999.99',
      '1000',
      '-123456.10',
      '1234567890123456789.01',
    ]) {
      const decimals = amount.split('.')[1]?.length ?? 0
      const format = new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      })
      expect(formatAmountIn('en', amount, currency)).toBe(format.format(amount as Intl.StringNumericLiteral))
      expect(formatNumberIn('en', amount)).toBe(
        new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 }).format(
          amount as Intl.StringNumericLiteral,
        ),
      )
    }
  })

  test.each(['12.50', '-12.50'])('%s in Arabic has its currency on the left of its digits', (amount) => {
    const bidi = createBidi()
    const text = formatAmountIn('ar', amount, 'USD')
    const visualOrder = bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, 'rtl'))
    expect(seen(visualOrder)).toBe(`US$ ${amount}`)
  })

  test('too large for a float keeps every digit', () => {
    expect(formatAmountIn('en', '9007199254740993.01', 'USD')).toBe('$9,007,199,254,740,993.01')
  })
})

test.each([
  ['en', '1,234.5'],
  ['es', '1234,5'],
  ['fr', '1 234,5'],
  ['de', '1.234,5'],
  ['it', '1234,5'],
  ['nl', '1.234,5'],
  ['pl', '1234,5'],
  ['pt', '1.234,5'],
  ['ja', '1,234.5'],
  ['ar', '1,234.5'],
] as const)('a quantity in %s has no trailing zeros', (locale, text) => {
  expect(seen(formatNumberIn(locale, '1234.500000'))).toBe(text)
})

test.each([
  ['en', '8.875%'],
  ['es', '8,875 %'],
  ['fr', '8,875 %'],
  ['de', '8,875 %'],
  ['it', '8,875%'],
  ['nl', '8,875%'],
  ['pl', '8,875%'],
  ['pt', '8,875%'],
  ['ja', '8.875%'],
  ['ar', '8.875%'],
] as const)('a percentage in %s is written %s', (locale, text) => {
  expect(seen(formatPercentIn(locale, '8.875'))).toBe(text)
})

describe('a date', () => {
  test.each([
    ['en', 'November 21, 2026'],
    ['es', '21 de noviembre de 2026'],
    ['fr', '21 novembre 2026'],
    ['de', '21. November 2026'],
    ['it', '21 novembre 2026'],
    ['nl', '21 november 2026'],
    ['pl', '21 listopada 2026'],
    ['pt', '21 de novembro de 2026'],
    ['ja', '2026年11月21日'],
    ['ar', '21 نوفمبر 2026'],
  ] as const)('in %s is written out', (locale, text) => {
    expect(formatDayIn(locale, '2026-11-21')).toBe(text)
  })

  test('is the first of a month in French, Italian and Portuguese', () => {
    expect(formatDayIn('fr', '2026-10-01')).toBe('1er octobre 2026')
    expect(formatDayIn('fr', '2026-10-11')).toBe('11 octobre 2026')
    expect(formatDayIn('it', '2026-10-01')).toBe('1º ottobre 2026')
    expect(formatDayIn('pt', '2026-10-01')).toBe('1º de outubro de 2026')
    expect(formatDayIn('pl', '2026-10-01')).toBe('1 października 2026')
  })

  test('is in UTC', () => {
    expect(formatDayIn('en', new Date('2026-11-21T23:59:59.999Z'))).toBe('November 21, 2026')
    expect(formatDayIn('en', new Date('2026-11-21T00:00:00Z'))).toBe('November 21, 2026')
  })

  test('uses Western digits in Arabic too', () => {
    for (const locale of LOCALES) expect(formatDayIn(locale, '2026-11-21')).toMatch(/2026/)
  })
})
