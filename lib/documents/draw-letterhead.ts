import type { PDFDocument, PDFImage } from 'pdf-lib'
import type { DocumentFacts } from './document-facts'
import { CONTENT_END, CONTENT_WIDTH, MARGIN } from './document-page'
import type { PageCanvas } from './page-canvas'

const LOGO_WIDTH = 150
const LOGO_HEIGHT = 44
const TOP = 36

/** The vendor's logo and name, and beside them what kind of document it is. Returns the `y` below them. */
export async function drawLetterhead(
  canvas: PageCanvas,
  vendor: DocumentFacts['vendor'],
  title: string,
): Promise<number> {
  canvas.text(
    title,
    { at: CONTENT_END, y: TOP + 24, align: 'end' },
    { size: 22, weight: 'bold', width: CONTENT_WIDTH / 2 - 20 },
  )
  const logo = await embedLogo(canvas.document, vendor.logo)
  const width = CONTENT_WIDTH / 2
  if (!logo) {
    const style = { size: 15, weight: 'bold', width, maximumLines: 3 } as const
    return TOP + 23 + canvas.paragraph(vendor.name, { at: MARGIN, y: TOP + 23 }, style)
  }
  const scale = Math.min(LOGO_WIDTH / logo.width, LOGO_HEIGHT / logo.height)
  const size = { width: logo.width * scale, height: logo.height * scale }
  canvas.image(logo, { at: MARGIN, y: TOP }, size)
  const y = TOP + size.height + 17
  const style = { size: 10, weight: 'bold', width, maximumLines: 2 } as const
  return y + canvas.paragraph(vendor.name, { at: MARGIN, y }, style)
}

/** Null where there is no logo, or it can't be read: a document without it is better than none. */
async function embedLogo(
  document: PDFDocument,
  logo: DocumentFacts['vendor']['logo'],
): Promise<PDFImage | null> {
  if (!logo) return null
  try {
    const image =
      logo.mediaType === 'image/png'
        ? await document.embedPng(logo.bytes)
        : await document.embedJpg(logo.bytes)
    return image.width > 0 && image.height > 0 ? image : null
  } catch {
    // The library throws bare strings as well, and here it does nothing but read the picture.
    return null
  }
}
