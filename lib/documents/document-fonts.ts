import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
// fontkit shapes Tifinagh, Balinese and other scripts with a generator that expects this to be there.
import 'regenerator-runtime/runtime'
import fontkit, { type Font, type GlyphRun } from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { readLetterFonts } from './east-asian-fonts'

export type Weight = 'regular' | 'bold'

/** Text in the font that prints all of it. */
type SetText = { text: string; font: PDFFont }

/** All text of a document, and what of it may need bold East Asian letters. */
export type DocumentText = { all: string; bold: string }

export type DocumentFonts = {
  all: PDFFont[]
  /** True if one of the fonts has the character. */
  covers: (codePoint: number) => boolean
  /** Splits text of one direction where Chinese, Japanese or Korean letters need another font. */
  pieces: (text: string) => string[]
  /**
   * Chooses the font for a piece: Geist, or DejaVu Sans for all of it where Geist lacks a character. A change of font
   * within a word would break the joins of Arabic letters.
   */
  set: (text: string, weight: Weight) => SetText
}

/** Regular letters stand in for bold ones that were not foreseen. */
type LetterFonts = { regular: PDFFont; bold: PDFFont | null }

type Face = Record<Weight, Uint8Array> & { covered: ReadonlySet<number> }

// Relative to the working directory: every process starts in the project's folder.
const FOLDER = join(process.cwd(), 'node_modules')

/** Latin, Greek and Cyrillic: the typeface of the service. */
const GEIST = {
  regular: 'geist/dist/fonts/geist-sans/Geist-Regular.ttf',
  bold: 'geist/dist/fonts/geist-sans/Geist-SemiBold.ttf',
}

/** Arabic, Hebrew and much more. */
const DEJAVU = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
}

/** Text is laid out by its advance widths alone, so the positioning features would go unused. */
const UNUSED = { kern: false, mark: false, mkmk: false }

let faces: Promise<{ geist: Face; dejavu: Face }> | null = null

/** Embeds both typefaces, each subset to the glyphs used, and fonts for East Asian letters of the text. */
export async function embedFonts(document: PDFDocument, text: DocumentText): Promise<DocumentFonts> {
  faces ??= readFaces()
  const { geist, dejavu } = await faces
  document.registerFontkit({ create: fontOfDocument })
  const embed = async (face: Face, features: Record<string, boolean>) => ({
    regular: await document.embedFont(face.regular, { subset: true, features }),
    bold: await document.embedFont(face.bold, { subset: true, features }),
  })
  // Digits of one width, so that amounts stand in columns.
  const first = await embed(geist, { ...UNUSED, tnum: true })
  const second = await embed(dejavu, UNUSED)
  const isCovered = (codePoint: number) => geist.covered.has(codePoint) || dejavu.covered.has(codePoint)
  const letters = new Map<number, LetterFonts>()
  const all = [first.regular, first.bold, second.regular, second.bold]
  const lacking = [...text.all.normalize('NFC')].filter((letter) => !isCovered(letter.codePointAt(0) ?? 0))
  for await (const files of readLetterFonts(new Set(lacking), text.bold.normalize('NFC'))) {
    const regular = await document.embedFont(files.regular)
    const bold = files.bold && (await document.embedFont(files.bold))
    all.push(regular, ...(bold ? [bold] : []))
    const fonts = { regular, bold }
    for (const codePoint of regular.getCharacterSet()) {
      if (!isCovered(codePoint)) letters.set(codePoint, fonts)
    }
  }
  return {
    all,
    covers: (codePoint) => isCovered(codePoint) || letters.has(codePoint),
    pieces: (text) => (letters.size === 0 ? [text] : piecesBy(text, letters)),
    set: (text, weight) => {
      const fonts = letters.get(text.codePointAt(0) ?? 0)
      if (fonts) return { text, font: fonts[weight] ?? fonts.regular }
      const printed = text.replaceAll(NARROW_SPACE, WIDE_SPACE)
      const isGeist = [...printed].every((character) => geist.covered.has(character.codePointAt(0) ?? 0))
      return isGeist ? { text: printed, font: first[weight] } : { text, font: second[weight] }
    },
  }
}

/** The space in French amounts, which Geist lacks. */
const NARROW_SPACE = '\u202f'
const WIDE_SPACE = '\u00a0'

/** Splits the text where the letters' own fonts change, or where letters without one begin. */
function piecesBy(text: string, letters: ReadonlyMap<number, LetterFonts>): string[] {
  const pieces: string[] = []
  let last: LetterFonts | undefined
  for (const character of text) {
    const fonts = letters.get(character.codePointAt(0) ?? 0)
    if (pieces.length > 0 && fonts === last) pieces.push(pieces.pop() + character)
    else pieces.push(character)
    last = fonts
  }
  return pieces
}

async function readFaces() {
  const [geist, dejavu] = await Promise.all([readFace(GEIST), readFace(DEJAVU)])
  return { geist, dejavu }
}

async function readFace(files: Record<Weight, string>): Promise<Face> {
  const [regular, bold] = await Promise.all([
    readFile(join(FOLDER, files.regular)),
    readFile(join(FOLDER, files.bold)),
  ])
  const inBold = new Set(parse(bold).characterSet)
  const covered = new Set(parse(regular).characterSet.filter((codePoint) => inBold.has(codePoint)))
  return { regular, bold, covered }
}

/** fontkit's own fields of a font, which its types don't have. */
type ParsedFont = Font & { _tables: Record<string, unknown>; directory: { tables: Record<string, unknown> } }

/** The tables of our typefaces, by their files. */
const parsedTables = new WeakMap<Uint8Array, ParsedFont['_tables']>()

/** Parses all tables of a typeface, for every document. */
function parse(file: Uint8Array): Font {
  const font = fontkit.create(file) as ParsedFont
  // A table is parsed when it is first read.
  for (const tag of Object.keys(font.directory.tables)) Reflect.get(font, tag)
  parsedTables.set(file, font._tables)
  return font
}

/**
 * A font of one document, because it remembers the text that it was first used for. What takes most of a document's time is
 * done once: the tables are parsed for all documents, and a text is laid out for both its width and its glyphs.
 */
function fontOfDocument(file: Uint8Array): Font {
  const font = fontkit.create(file) as ParsedFont
  font._tables = parsedTables.get(file) ?? font._tables
  const runs = new Map<string, GlyphRun>()
  const layout = font.layout.bind(font)
  font.layout = (text, features) => {
    const run = runs.get(text) ?? layout(text, features)
    runs.set(text, run)
    return run
  }
  return font
}
