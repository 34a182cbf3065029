/*
 * Characters that a reader doesn't see and that change what is around them: control characters (an escape sequence
 * moves a terminal's cursor and colours its text), separators of lines, and marks that turn the direction of text
 * around. The plain marks for right-to-left text, U+200E, U+200F and U+061C, are none: names need them.
 */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

export function hasControlCharacters(text: string): boolean {
  return text.search(CONTROLS) !== -1
}

/** The advice for a name with such characters. */
const CONTROL_CHARACTERS = 'This has hidden control characters. Type it instead of pasting it'

/** For `refine` of a name in a form. */
export const noControlCharacters = [
  (text: string) => !hasControlCharacters(text),
  CONTROL_CHARACTERS,
] as const

/**
 * The text of a stranger for a terminal, on one line: it can neither steer the terminal nor begin a line that looks
 * like ours.
 */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, escaped)
}

/** The same, but line breaks and tabs stay. JSON stays JSON, with the same value. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (character) => (/[\n\t]/.test(character) ? character : escaped(character)))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
