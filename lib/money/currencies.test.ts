import { describe, expect, test } from 'vitest'
import { exponentOf, parseCurrency } from './currencies'

describe('parseCurrency', () => {
  test.each(['usd', 'USD', 'uSd'])('%s is USD in any case', (text) => {
    expect(parseCurrency(text)).toBe('USD')
  })

  test.each([
    '',
    ' USD',
    'USD ',
    'US',
    'USDD',
    'US1',
    'ABC',
    '$',
    '840',
    'UſD',
    'ﬀ',
    'ＵＳＤ',
    'us\u0131',
    'toString',
  ])('%j is not a currency', (text) => expect(parseCurrency(text)).toBeNull())

  test.each(['XAU', 'XAG', 'XPT', 'XPD', 'XTS', 'XXX', 'XDR', 'XBA', 'XUA', 'XSU'])(
    '%s is a metal, a basket or a test code, not money',
    (code) => expect(parseCurrency(code)).toBeNull(),
  )
})

describe('exponentOf', () => {
  test.each([
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['UGX', 0],
    ['ISK', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
    // ISO 4217 wins over CLDR, which Intl uses.
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
  ])('%s has the %s decimals of ISO 4217', (currency, decimals) => {
    expect(exponentOf(currency)).toBe(decimals)
  })

  test('an unchecked code is a programming error', () => {
    expect(() => exponentOf('XXX')).toThrow('XXX is no currency')
    expect(() => exponentOf('usd')).toThrow()
  })
})
