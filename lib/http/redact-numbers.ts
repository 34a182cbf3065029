/*
 * Card and account numbers in any text. A card number is known by its length and its check digit, an account number by
 * standing in the same request under a name that says so.
 */

export const BLANK = '[redacted]'

/** The account numbers of a request, as `plainNumber` writes them. */
export type AccountNumbers = ReadonlySet<string>

export const NO_NUMBERS: AccountNumbers = new Set()

const MIN_CARD_DIGITS = 13
const MAX_CARD_DIGITS = 19
/** Anything shorter could be an amount as well, and nothing longer is an account number, not even an IBAN. */
export const ACCOUNT_CHARACTERS = { min: 6, max: 34 }

const MIGHT_BE_CARD = /\d(?:(?:[\s\p{Zs}\p{Pd}\u2212+]|%2[0D]){0,3}\d){12}/iu
/** Between two groups of one number, in a path as well. */
const GAP = /^(?:[\s\p{Zs}\p{Pd}\u2212+]|%2[0D]){1,3}$/iu
const GAPS = /[\s\p{Zs}\p{Pd}\u2212]+/gu

/** An encoded gap; what is never part of a card number; and digits in a row. */
const PIECE = new RegExp(
  [
    '%2[0D]',
    // A UUID, and a hash.
    '(?<![0-9a-f])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=\\d*[a-f])[0-9a-f]{32,})(?![0-9a-f])',
    // A date, also with its time in digits.
    '(?<!\\d)(?:19|20)\\d\\d(-?)(?:0[1-9]|1[0-2])\\1(?:0[1-9]|[12]\\d|3[01])(?:(?:[01]\\d|2[0-3])(?:[0-5]\\d){2}(?:\\d{3})?)?(?!\\d)',
    // A UNIX time in seconds or finer units: no card number of 13, 16 or 19 digits begins with a 1.
    '(?<!\\d)1\\d{9}(?:\\d{3}){0,3}(?!\\d)',
    // The fraction of a decimal.
    '(?<=\\d\\.)\\d+',
    '(\\d+)',
  ].join('|'),
  'giu',
)
const WORD = /[0-9a-z]+/gi

/** Pieces of a text that may be one number together. */
type Run = { pieces: { start: number; end: number }[]; mayBeCard: boolean }

/** An account number without spaces and dashes. */
export function plainNumber(text: string): string {
  return text.replace(GAPS, '').toUpperCase()
}

/** The text without card numbers, and with no more than the last four characters of these account numbers. */
export function withoutNumbers(text: string, accounts: AccountNumbers = NO_NUMBERS): string {
  if (accounts.size === 0 && !MIGHT_BE_CARD.test(text)) return text
  const replacement = replaceIn(text, digitRuns(text), accounts)
  return [...accounts].some((number) => /\D/.test(number))
    ? replaceIn(replacement, wordRuns(replacement), accounts)
    : replacement
}

/** The last four characters, unless they would be most of it. */
export function lastFour(text: string): string {
  return text.length >= 8 ? `••••${text.slice(-4)}` : BLANK
}

function digitRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const { 0: piece, 2: digits, index: start } of text.matchAll(PIECE)) {
    // Not part of a card number, though an account number may look like a time.
    if (piece.startsWith('%')) continue
    addPiece(text, runs, { start, end: start + piece.length }, digits !== undefined)
  }
  return runs
}

function wordRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    addPiece(text, runs, { start, end: start + word.length }, false)
  }
  return runs
}

function addPiece(text: string, runs: Run[], piece: Run['pieces'][number], mayBeCard: boolean): void {
  const run = runs.at(-1)
  const before = run?.pieces.at(-1)
  if (run?.mayBeCard === mayBeCard && before && GAP.test(text.slice(before.end, piece.start)))
    run.pieces.push(piece)
  else runs.push({ pieces: [piece], mayBeCard })
}

function replaceIn(text: string, runs: Run[], accounts: AccountNumbers): string {
  let output = ''
  let done = 0
  for (const run of runs) {
    for (const { start, end, replacement } of numbersOf(text, run, accounts)) {
      output += text.slice(done, start) + replacement
      done = end
    }
  }
  return output + text.slice(done)
}

/** From each piece on the longest number, so that a security code behind a card doesn't hide it. */
function* numbersOf(text: string, { pieces, mayBeCard }: Run, accounts: AccountNumbers) {
  const characters = pieces
    .map(({ start, end }) => text.slice(start, end))
    .join('')
    .toUpperCase()
  const ends: number[] = []
  for (const { start, end } of pieces) ends.push((ends.at(-1) ?? 0) + end - start)
  const lengths = new Set([...accounts].map(({ length }) => length))
  const longest = Math.max(mayBeCard ? MAX_CARD_DIGITS : 0, ...lengths)
  const isCard = mayBeCard ? cardCheck(characters) : () => false
  for (let first = 0; first < pieces.length; first += 1) {
    const from = ends[first - 1] ?? 0
    let number: { last: number; replacement: string } | null = null
    for (let last = first; last < pieces.length; last += 1) {
      const to = ends[last] ?? from
      if (to - from > longest) break
      if (isCard(from, to)) number = { last, replacement: BLANK }
      else if (lengths.has(to - from) && accounts.has(characters.slice(from, to))) {
        number = { last, replacement: lastFour(characters.slice(from, to)) }
      }
    }
    const [piece, lastPiece] = [pieces[first], number && pieces[number.last]]
    if (!number || !piece || !lastPiece) continue
    yield { start: piece.start, end: lastPiece.end, replacement: number.replacement }
    first = number.last
  }
}

/**
 * Tells whether the digits from one index to another have the length and the check digit of a card number (Luhn's, ISO/IEC
 * 7812-1). Sums from the start make each question cost the same.
 */
function cardCheck(digits: string): (from: number, to: number) => boolean {
  if (digits.length < MIN_CARD_DIGITS) return () => false
  // By the parity of the indexes whose digits are doubled.
  const sums: [number[], number[]] = [[0], [0]]
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[index])
    const doubled = digit * 2 - (digit > 4 ? 9 : 0)
    for (const [parity, sum] of sums.entries()) {
      sum.push((sum[index] ?? 0) + (index % 2 === parity ? doubled : digit))
    }
  }
  return (from, to) => {
    const length = to - from
    // The first digit names the industry, and no issuer of cards has a 0.
    if (length < MIN_CARD_DIGITS || length > MAX_CARD_DIGITS || digits[from] === '0') return false
    const sum = sums[to % 2 === 0 ? 0 : 1]
    return ((sum[to] ?? 0) - (sum[from] ?? 0)) % 10 === 0
  }
}
