/*
 * The order in which a line of mixed scripts is drawn: the Unicode Bidirectional Algorithm (UAX #9) for
 * lines without explicit embeddings, whose control characters are dropped. Bracket pairs take the direction
 * of what stands around them like any other neutral (the annex's rule N0 is left out).
 */

export type Direction = 'ltr' | 'rtl'

/** Letters of one direction, in the order they are read. */
type VisualRun = { text: string; direction: Direction }

type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'ON'

/** The classes by what they match, the first that does. The marks that only give a direction are letters of it. */
const CLASSES: [RegExp, BidiClass][] = [
  [/\p{Mn}/u, 'NSM'],
  [/[0-9\u06f0-\u06f9]/, 'EN'],
  [/[\u0660-\u0669\u066b\u066c]/, 'AN'],
  [/\u200f/, 'R'],
  [/\u200e/, 'L'],
  [/[+-]/, 'ES'],
  [/[#%\u00b0\u2030]|\p{Sc}/u, 'ET'],
  [/[,./:\u00a0\u060c\u202f]/, 'CS'],
  [/[\u061c\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u, 'AL'],
  [/[\p{Script=Hebrew}\p{Script=Nko}]/u, 'R'],
  [/[\p{L}\p{N}\p{Mc}]/u, 'L'],
]

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
}

/** The direction of the text's first letter that has one (rules P2 and P3). */
export function baseDirectionOf(text: string, fallback: Direction): Direction {
  for (const character of text) {
    const bidiClass = classOf(character)
    if (bidiClass === 'L') return 'ltr'
    if (bidiClass === 'R' || bidiClass === 'AL') return 'rtl'
  }
  return fallback
}

/** The runs of one line from left to right. Brackets are mirrored already where the line runs to the left. */
export function visualRuns(line: string, base: Direction): VisualRun[] {
  const characters = [...line]
  const levels = levelsOf(characters.map(classOf), base === 'rtl' ? 1 : 0)
  // Space at the end of a line stands at the end of its paragraph's direction (rule L1).
  for (let at = characters.length - 1; at >= 0 && /\s/.test(characters[at] ?? ''); at--) {
    levels[at] = base === 'rtl' ? 1 : 0
  }
  const runs: { text: string; level: number }[] = []
  characters.forEach((character, at) => {
    const level = levels[at] ?? 0
    const last = runs.at(-1)
    const drawn = (level % 2 === 1 && MIRRORED[character]) || character
    if (last?.level === level) last.text += drawn
    else runs.push({ text: drawn, level })
  })
  return reordered(runs).flatMap(({ text, level }) => {
    const drawn = text.replace(DIRECTION_MARKS, '')
    return drawn === '' ? [] : [{ text: drawn, direction: level % 2 === 1 ? 'rtl' : 'ltr' }]
  })
}

/** From the highest level down, every sequence of runs at or above it is turned around (rule L2). */
function reordered<Run extends { level: number }>(runs: Run[]): Run[] {
  const order = [...runs]
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    let start = 0
    while (start < order.length) {
      let end = start
      while ((order[end]?.level ?? -1) >= level) end++
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse())
      start = end + 1
    }
  }
  return order
}

function classOf(character: string): BidiClass {
  return CLASSES.find(([pattern]) => pattern.test(character))?.[1] ?? 'ON'
}

/** The embedding level of each character (rules W1 to W7, N1, N2, I1 and I2). */
function levelsOf(given: BidiClass[], paragraphLevel: 0 | 1): number[] {
  const outer: BidiClass = paragraphLevel === 1 ? 'R' : 'L'
  const classes = resolveNumbers(resolveMarks(given, outer), outer)
  const isNeutral = (at: number) => classes[at] === 'ON'
  for (let at = 0; at < classes.length; at++) {
    if (!isNeutral(at)) continue
    let end = at
    while (end < classes.length && isNeutral(end)) end++
    const before = directionBeside(classes[at - 1], outer)
    const after = directionBeside(classes[end], outer)
    classes.fill(before === after ? before : outer, at, end)
    at = end - 1
  }
  return classes.map((bidiClass) => {
    if (bidiClass === 'R') return 1
    if (bidiClass === 'L') return paragraphLevel === 0 ? 0 : 2
    return 2
  })
}

/** A number counts as letters to the left for the neutrals beside it (rule N1). */
function directionBeside(bidiClass: BidiClass | undefined, outer: BidiClass): BidiClass {
  if (bidiClass === undefined) return outer
  return bidiClass === 'L' ? 'L' : 'R'
}

/** Marks belong to what they stand on, digits after Arabic letters are Arabic numbers (rules W1 to W3). */
function resolveMarks(given: BidiClass[], outer: BidiClass): BidiClass[] {
  let previous = outer
  let lastLetter = outer
  return given.map((bidiClass) => {
    let resolved = bidiClass === 'NSM' ? previous : bidiClass
    if (resolved === 'L' || resolved === 'R' || resolved === 'AL') lastLetter = resolved
    if (resolved === 'EN' && lastLetter === 'AL') resolved = 'AN'
    previous = resolved
    return resolved === 'AL' ? 'R' : resolved
  })
}

/** Separators and signs inside and beside numbers belong to them (rules W4 to W7). */
function resolveNumbers(classes: BidiClass[], outer: BidiClass): BidiClass[] {
  const resolved = classes.map((bidiClass, at) => {
    const before = classes[at - 1]
    const joins = before === classes[at + 1] && (before === 'EN' || before === 'AN')
    if (bidiClass === 'CS' && joins) return before
    return bidiClass === 'ES' && joins && before === 'EN' ? before : bidiClass
  })
  for (let at = 0; at < resolved.length; at++) {
    if (resolved[at] !== 'ET') continue
    let end = at
    while (resolved[end] === 'ET') end++
    const isBesideNumber = resolved[at - 1] === 'EN' || resolved[end] === 'EN'
    resolved.fill(isBesideNumber ? 'EN' : 'ON', at, end)
    at = end - 1
  }
  let lastLetter = outer
  return resolved.map((bidiClass) => {
    if (bidiClass === 'ES' || bidiClass === 'CS') return 'ON'
    if (bidiClass === 'L' || bidiClass === 'R') lastLetter = bidiClass
    return bidiClass === 'EN' && lastLetter === 'L' ? 'L' : (bidiClass ?? 'ON')
  })
}
