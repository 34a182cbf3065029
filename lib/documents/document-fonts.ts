import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fontkit from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'

export type Weight = 'regular' | 'bold'

export type DocumentFonts = Record<Weight, PDFFont> & {
  /** Whether both weights have a picture of the code point. */
  covers: (codePoint: number) => boolean
}

type FontFiles = Record<Weight, Uint8Array> & { covered: ReadonlySet<number> }

// Beside the service's own code: every process of it is started in the project's folder.
const FOLDER = join(process.cwd(), 'node_modules/dejavu-fonts-ttf/ttf')

/** Letters are set by their widths alone, so what would be found out about their positions goes unused. */
const OPTIONS = { subset: true, features: { kern: false, mark: false, mkmk: false } }

let files: Promise<FontFiles> | null = null

/** DejaVu Sans (Latin, Greek, Cyrillic, Arabic, Hebrew and more), of which the document keeps what it uses. */
export async function embedFonts(document: PDFDocument): Promise<DocumentFonts> {
  files ??= readFontFiles()
  const { regular, bold, covered } = await files
  document.registerFontkit(fontkit)
  // Parsed anew for each document: a parsed font remembers the text that it was used for first.
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
