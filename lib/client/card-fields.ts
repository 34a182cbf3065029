/** What the buyer types of a card: kept in groups as on the card, and checked before it is sent. */

export type CardText = { number: string; expiry: string; securityCode: string; holder: string }

export type CardErrors = Partial<Record<keyof CardText, string>>

export type CardRequest = {
  number: string
  expiry_month: number
  expiry_year: number
  security_code: string
  holder: string
}

const MAXIMUM_DIGITS = 19

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** In fours; American Express in 4, 6 and 5, as it is printed. */
export function groupCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAXIMUM_DIGITS)
  const groups = /^3[47]/.test(digits) ? /^(\d{4})(\d{1,6})?(\d+)?/ : /\d{1,4}/g
  const parts = groups.global
    ? digits.match(groups)
    : digits.length > 4
      ? groups.exec(digits)?.slice(1)
      : [digits]
  return (parts ?? []).filter(Boolean).join(' ')
}

/** `MM / YY`. A first digit above 1 can only be a month of one digit; a four-digit year is shortened. */
export function groupExpiry(text: string): string {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  const month = digits.slice(0, 2)
  const year = digits.slice(2, 6)
  return year ? `${month} / ${year}` : month
}

export function groupSecurityCode(text: string): string {
  return digitsOf(text).slice(0, 4)
}

/** Where the caret belongs in a regrouped text: after as many digits as it was before. */
export function caretAfterDigits(text: string, digitCount: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digitCount) return index
    if (/\d/.test(text[index] ?? '')) seen += 1
  }
  return text.length
}

/** The card to send, or what is wrong with each field. `today` decides which expiry dates have passed. */
export function checkCard(
  text: CardText,
  today: Date,
): { card: CardRequest; errors: null } | { card: null; errors: CardErrors } {
  const number = digitsOf(text.number)
  const expiry = /^(\d{2}) \/ (\d{2})$/.exec(groupExpiry(text.expiry))
  const month = Number(expiry?.[1])
  const year = 2000 + Number(expiry?.[2])
  const errors: CardErrors = {}
  if (number === '') errors.number = 'Enter the card number.'
  else if (number.length < 12 || !passesLuhn(number))
    errors.number = 'The card number is incomplete or has a typo.'
  if (!expiry || month < 1 || month > 12) errors.expiry = 'Enter it as MM / YY.'
  else if (isPast(month, year, today)) errors.expiry = 'This card has expired.'
  if (!/^\d{3,4}$/.test(text.securityCode)) errors.securityCode = 'Enter the 3 or 4 digits.'
  if (text.holder.trim() === '') errors.holder = 'Enter the name on the card.'
  if (Object.keys(errors).length > 0) return { card: null, errors }
  const card = {
    number,
    expiry_month: month,
    expiry_year: year,
    security_code: text.securityCode,
    holder: text.holder.trim(),
  }
  return { card, errors: null }
}

/** A card is good until its month is over. */
function isPast(month: number, year: number, today: Date): boolean {
  return year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1
}

/** The check digit that every card number ends in. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
