import { digitsOf, groupExpiry, MAXIMUM_DIGITS } from '@/lib/payments/card'

/** Formatting of the card fields while the buyer types. */

/** In groups of four; American Express in 4, 6 and 5, as printed on the card. */
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

/** Regroups the field's text and keeps the caret between the same digits. */
export function regroup(input: HTMLInputElement, event: Event): void {
  const group = GROUPINGS[input.name]
  // After a deletion, regrouping would restore the separator that was just deleted.
  if (!group || (event instanceof InputEvent && event.inputType.startsWith('delete'))) return
  const { value } = input
  const start = input.selectionStart ?? value.length
  const grouped = group(value)
  // Assign only on a difference, so that the caret and the undo history survive.
  if (grouped === value) return
  input.value = grouped
  const caret =
    start === value.length
      ? grouped.length
      : caretAfterDigits(grouped, digitsOf(value.slice(0, start)).length)
  input.setSelectionRange(caret, caret)
}

/** The caret's position in the regrouped text: after the same number of digits. */
function caretAfterDigits(text: string, digitCount: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digitCount) return index
    if (/\d/.test(text[index] ?? '')) seen += 1
  }
  return text.length
}

/*
 * Fields that survive a reload: name and expiry date, in this tab only and until it closes. Number and
 * security code are never stored, because the next user of the device could read them.
 */

const KEPT = ['holder', 'expiry']

const keyOf = (token: string) => `counterfoil-pay-${token}`

export function keepFields(token: string, form: HTMLFormElement): void {
  const texts = KEPT.map((name) => [name, inputOf(form, name)?.value ?? ''])
  withStorage((storage) => storage.setItem(keyOf(token), JSON.stringify(Object.fromEntries(texts))))
}

/** Restores stored values into fields that are still empty. */
export function restoreFields(token: string, form: HTMLFormElement): void {
  withStorage((storage) => {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(token)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return
    for (const [name, text] of Object.entries(kept)) {
      const input = KEPT.includes(name) ? inputOf(form, name) : null
      if (input && input.value === '' && typeof text === 'string') input.value = text
    }
  })
}

export function forgetFields(token: string): void {
  withStorage((storage) => storage.removeItem(keyOf(token)))
}

/** Browsers throw when storage is disabled or full; then nothing is kept. */
function withStorage(work: (storage: Storage) => void): void {
  try {
    work(window.sessionStorage)
  } catch (error) {
    if (!(error instanceof DOMException) && !(error instanceof SyntaxError)) throw error
  }
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : null
}
