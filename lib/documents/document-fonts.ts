import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
// fontkit shapes Tifinagh, Balinese and other scripts with a generator that expects this to be there.
import 'regenerator-runtime/runtime'
import fontkit from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

export type Weight = 'regular' | 'bold'

/** Text in the font that prints all of it. */
type SetText = { text: string; font: PDFFont }

export type DocumentFonts = {
  /** True if one of the fonts has the character, in both weights. */
  covers: (codePoint: number) => boolean
  /**
   * Chooses the font for text of one direction: Geist, or DejaVu Sans for all of it where Geist lacks a character. A
   * change of font within a word would break the joins of Arabic letters.
   */
  set: (text: string, weight: Weight) => SetText
}

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

/** Embeds both typefaces, each subset to the glyphs used. */
export async function embedFonts(document: PDFDocument): Promise<DocumentFonts> {
  faces ??= readFaces()
  const { geist, dejavu } = await faces
  document.registerFontkit(fontkit)
  // Parsed for each document: a parsed font remembers the text that it was first used for.
  const embed = async (face: Face, features: Record<string, boolean>) => ({
    regular: await document.embedFont(face.regular, { subset: true, features }),
    bold: await document.embedFont(face.bold, { subset: true, features }),
  })
  // Digits of one width, so that amounts stand in columns.
  const first = await embed(geist, { ...UNUSED, tnum: true })
  const second = await embed(dejavu, UNUSED)
  return {
    covers: (codePoint) => geist.covered.has(codePoint) || dejavu.covered.has(codePoint),
    set: (text, weight) => {
      const printed = text.replaceAll(NARROW_SPACE, WIDE_SPACE)
      const isCovered = [...printed].every((character) => geist.covered.has(character.codePointAt(0) ?? 0))
      return isCovered ? { text: printed, font: first[weight] } : { text, font: second[weight] }
    },
  }
}

/** The space in French amounts, which Geist lacks. */
const NARROW_SPACE = '\u202f'
const WIDE_SPACE = '\u00a0'

async function readFaces() {
  const [geist, dejavu] = await Promise.all([readFace(GEIST), readFace(DEJAVU)])
  return { geist, dejavu }
}

async function readFace(files: Record<Weight, string>): Promise<Face> {
  const [regular, bold] = await Promise.all([
    readFile(join(FOLDER, files.regular)),
    readFile(join(FOLDER, files.bold)),
  ])
  const inBold = new Set(fontkit.create(bold).characterSet)
  const covered = new Set(fontkit.create(regular).characterSet.filter((codePoint) => inBold.has(codePoint)))
  return { regular, bold, covered }
}
