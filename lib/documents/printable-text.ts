/** Stands for a character that the documents' font has no picture of. */
export const PLACEHOLDER = '□'

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Kept although they are invisible: they give a direction, or part and join letters. */
const KEPT_INVISIBLE = /[\u061c\u200c-\u200f\u202a-\u202e\u2066-\u2069]/u

/** What a reader takes for one character is one of these, however many code points it has. */
export function graphemesOf(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment)
}

/**
 * The text as a font that covers some code points can print it: whatever it lacks is one placeholder, and
 * whatever breaks a line is a space. `isComplete` says whether nothing was lost.
 */
export function printableText(
  text: string,
  covers: (codePoint: number) => boolean,
): { text: string; isComplete: boolean } {
  let isComplete = true
  // Composed, since the font's own accented letters look right and marks laid over letters do not.
  const graphemes = graphemesOf(text.normalize('NFC').toWellFormed()).map((grapheme) => {
    if (/^[\s\p{Cc}\p{Zl}\p{Zp}]+$/u.test(grapheme)) return /[\u00a0\u202f]/.test(grapheme) ? grapheme : ' '
    const visible = [...grapheme].filter(isPrinted)
    if (visible.every((character) => covers(character.codePointAt(0) ?? 0))) return visible.join('')
    if (visible.every((character) => KEPT_INVISIBLE.test(character))) return ''
    isComplete = false
    return PLACEHOLDER
  })
  return { text: graphemes.join(''), isComplete }
}

/** Variation selectors, tags and the like change how a character looks and are none themselves. */
function isPrinted(character: string): boolean {
  return !/\p{Default_Ignorable_Code_Point}/u.test(character) || KEPT_INVISIBLE.test(character)
}
