import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fontkit from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

export type Weight = 'regular' | 'bold'

export type DocumentFonts = Record<Weight, PDFFont> & {
  /** Whether both weights have a glyph for the code point. */
  covers: (codePoint: number) => boolean
}

type FontFiles = Record<Weight, Uint8Array> & { covered: ReadonlySet<number> }

// Relative to the working directory: every process starts in the project's folder.
const FOLDER = join(process.cwd(), 'node_modules/dejavu-fonts-ttf/ttf')

/** Text is laid out by its advance widths alone, so the positioning features would go unused. */
const OPTIONS = { subset: true, features: { kern: false, mark: false, mkmk: false } }

let files: Promise<FontFiles> | null = null

/** Embeds DejaVu Sans (Latin, Greek, Cyrillic, Arabic, Hebrew and more), subset to the glyphs used. */
export async function embedFonts(document: PDFDocument): Promise<DocumentFonts> {
  files ??= readFontFiles()
  const { regular, bold, covered } = await files
  document.registerFontkit(fontkit)
  // Parsed for each document: a parsed font remembers the text that it was first used for.
  return {
    regular: await document.embedFont(regular, OPTIONS),
    bold: await document.embedFont(bold, OPTIONS),
    covers: (codePoint) => covered.has(codePoint),
  }
}

async function readFontFiles(): Promise<FontFiles> {
  const [regular, bold] = await Promise.all([
    readFile(join(FOLDER, 'DejaVuSans.ttf')),
    readFile(join(FOLDER, 'DejaVuSans-Bold.ttf')),
  ])
  const inBold = new Set(fontkit.create(bold).characterSet)
  const covered = new Set(fontkit.create(regular).characterSet.filter((codePoint) => inBold.has(codePoint)))
  return { regular, bold, covered }
}
