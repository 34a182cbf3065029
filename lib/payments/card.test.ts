import { describe, expect, test } from 'vitest'
import { SANDBOX_CARDS } from '@/lib/providers/sandbox/charges'
import { type CardText, cardBrand, checkCard, checkCardText, groupExpiry } from './card'

const CARD: CardText = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 30',
  securityCode: '123',
  holder: ' Ada Lovelace ',
}
const MOMENT = new Date('2026-11-21T12:00:00Z')

const troublesOf = (given: Partial<CardText>, moment = MOMENT) =>
  checkCardText({ ...CARD, ...given }, moment).troubles

describe('a typed card', () => {
  test('is split into fields for the provider', () => {
    expect(checkCardText(CARD, MOMENT).card).toEqual({
      number: '4242424242424242',
      expiryMonth: 12,
      expiryYear: 2030,
      securityCode: '123',
      holder: 'Ada Lovelace',
    })
  })

  test.each([
    ['number', '', 'number_missing'],
    ['number', '4242 4242 4242 4241', 'number_invalid'],
    ['number', '4242', 'number_invalid'],
    ['number', '0'.repeat(20), 'number_invalid'],
    ['expiry', '', 'expiry_invalid'],
    ['expiry', '13 / 30', 'expiry_invalid'],
    ['expiry', '12 / 2130', 'expiry_invalid'],
    ['expiry', '10 / 26', 'expired'],
    ['securityCode', '12', 'security_code_invalid'],
    ['securityCode', '12a', 'security_code_invalid'],
    ['holder', '  ', 'holder_missing'],
  ] as const)('with %s %j is reported as %s', (field, text, trouble) => {
    expect(troublesOf({ [field]: text })).toEqual({ [field]: trouble })
  })

  test('has all its problems reported at once', () => {
    expect(troublesOf({ number: '', expiry: '', securityCode: '', holder: '' })).toEqual({
      number: 'number_missing',
      expiry: 'expiry_invalid',
      securityCode: 'security_code_invalid',
      holder: 'holder_missing',
    })
  })

  test('is valid until its month is over everywhere on earth', () => {
    expect(troublesOf({ expiry: '11 / 26' }, new Date('2026-12-01T11:00:00Z'))).toBeNull()
    expect(troublesOf({ expiry: '11 / 26' }, new Date('2026-12-02T00:00:00Z'))).toEqual({ expiry: 'expired' })
  })
})

test.each(SANDBOX_CARDS)('the sandbox card $number passes', ({ number }) => {
  expect(troublesOf({ number })).toBeNull()
})

describe('a card sent by a program', () => {
  const SENT = {
    number: '4242424242424242',
    expiryMonth: 12,
    expiryYear: 2030,
    securityCode: '123',
    holder: 'Ada Lovelace',
  }

  test('passes by the same rules', () => {
    expect(checkCard(SENT, MOMENT)).toEqual({ card: SENT, troubles: null })
  })

  test.each([
    [{ number: '4242424242424241' }, { number: 'number_invalid' }],
    [{ number: '4242x42424242424242' }, { number: 'number_invalid' }],
    [{ expiryMonth: 0 }, { expiry: 'expiry_invalid' }],
    [{ expiryMonth: Number.NaN }, { expiry: 'expiry_invalid' }],
    [{ expiryYear: 30 }, { expiry: 'expiry_invalid' }],
    [{ expiryYear: 2025 }, { expiry: 'expired' }],
    [{ securityCode: ' 123' }, { securityCode: 'security_code_invalid' }],
    [{ holder: ' ' }, { holder: 'holder_missing' }],
  ])('with %o is refused as %o', (given, troubles) => {
    expect(checkCard({ ...SENT, ...given }, MOMENT)).toEqual({ card: null, troubles })
  })
})

test.each([
  ['9', '09'],
  ['930', '09 / 30'],
  ['1230', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['1/30', '01 / 30'],
  ['1', '1'],
])('the expiry date %j is written %j', (text, grouped) => {
  expect(groupExpiry(text)).toBe(grouped)
})

test.each([
  ['4', 'Visa'],
  ['5105 1051', 'Mastercard'],
  ['2221', 'Mastercard'],
  ['2720', 'Mastercard'],
  ['2721', null],
  ['3782', 'American Express'],
  ['6011', 'Discover'],
  ['3528', 'JCB'],
  ['62', 'UnionPay'],
  ['36', 'Diners Club'],
  ['9', null],
  ['', null],
])('the card number %j starts like one of %j', (digits, brand) => {
  expect(cardBrand(digits)).toBe(brand)
})
