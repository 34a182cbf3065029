import { graphemesOf } from './printable-text'

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
