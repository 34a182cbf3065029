import { directionOf, type Locale } from '@/lib/locale'

/*
 * Text from outside as it may stand in a mail: in a header, where a line break would begin another one,
 * and in a body, where it would begin a paragraph that looks like ours.
 */

const ADDRESS = /^[^\s\p{C}<>()[\],;:"\\@]{1,64}@[^\s\p{C}<>()[\],;:"\\@]{1,253}$/u
const ADDRESS_CHARACTERS = 254

/** Whether the text is one e-mail address and nothing else: no name, no list, no comment, no quoting. */
export function isMailAddress(text: string): boolean {
  return text.length <= ADDRESS_CHARACTERS && ADDRESS.test(text)
}

/**
 * Text from outside on one line of at most `limit` characters, without control characters and without those
 * that turn the direction of what follows them.
 */
export function oneLine(text: string, limit: number): string {
  return headerLine(text.replace(DIRECTIONS, ''), limit)
}

const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The same for a line of ours, which may have characters that fence off what runs the other way. */
export function headerLine(text: string, limit: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`
}

/** Whether mail to `address` reaches whoever reads `own`: the same one, or `own` with a +tag of its own. */
export function isOwnAddress(address: string, own: string): boolean {
  return withoutTag(address) === withoutTag(own)
}

function withoutTag(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, '')
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/**
 * A name, amount or id as it may stand in a sentence of the language: one that runs the other way is fenced
 * off (Unicode, UAX 9), so that it turns nothing around it.
 */
export function isolated(text: string, locale: Locale): string {
  const isMixed = directionOf(locale) === 'rtl' || RIGHT_TO_LEFT.test(text)
  return isMixed && text !== '' ? ISOLATE + text + END_OF_ISOLATE : text
}
