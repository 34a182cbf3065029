/*
 * How text becomes the words that a row is found by, and how typed text becomes the words to look for. Writer and
 * reader fold alike because both come here; the database compares what it is given.
 */

/** Accents: what normalization takes apart, and what the folding drops. */
const ACCENTS = /[\u0300-\u036f]+/g
/** Letters are spelled by what they are not, so that no version of Unicode decides what a word is. */
const SEPARATORS =
  /[\s\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/gu
/** An email or an id counts as one rare word besides its three or five frequent ones. */
const IS_WHOLE = /[^@]@|^[0-9a-f]{8}-/i
/** An amount with commas between groups of digits. */
const IS_GROUPED = /^\D*\d{1,3}(,\d{3})+(\.\d+)?\D*$/

/** PostgreSQL refuses an index entry of more than 2,046 bytes; a letter takes up to four. */
const MAX_WORD_CHARACTERS = 400
const MAX_TYPED_WORDS = 8

/**
 * The text that a row is found by: each word in lower case and without accents, with a space before it. Texts that are
 * joined stay searchable. `ids` are found by their beginning only, as a whole.
 */
export function searchText(texts: (string | null | undefined)[], ids: string[] = []): string {
  const words: string[] = []
  const wholes: string[] = []
  for (const text of new Set(texts)) {
    for (const token of tokensOf(text ?? '')) {
      words.push(...wordsOf(token))
      if (IS_WHOLE.test(token)) wholes.push(wholeOf(token))
    }
  }
  return [...words, ...wholes, ...ids.map(wholeOf)].map((word) => word && ` ${word}`).join('')
}

/** `searchText` of a row that is found by the end of its own id too. */
export function searchTextOf(id: string, texts: (string | null | undefined)[]): string {
  return `${searchText(texts, [id])} ${ENDING}${backwards(id.replaceAll('-', ''))}`
}

/** `searchText` of a number that is found by the end of its digits too, however they are grouped. */
export function searchTextOfNumber(text: string, digits: string): string {
  return `${searchText([text, digits])} ${ENDING}${backwards(digits)}`
}

/** Begins no other word. */
const ENDING = '~'

/** One typed word, in the form that `searchText` gives it. */
export type TypedWord = {
  /** Neighbours in the row's text: `o'brien` is two. */
  words: string[]
  /** A row matches if its text contains this: the word with a space before it. */
  prefix: string
  /** The same for the end of an id; null for what could not be one. */
  ending: string | null
}

/** The words of a search field, up to eight. What has no letter or digit is skipped. */
export function typedWords(text: string): TypedWord[] {
  return tokensOf(text)
    .map((token) => (IS_WHOLE.test(token) ? wholeOf(token).split(' ') : wordsOf(token)))
    .filter((words) => words[0])
    .slice(0, MAX_TYPED_WORDS)
    .map((words) => typedWord(words))
}

/** The words of which a typed word consists, each on its own. */
export function singleWords(searchWords: TypedWord[]): TypedWord[] {
  return [...new Set(searchWords.flatMap(({ words }) => words))].map((word) => typedWord([word]))
}

function typedWord(words: string[]): TypedWord {
  const text = words.join(' ')
  // With fewer than four digits, every amount would also be the end of many ids.
  const isEnding = /^[0-9a-f]{4,}$/.test(text)
  return { words, prefix: ` ${text}`, ending: isEnding ? ` ${ENDING}${backwards(text)}` : null }
}

/**
 * The query of the index for rows that have all of the words, each under its tenant. A single letter begins too many
 * entries to be worth reading them, unless nothing longer was searchWords.
 */
export function indexQuery(tenantId: string, searchWords: TypedWord[]): string {
  const words = singleWords(searchWords)
  const longest = Math.max(...words.map(({ prefix }) => prefix.trim().length))
  const term = (text: string) =>
    `'${`${tenantId}:${text.trim()}`.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
  return words
    .filter(({ prefix }) => prefix.trim().length >= Math.min(longest, 2))
    .map(
      ({ prefix, ending }) =>
        `(${[prefix, ending].flatMap((text) => (text ? [term(text)] : [])).join(' | ')})`,
    )
    .join(' & ')
}

function tokensOf(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((token) => token !== '')
    .map((token) => (IS_GROUPED.test(token) ? token.replaceAll(',', '') : token))
}

function wordsOf(token: string): string[] {
  return fold(token)
    .replace(SEPARATORS, ' ')
    .trim()
    .split(' ')
    .map(cut)
    .filter((word) => word !== '')
}

/** Without what stands around it, such as the brackets of `<ada@example.com>`. */
function wholeOf(token: string): string {
  const text = fold(token).replace(/\s+/g, ' ')
  const inner = wordsOf(token)
  const [first, last] = [inner[0], inner.at(-1)]
  if (first === undefined || last === undefined) return ''
  return cut(text.slice(text.indexOf(first), text.lastIndexOf(last) + last.length))
}

function fold(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase()
  // A sigma has another form at the end of a word, and a typed beginning ends earlier than the word.
  return text.normalize('NFKD').toLowerCase().replace(ACCENTS, '').replaceAll('ς', 'σ')
}

function cut(word: string): string {
  // Half of a surrogate pair is no character.
  return word.length <= MAX_WORD_CHARACTERS
    ? word
    : word.slice(0, MAX_WORD_CHARACTERS).replace(/[\ud800-\udbff]$/, '')
}

function backwards(text: string): string {
  return [...text].reverse().join('')
}
