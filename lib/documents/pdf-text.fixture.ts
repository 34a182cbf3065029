import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from 'pdf-lib'

/** The text of each page as copied from a PDF reader, one piece per line. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  return document.getPages().map((page) => textOf(page, document.context))
}

/** The sizes of the text on all pages, in points. */
export async function textSizesOf(pdf: Uint8Array): Promise<number[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const content = document.getPages().map((page) => contentOf(page, document.context))
  return [...content.join('\n').matchAll(/\/\S+ (\S+) Tf/g)].map(([, size]) => Number(size))
}

function textOf(page: PDFPage, context: PDFContext): string {
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  if (!fonts) throw new Error('the page has no text')
  const letters = new Map(
    fonts.keys().map((name) => {
      const font = context.lookup(fonts.get(name), PDFDict)
      return [name.decodeText(), lettersOf(streamText(context, font.get(PDFName.of('ToUnicode'))))] as const
    }),
  )
  let current = new Map<string, string>()
  const pieces: string[] = []
  for (const [, font, glyphs] of contentOf(page, context).matchAll(/\/(\S+) \S+ Tf|<([0-9A-F]*)> Tj/g)) {
    if (font) current = letters.get(font) ?? new Map()
    else pieces.push((glyphs?.match(/.{4}/g) ?? []).map((glyph) => current.get(glyph) ?? '').join(''))
  }
  return pieces.join('\n')
}

function contentOf(page: PDFPage, context: PDFContext): string {
  const contents = page.node.Contents()
  if (!(contents instanceof PDFArray)) return streamText(context, contents)
  return contents
    .asArray()
    .map((part) => streamText(context, part))
    .join('\n')
}

function streamText(context: PDFContext, object: PDFObject | undefined): string {
  const stream = context.lookup(object)
  if (!(stream instanceof PDFRawStream)) throw new Error('this is no stream')
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
}

/** The characters behind a font's glyphs, by its ToUnicode map. */
function lettersOf(map: string): Map<string, string> {
  const pairs = map.matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/g)
  return new Map(
    [...pairs].map(([, glyph = '', unicode = '']) => [
      glyph,
      Buffer.from(unicode, 'hex').swap16().toString('utf16le'),
    ]),
  )
}
