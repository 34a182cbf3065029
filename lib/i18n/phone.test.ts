import { expect, test } from 'vitest'
import { dialledDigits, isPhone } from './phone'

test.each([
  ['+1 (757) 555-0100', '+17575550100'],
  ['(757) 555-0100', '7575550100'],
  ['757.555.0100 ext. 12', '7575550100'],
  ['+49 (0)30 123456', '+4930123456'],
  ['(030) 12 34 56', '030123456'],
  ['Tel. 030/123456', '030123456'],
  ['+ 44 20 7946 0018, press 3', '+442079460018'],
  ['+1 800 555 0199 #4', '+18005550199'],
  ['٠٢٠ ١٢٣٤ ٥٦٧٨', '02012345678'],
  ['＋81 ３-1234-5678', '81312345678'],
  ['ask Ada', ''],
])('of %s, %s is dialled', (phone, digits) => {
  expect(dialledDigits(phone)).toBe(digits)
})

test('a text without three digits to dial is no phone number', () => {
  expect(['112', '+1 757 555 0100'].map(isPhone)).toEqual([true, true])
  expect(['', 'n/a', '12', 'room 3', '+', '#1234'].map(isPhone)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ])
})
