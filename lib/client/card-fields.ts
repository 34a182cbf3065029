import { digitsOf, groupExpiry } from '@/lib/card-text'

/** The card's fields while they are typed into: kept in groups as on the card. */

const MAXIMUM_DIGITS = 19

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

const GROUPINGS: Partial<Record<string, (text: string) => string>> = {
  number: groupCardNumber,
  expiry: groupExpiry,
  securityCode: (text) => digitsOf(text).slice(0, 4),
}

/** Groups what was typed into a field, with the caret staying where it was among the digits. */
export function regroup(input: HTMLInputElement, event: Event): void {
  const group = GROUPINGS[input.name]
  // Regrouping after a deletion would put the separator back that was just deleted.
  if (!group || (event instanceof InputEvent && event.inputType.startsWith('delete'))) return
  const { value } = input
  const start = input.selectionStart ?? value.length
  const grouped = group(value)
  // Set again only where it differs: the caret, and what undo goes back to, stay untouched otherwise.
  if (grouped === value) return
  input.value = grouped
  const caret =
    start === value.length
      ? grouped.length
      : caretAfterDigits(grouped, digitsOf(value.slice(0, start)).length)
  input.setSelectionRange(caret, caret)
}

/** Where the caret belongs in a regrouped text: after as many digits as it was before. */
function caretAfterDigits(text: string, digitCount: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digitCount) return index
    if (/\d/.test(text[index] ?? '')) seen += 1
  }
  return text.length
}
