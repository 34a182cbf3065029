/** Stands for a character that the documents' font has no picture of. */
export const PLACEHOLDER = '□'

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Kept although they are invisible: they give a direction, or part and join letters. */
const KEPT_INVISIBLE = /[\u061c\u200c-\u200f\u202a-\u202e\u2066-\u2069]/u

/** What a reader takes for one character is one of these, however many code points it has. */
function graphemesOf(text: string): string[] {
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

const ELLIPSIS = '…'

type Measure = (text: string) => number

/**
 * The text in lines no wider than `width`, broken between words, and inside a word only where the word
 * alone is wider. Past `maximumLines` it ends in an ellipsis. At least one line.
 */
export function wrapText(text: string, width: number, measure: Measure, maximumLines = Infinity): string[] {
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  const spaceWidth = measure(' ')
  // No-break spaces are not among the characters that are split at.
  for (const word of text.split(/ +/).filter(Boolean)) {
    for (const piece of piecesOf(word, width, measure)) {
      const pieceWidth = measure(piece)
      const isNext = line === '' || lineWidth + spaceWidth + pieceWidth > width
      if (line !== '' && isNext) lines.push(line)
      line = isNext ? piece : `${line} ${piece}`
      lineWidth = isNext ? pieceWidth : lineWidth + spaceWidth + pieceWidth
    }
  }
  lines.push(line)
  if (lines.length <= maximumLines) return lines
  const rest = lines.slice(maximumLines - 1).join(' ')
  return [...lines.slice(0, maximumLines - 1), cutToWidth(rest, width, measure)]
}

/** As much of the text's beginning as fits together with an ellipsis. */
function cutToWidth(text: string, width: number, measure: Measure): string {
  const graphemes = graphemesOf(text)
  let room = width - measure(ELLIPSIS)
  const end = graphemes.findIndex((grapheme) => {
    room -= measure(grapheme)
    return room < 0
  })
  return (
    graphemes
      .slice(0, end < 0 ? undefined : end)
      .join('')
      .trimEnd() + ELLIPSIS
  )
}

function piecesOf(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  let pieceWidth = 0
  for (const grapheme of graphemesOf(word)) {
    // Added up, since measuring every beginning of a long word takes long. Joined letters are no wider.
    const graphemeWidth = measure(grapheme)
    if (piece !== '' && pieceWidth + graphemeWidth > width) {
      pieces.push(piece)
      piece = ''
      pieceWidth = 0
    }
    piece += grapheme
    pieceWidth += graphemeWidth
  }
  return [...pieces, piece]
}
