/*
 * Phone numbers are kept as they were typed: every country groups its digits in its own way. What is dialled, and what a number is
 * found by, are its digits.
 */

export const MAX_PHONE_CHARACTERS = 40

/** The shortest numbers that somebody would note, such as an internal extension. */
const MIN_DIGITS = 3

/** Arabic, Persian and full-width digits. Each ten of them begin at a multiple of sixteen. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g

/** From the first digit, with a plus before it, up to an extension: a word, `#`, `,` or `;` and what follows. */
const NUMBER = /\+?[\s(]*\d[^\p{L}#,;]*/u

/** Dialled within the country only: `+49 (0)30`. */
const TRUNK_ZERO = '(0)'

/** True for a text that could be dialled. */
export function isPhone(text: string): boolean {
  return dialledDigits(text).replace('+', '').length >= MIN_DIGITS
}

/** The digits that are dialled, with the plus of an international number: `+4930123456` for `+49 (0)30 123456, ext. 7`. */
export function dialledDigits(phone: string): string {
  const western = phone.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) % 16))
  const number = NUMBER.exec(western)?.[0] ?? ''
  if (!number.startsWith('+')) return number.replace(/\D/g, '')
  return `+${number.replace(TRUNK_ZERO, '').replace(/\D/g, '')}`
}
