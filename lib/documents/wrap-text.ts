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
 * A pattern for the letters and signs of Chinese and Japanese, between which a line may break. Korean has spaces, and
 * words that are kept whole.
 */
export const HAN_OR_KANA = String.raw`[\u3000-\u30ff\u3200-\u33ff\uff00-\uffef\p{Script=Han}\p{Script=Bopomofo}]`
/** Stays with the letter before it: closing brackets, stops, dashes, marks of repetition and length, small kana. */
const NO_START = String.raw`[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{Lm}\p{M}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]`
/** Stays with the letter after it. */
const NO_END = String.raw`[\p{Ps}\p{Pi}]`
const BREAK = new RegExp(`(?<!^|${NO_END})(?!$|${NO_START})(?:(?<=${HAN_OR_KANA})|(?=${HAN_OR_KANA}))`, 'u')

/** True if the text can take several lines without a break in a word. */
export function canWrap(text: string): boolean {
  return text.includes(' ') || BREAK.test(text)
}

/** Text that stays on one line, and the space that separates it from the text before. */
type Unit = { text: string; space: string }

/**
 * Wraps text to lines no wider than `width`, breaking inside a word only if the word alone is wider, or where Chinese
 * and Japanese do. Past `maximumLines` it ends in an ellipsis. Returns at least one line.
 */
export function wrapText(text: string, width: number, measure: Measure, maximumLines = Infinity): string[] {
  const lines: Unit[] = []
  let line: Unit = { text: '', space: '' }
  let lineWidth = 0
  const spaceWidth = measure(' ')
  for (const unit of unitsOf(text, width, measure)) {
    const unitWidth = measure(unit.text)
    const widthAfter = lineWidth + (unit.space ? spaceWidth : 0) + unitWidth
    const isNext = line.text === '' || widthAfter > width
    if (line.text !== '' && isNext) lines.push(line)
    line = isNext ? unit : { ...line, text: line.text + unit.space + unit.text }
    lineWidth = isNext ? unitWidth : widthAfter
  }
  lines.push(line)
  const texts = lines.map((each) => each.text)
  if (lines.length <= maximumLines) return texts
  const [first, ...others] = lines.slice(maximumLines - 1)
  const rest = others.reduce((sum, each) => sum + each.space + each.text, first?.text ?? '')
  return [...texts.slice(0, maximumLines - 1), cutToWidth(rest, width, measure)]
}

function unitsOf(text: string, width: number, measure: Measure): Unit[] {
  // Splits at spaces, not at no-break spaces.
  return text
    .split(/ +/)
    .filter(Boolean)
    .flatMap((word) =>
      word
        .split(BREAK)
        .flatMap((part) => piecesOf(part, width, measure))
        .map((piece, index) => ({ text: piece, space: index === 0 ? ' ' : '' })),
    )
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
