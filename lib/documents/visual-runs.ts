import bidiFactory from 'bidi-js'

/*
 * The order in which a line of mixed scripts is drawn: the Unicode Bidirectional Algorithm (UAX #9). A PDF
 * has no text direction of its own, so each run is placed where it stands on paper.
 */

export type Direction = 'ltr' | 'rtl'

/** Letters of one direction, in the order they are read. */
type VisualRun = { text: string; direction: Direction }

const bidi = bidiFactory()

const LRE = '\u202a'
const RLE = '\u202b'
const LRO = /\u202d/g
const RLO = /\u202e/g
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The direction of the text's first letter that has one (rules P2 and P3). */
export function baseDirectionOf(text: string, fallback: Direction): Direction {
  // The mark at the end decides where no letter before it does.
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
    const drawn = (level % 2 === 1 && bidi.getMirroredCharacter(letter)) || letter
    const last = runs.at(-1)
    if (last?.level === level) last.text += drawn
    else runs.push({ text: drawn, level })
    runAt.push(runs.length - 1)
  }
  const order = new Set(bidi.getReorderedIndices(text, embedding).map((at) => runAt[at] ?? 0))
  return [...order].flatMap((index) => {
    const { text = '', level = 0 } = runs[index] ?? {}
    const drawn = text.replace(CONTROLS, '')
    return drawn === '' ? [] : [{ text: drawn, direction: level % 2 === 1 ? 'rtl' : 'ltr' }]
  })
}

/** The text as the algorithm is given it: of the same length, so that positions stay. */
function classifiable(text: string): string {
  return (
    text
      // An override would show a name or an amount backwards: it counts as an embedding.
      .replace(LRO, LRE)
      .replace(RLO, RLE)
      // The library looks at halves of surrogate pairs, and takes each for a letter: symbols must not be.
      .replace(/[\u{10000}-\u{10ffff}]/gu, (character) =>
        /[\p{L}\p{N}]/u.test(character) ? character : '□□',
      )
  )
}
