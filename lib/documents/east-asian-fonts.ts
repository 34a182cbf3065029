import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HAN_OR_KANA } from './wrap-text'

/*
 * Chinese, Japanese and Korean letters: Noto Sans in all three forms. Each comes in a hundred files of one variable
 * font, with a table that says which letters are in which, so a document reads the few files that it needs.
 */

/** A font of some of a text's letters, also in bold if one of them is. */
type LetterFonts = { regular: Uint8Array; bold: Uint8Array | null }

type Language = 'jp' | 'sc' | 'kr'

/** The file of each letter that the language has. */
type Table = ReadonlyMap<string, string>

const EAST_ASIAN = new RegExp(String.raw`${HAN_OR_KANA}|\p{Script=Hangul}`, 'u')
const HANGUL = /\p{Script=Hangul}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HAN = /\p{Script=Han}/u

/** Positions on the axis of weight: those of Geist's two. */
const REGULAR = 400
const BOLD = 600

/** In every file: a font without any letter would not be a valid one, and tables name some that are missing. */
const KNOWN = ' '

// Relative to the working directory: every process starts in the project's folder.
const folderOf = (language: Language) =>
  join(process.cwd(), 'node_modules/@fontsource-variable', `noto-sans-${language}`)

let tables: Promise<Record<Language, Table>> | null = null

/** Reads fonts for those characters that are East Asian letters and that a font has; bold, for what is in that text. */
export async function* readLetterFonts(
  characters: ReadonlySet<string>,
  bold: string,
): AsyncGenerator<LetterFonts> {
  const letters = [...characters].filter((character) => EAST_ASIAN.test(character))
  if (letters.length === 0) return
  tables ??= readTables()
  for (const [path, extraLetters] of filesOf(letters, await tables)) {
    const isBold = [...extraLetters].some((letter) => bold.includes(letter))
    yield {
      regular: await fontOf(path, extraLetters, REGULAR),
      bold: isBold ? await fontOf(path, extraLetters, BOLD) : null,
    }
  }
}

/** Of a few kilobytes each. */
const MAX_KEPT_FONTS = 500

/** The fonts that were made last: the words of our own are the same in each document of a language. */
const keptFonts = new Map<string, Promise<Uint8Array>>()

/** A font of these letters of a file, in a weight. */
function fontOf(path: string, letters: string, wght: number): Promise<Uint8Array> {
  const key = `${path} ${wght} ${letters}`
  const font = keptFonts.get(key) ?? makeFont(path, letters, wght)
  // The latest is at the end.
  keptFonts.delete(key)
  keptFonts.set(key, font)
  const [oldest = ''] = keptFonts.keys()
  if (keptFonts.size > MAX_KEPT_FONTS) keptFonts.delete(oldest)
  // One that failed is tried again.
  font.catch(() => keptFonts.delete(key))
  return font
}

async function makeFont(path: string, letters: string, wght: number): Promise<Uint8Array> {
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(await readFile(path), KNOWN + letters, {
    targetFormat: 'sfnt',
    variationAxes: { wght },
    noLayoutClosure: true,
  })
}

/** Each file that is needed, with the letters to take from it. */
function filesOf(letters: string[], tables: Record<Language, Table>): Map<string, string> {
  const files = new Map<string, string>()
  const order = languagesFor(letters, tables)
  for (const letter of letters) {
    // The Chinese table names Korean letters that its fonts lack.
    const language = HANGUL.test(letter) ? 'kr' : order.find((each) => tables[each].has(letter))
    const file = language && tables[language].get(letter)
    if (!file) continue
    const path = join(folderOf(language), 'files', file)
    files.set(path, (files.get(path) ?? '') + letter)
  }
  return files
}

/**
 * Han letters look a little different in Japan and China. They are Japanese beside kana, and where a Japanese font has
 * all of them: Chinese texts of any length have simplified ones.
 */
function languagesFor(letters: string[], { jp }: Record<Language, Table>): Language[] {
  const isJapanese =
    letters.some((letter) => KANA.test(letter)) ||
    letters.every((letter) => jp.has(letter) || !HAN.test(letter))
  return isJapanese ? ['jp', 'sc', 'kr'] : ['sc', 'jp', 'kr']
}

async function readTables(): Promise<Record<Language, Table>> {
  return { jp: await readTable('jp'), sc: await readTable('sc'), kr: await readTable('kr') }
}

/** The package's table: a name such as `[42]`, and ranges such as `U+4e00,U+4e03-4e05`. */
async function readTable(language: Language): Promise<Table> {
  const text = await readFile(join(folderOf(language), 'unicode.json'), 'utf8')
  const parts: Record<string, string> = JSON.parse(text)
  const table = new Map<string, string>()
  for (const [name, ranges] of Object.entries(parts)) {
    const file = `noto-sans-${language}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`
    for (const [, first = '', last = first] of ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
      for (let at = Number.parseInt(first, 16); at <= Number.parseInt(last, 16); at++) {
        table.set(String.fromCodePoint(at), file)
      }
    }
  }
  return table
}
