import type { Card } from '@/lib/providers/payment-provider'

/* The one check of a card, for the form with and without JavaScript and for the payment API. */

/** A card as typed into the fields. */
export type CardText = { number: string; expiry: string; securityCode: string; holder: string }

/** Problems of a field, in the order in which they are reported. Each language's texts have the words. */
export type CardTrouble =
  | 'number_missing'
  | 'number_invalid'
  | 'expiry_invalid'
  | 'expired'
  | 'security_code_invalid'
  | 'holder_missing'

export type CardTroubles = Partial<Record<keyof CardText, CardTrouble>>

/** In a valid card, `number` is digits only. */
export type CheckedCard = { card: Card; troubles: null } | { card: null; troubles: CardTroubles }

const CARD_BRANDS = [
  { name: 'American Express', pattern: /^3[47]/ },
  { name: 'Visa', pattern: /^4/ },
  { name: 'Mastercard', pattern: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ },
  { name: 'Discover', pattern: /^(6011|64[4-9]|65)/ },
  { name: 'Diners Club', pattern: /^(30[0-5]|3095|36|3[89])/ },
  { name: 'JCB', pattern: /^35(2[89]|[3-8])/ },
  { name: 'UnionPay', pattern: /^62/ },
]

const MINIMUM_DIGITS = 12
export const MAXIMUM_DIGITS = 19

/** Maximum characters per field; more than anyone needs. */
export const CARD_TEXT_LIMITS: Record<keyof CardText, number> = {
  number: 32,
  expiry: 9,
  securityCode: 4,
  holder: 255,
}

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The card's brand by its first digits; null while they are ambiguous. */
export function cardBrand(number: string): string | null {
  const digits = digitsOf(number)
  return CARD_BRANDS.find(({ pattern }) => pattern.test(digits))?.name ?? null
}

/** `MM / YY`. A first digit above 1 must be a one-digit month; a four-digit year is shortened. */
export function groupExpiry(text: string): string {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits) || /^\d\s*\/./.test(text.trim())) digits = `0${digits}`
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  const month = digits.slice(0, 2)
  const year = digits.slice(2, 6)
  return year ? `${month} / ${year}` : month
}

/** The typed card, or the problems of each field. */
export function checkCardText(text: CardText, moment: Date): CheckedCard {
  const expiry = /^(\d{2}) \/ (\d{2})$/.exec(groupExpiry(text.expiry))
  return checkCard(
    {
      number: digitsOf(text.number),
      expiryMonth: Number(expiry?.[1]),
      expiryYear: 2000 + Number(expiry?.[2]),
      securityCode: text.securityCode.trim(),
      holder: text.holder,
    },
    moment,
  )
}

/**
 * The card, or the problems of each field. Pass NaN for a missing month or year. `moment` decides what has
 * expired.
 */
export function checkCard(given: Card, moment: Date): CheckedCard {
  const { number, expiryMonth, expiryYear, securityCode } = given
  const holder = given.holder.trim()
  const troubles: CardTroubles = {}
  if (number === '') troubles.number = 'number_missing'
  else if (!isCardNumber(number)) troubles.number = 'number_invalid'
  if (!isBetween(expiryMonth, 1, 12) || !isBetween(expiryYear, 2000, 2099)) troubles.expiry = 'expiry_invalid'
  else if (isPast(expiryMonth, expiryYear, moment)) troubles.expiry = 'expired'
  if (!/^\d{3,4}$/.test(securityCode)) troubles.securityCode = 'security_code_invalid'
  if (holder === '') troubles.holder = 'holder_missing'
  if (Object.keys(troubles).length > 0) return { card: null, troubles }
  return { card: { ...given, holder }, troubles: null }
}

function isCardNumber(text: string): boolean {
  if (!/^\d+$/.test(text) || !isBetween(text.length, MINIMUM_DIGITS, MAXIMUM_DIGITS)) return false
  return passesLuhn(text)
}

function isBetween(number: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(number) && number >= minimum && number <= maximum
}

const A_DAY_MS = 24 * 60 * 60_000

/** A card is valid until its month is over in the last time zone on earth. */
function isPast(month: number, year: number, moment: Date): boolean {
  return Date.UTC(year, month, 1) <= moment.getTime() - A_DAY_MS
}

/** True if the check digit is right (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
