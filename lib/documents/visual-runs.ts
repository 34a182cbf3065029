import bidiFactory from 'bidi-js'

/*
 * The visual order of a line of mixed scripts, by the Unicode Bidirectional Algorithm (UAX #9). A PDF has no
 * text direction, so each run is placed where it appears on paper.
 */

export type Direction = 'ltr' | 'rtl'

/** Letters of one direction, in the order they are read. */
export type VisualRun = { text: string; direction: Direction }

const bidi = bidiFactory()

const LRE = '\u202a'
const RLE = '\u202b'
const LRO = /\u202d/g
const RLO = /\u202e/g
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The direction of the text's first letter that has one (rules P2 and P3). */
export function baseDirectionOf(text: string, fallback: Direction): Direction {
  // Without letters in the text, the mark at the end decides.
  const { paragraphs } = bidi.getEmbeddingLevels(
    classifiable(text) + (fallback === 'rtl' ? '\u200f' : '\u200e'),
    'auto',
  )
  return paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
}

/** The runs of one line from left to right. Brackets are mirrored already where the line runs to the left. */
export function visualRuns(line: string, base: Direction): VisualRun[] {
  const text = classifiable(line)
  const embedding = bidi.getEmbeddingLevels(text, base)
  const runs: { text: string; level: number }[] = []
  const runAt: number[] = []
  for (let at = 0; at < line.length; at++) {
    const level = embedding.levels[at] ?? 0
    const letter = line.charAt(at)
    const glyph = (level % 2 === 1 && bidi.getMirroredCharacter(letter)) || letter
    const last = runs.at(-1)
    if (last?.level === level) last.text += glyph
    else runs.push({ text: glyph, level })
    runAt.push(runs.length - 1)
  }
  const order = new Set(bidi.getReorderedIndices(text, embedding).map((at) => runAt[at] ?? 0))
  return [...order].flatMap((index) => {
    const { text = '', level = 0 } = runs[index] ?? {}
    const visible = text.replace(CONTROLS, '')
    return visible === '' ? [] : [{ text: visible, direction: level % 2 === 1 ? 'rtl' : 'ltr' }]
  })
}

/** The text as passed to the algorithm: of the same length, so that positions match. */
function classifiable(text: string): string {
  return (
    text
      // An override would reverse a name or an amount, so it counts as an embedding.
      .replace(LRO, LRE)
      .replace(RLO, RLE)
      // The library reads each half of a surrogate pair as a letter, which would be wrong for symbols.
      .replace(/[\u{10000}-\u{10ffff}]/gu, (character) =>
        /[\p{L}\p{N}]/u.test(character) ? character : '□□',
      )
  )
}
