/** Replaces a character that the font has no glyph for. */
export const PLACEHOLDER = '□'

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Kept although invisible: they set a direction, or join and separate letters. */
const KEPT_INVISIBLE = /[\u061c\u200c-\u200f\u202a-\u202e\u2066-\u2069]/u

/** Splits into graphemes: what a reader sees as one character may be several code points. */
function graphemesOf(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment)
}

/**
 * The text as the font can print it: each missing grapheme becomes one placeholder, each line break a space.
 * `isComplete` is false if something was lost.
 */
export function printableText(
  text: string,
  covers: (codePoint: number) => boolean,
): { text: string; isComplete: boolean } {
  let isComplete = true
  // Composed, because the font's accented letters look right and combining marks do not.
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

/** Variation selectors, tags and the like change how a character looks but are not printed themselves. */
function isPrinted(character: string): boolean {
  return !/\p{Default_Ignorable_Code_Point}/u.test(character) || KEPT_INVISIBLE.test(character)
}

const ELLIPSIS = '…'

type Measure = (text: string) => number

/**
 * Wraps text to lines no wider than `width`, breaking inside a word only if the word alone is wider. Past
 * `maximumLines` it ends in an ellipsis. Returns at least one line.
 */
export function wrapText(text: string, width: number, measure: Measure, maximumLines = Infinity): string[] {
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  const spaceWidth = measure(' ')
  // Splits at spaces, not at no-break spaces.
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

/** The longest beginning of the text that fits together with an ellipsis. */
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
    // Sum of the grapheme widths, because measuring every prefix of a long word is slow. Ligatures are no
    // wider.
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
