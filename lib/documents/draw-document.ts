import type { PDFDocument, PDFImage } from 'pdf-lib'
import type { DocumentFacts, TransferFacts } from './document-facts'
import {
  BODY,
  CONTENT_END,
  CONTENT_WIDTH,
  type Color,
  INK,
  LABEL,
  LINE_HEIGHT,
  MARGIN,
  PAGE_HEIGHT,
  type PageCanvas,
  type Place,
  roomFor,
} from './page-canvas'
import { qrCode } from './qr-code'
import type { DocumentTexts } from './texts/document-texts'
import { canWrap } from './wrap-text'

/** Side length of the QR code. */
const QR_SIZE = 84

/** White margin around it. */
const QUIET = 10

type Headline = { text: string; color: Color; payment: { label: string; url: string } | null }

/** Draws the headline, and the payment link where there is something to pay. Returns the `y` below. */
export function drawHeadline(canvas: PageCanvas, { text, color, payment }: Headline, top: number): number {
  canvas.rule({ at: MARGIN, y: top }, CONTENT_WIDTH)
  const width = payment ? CONTENT_WIDTH - QR_SIZE - 24 : CONTENT_WIDTH
  const style = { size: 13, weight: 'bold', color, width, maximumLines: 3 } as const
  let y = top + 30
  y += canvas.paragraph(text, { at: MARGIN, y }, style)
  if (!payment) return y
  canvas.text(payment.label, { at: MARGIN, y: y + 2 }, { ...LABEL, width })
  const height = BODY.size * LINE_HEIGHT
  // On one line, which a reader can copy whole.
  canvas.text(payment.url, { at: MARGIN, y: y + 16 }, { ...BODY, width })
  canvas.link(payment.url, { at: MARGIN, y: y + 6 }, { width, height })
  drawQrCode(canvas, payment.url, top + 16)
  return Math.max(y + 16 + height, top + 16 + QR_SIZE) + 8
}

function drawQrCode(canvas: PageCanvas, url: string, y: number): void {
  canvas.link(url, drawCode(canvas, url, y), { width: QR_SIZE, height: QR_SIZE })
}

/** Draws a QR code at the end of the line. Returns its place. */
function drawCode(canvas: PageCanvas, text: string, y: number): Place {
  const { path, size } = qrCode(text, 0)
  const place = { at: CONTENT_END - QR_SIZE, y }
  // A scanner could take part of the watermark for a module.
  const edge = QR_SIZE + 2 * QUIET
  canvas.box({ at: place.at - QUIET, y: y - QUIET }, { width: edge, height: edge, color: '#ffffff' })
  canvas.shape(path, place, { width: QR_SIZE, scale: QR_SIZE / size })
  return place
}

const LOGO_WIDTH = 150
const LOGO_HEIGHT = 44
const TOP = 36

/** Draws the vendor's logo and name and the kind of document. Returns the `y` below. */
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

/** Null if there is no logo or it can't be read: a document without one is better than none. */
async function embedLogo(
  document: PDFDocument,
  logo: DocumentFacts['vendor']['logo'],
): Promise<PDFImage | null> {
  if (!logo) return null
  try {
    const image = await document.embedPng(logo)
    return image.width > 0 && image.height > 0 ? image : null
  } catch {
    // The library throws bare strings too, and this call only decodes the image.
    return null
  }
}

/** A labelled fact; two narrow ones share a line. */
export type LabelledFact = { label: string; value: string; isWide: boolean }

const FACTS_WIDTH = 190
const GAP = 12
const PARTY_GAP = 20
const PARTY_WIDTH = (CONTENT_WIDTH - FACTS_WIDTH - 2 * PARTY_GAP) / 2

/** A word up to this long, such as an email, is shrunk rather than broken: it stays legible. */
const SHRUNK_CHARACTERS = 36

/** Seller or buyer: the name, then lines below it. */
export type Party = { label: string; name: string; lines: string[] }

/** Draws seller and buyer beside the document's numbers and dates. Returns the `y` below all of them. */
export function drawParties(
  canvas: PageCanvas,
  { parties, facts }: { parties: Party[]; facts: LabelledFact[] },
  top: number,
): number {
  const ends = parties.map((party, index) => {
    return drawParty(canvas, party, { at: MARGIN + index * (PARTY_WIDTH + PARTY_GAP), y: top })
  })
  return Math.max(...ends, drawFacts(canvas, facts, top))
}

function drawParty(canvas: PageCanvas, { label, name, lines }: Party, { at, y: top }: Place): number {
  const width = PARTY_WIDTH
  canvas.text(label, { at, y: top }, { ...LABEL, width })
  let y = top + 15
  y += canvas.paragraph(name, { at, y }, { ...BODY, weight: 'bold', width }) + 1
  for (const line of lines) {
    if (line.length <= SHRUNK_CHARACTERS && !canWrap(line)) {
      canvas.text(line, { at, y }, { ...BODY, width })
      y += BODY.size * LINE_HEIGHT + 1
    } else {
      y += canvas.paragraph(line, { at, y }, { ...BODY, width, maximumLines: 3 }) + 1
    }
  }
  return y
}

function drawFacts(canvas: PageCanvas, facts: LabelledFact[], top: number): number {
  const start = CONTENT_END - FACTS_WIDTH
  const half = (FACTS_WIDTH - GAP) / 2
  let y = top
  let isSecondHalf = false
  for (const { label, value, isWide } of facts) {
    if (isWide && isSecondHalf) {
      y += 34
      isSecondHalf = false
    }
    const at = isSecondHalf ? start + half + GAP : start
    const width = isWide ? FACTS_WIDTH : half
    canvas.text(label, { at, y }, { ...LABEL, width })
    canvas.text(value, { at, y: y + 14 }, { ...BODY, width })
    isSecondHalf = !isWide && !isSecondHalf
    if (!isSecondHalf) y += 34
  }
  return isSecondHalf ? y + 34 : y
}

const HEADER_HEIGHT = 24
const ROW_PADDING = 8

/** A table whose first column takes the width that the columns of numbers leave. */
export type ItemTable = {
  title: string
  columns: { name: string; width: number }[]
  rows: {
    title: string
    /** Smaller, below the title. */
    details: string[]
    cells: string[]
  }[]
}

/**
 * Draws every row and repeats the column names on each page. The last row stays on one page with the `tail` below it:
 * totals alone on a page would be the sum of nothing. Returns the `y` below the last.
 */
export async function drawItems(
  canvas: PageCanvas,
  table: ItemTable,
  { top, tail }: { top: number; tail: number },
): Promise<number> {
  const { rows } = table
  const ends = columnEnds(table)
  const width = titleWidth(table)
  let y = drawColumnNames(canvas, table, roomFor(canvas, top, HEADER_HEIGHT + 60))
  for (const [index, row] of rows.entries()) {
    await canvas.letOthersRun()
    const lines = canvas.linesOf(row.title, { ...BODY, width })
    const details = row.details.flatMap((detail) => canvas.linesOf(detail, { ...LABEL, width }))
    const titleHeight = lines.length * BODY.size * LINE_HEIGHT
    const height = titleHeight + details.length * LABEL.size * LINE_HEIGHT + 2 * ROW_PADDING
    const at = roomFor(canvas, y, index === rows.length - 1 ? height + tail : height)
    y = at === y ? y : drawColumnNames(canvas, table, at)
    const baseline = y + ROW_PADDING + BODY.size
    canvas.lines(lines, { at: MARGIN, y: baseline }, BODY)
    canvas.lines(details, { at: MARGIN, y: baseline + titleHeight }, LABEL)
    for (const [column, text] of row.cells.entries()) {
      const place = { at: ends[column] ?? CONTENT_END, y: baseline, align: 'end' } as const
      canvas.text(text, place, { ...BODY, width: table.columns[column]?.width ?? width })
    }
    y += height
    canvas.rule({ at: MARGIN, y }, CONTENT_WIDTH)
  }
  return y
}

function titleWidth({ columns }: ItemTable): number {
  return CONTENT_WIDTH - columns.reduce((sum, { width }) => sum + width + GAP, 0)
}

/** The end of each column of numbers. */
function columnEnds({ columns }: ItemTable): number[] {
  return columns.map((_, index) => {
    const after = columns.slice(index + 1)
    return CONTENT_END - after.reduce((sum, { width }) => sum + width + GAP, 0)
  })
}

function drawColumnNames(canvas: PageCanvas, table: ItemTable, y: number): number {
  const baseline = y + 14
  const ends = columnEnds(table)
  canvas.text(table.title, { at: MARGIN, y: baseline }, { ...LABEL, width: titleWidth(table) })
  for (const [index, { name, width }] of table.columns.entries()) {
    const place = { at: ends[index] ?? CONTENT_END, y: baseline, align: 'end' } as const
    canvas.text(name, place, { ...LABEL, width })
  }
  canvas.rule({ at: MARGIN, y: y + HEADER_HEIGHT }, CONTENT_WIDTH)
  return y + HEADER_HEIGHT
}

/** A line of the totals; the strong ones are below a rule. */
export type SumLine = { label: string; amount: string; isStrong?: true }

const WIDTH = 264
const LABEL_WIDTH = 136

/** The height that the totals take. */
export function totalsHeight(lines: SumLine[]): number {
  return lines.length * 22 + 24
}

/** Draws the totals, never split across pages. Returns the `y` below. */
export function drawTotals(canvas: PageCanvas, lines: SumLine[], top: number): number {
  const start = CONTENT_END - WIDTH
  let y = roomFor(canvas, top, totalsHeight(lines)) + 22
  for (const { label, amount, isStrong } of lines) {
    if (isStrong) {
      canvas.rule({ at: start, y: y - 10 }, WIDTH, INK)
      y += 8
    }
    const style = isStrong ? ({ ...BODY, size: 11, weight: 'bold' } as const) : BODY
    canvas.text(label, { at: start, y }, { ...style, width: LABEL_WIDTH })
    const width = WIDTH - LABEL_WIDTH - MARGIN / 4
    canvas.text(amount, { at: CONTENT_END, y, align: 'end' }, { ...style, width })
    y += 18
  }
  return y
}

const TRANSFER_LABEL_WIDTH = 110
const TRANSFER_LINE_HEIGHT = BODY.size * LINE_HEIGHT + 2

/**
 * Draws the vendor's own bank account, line by line, and the code for banking apps beside it, all on one page. Returns the `y`
 * below.
 */
export function drawTransfer(
  canvas: PageCanvas,
  { lines, code }: TransferFacts,
  texts: DocumentTexts['transfer'],
  top: number,
): number {
  const codeHeight = code === null ? 0 : QR_SIZE + QUIET + 14
  const height = Math.max(20 + lines.length * TRANSFER_LINE_HEIGHT, codeHeight)
  const start = roomFor(canvas, top, height)
  const width = CONTENT_WIDTH - (code === null ? 0 : QR_SIZE + 24)
  canvas.text(texts.title, { at: MARGIN, y: start + 8 }, { ...BODY, weight: 'bold', width })
  let y = start + 24
  for (const { name, value } of lines) {
    canvas.text(texts[name], { at: MARGIN, y }, { ...LABEL, width: TRANSFER_LABEL_WIDTH - 8 })
    canvas.text(
      value,
      { at: MARGIN + TRANSFER_LABEL_WIDTH, y },
      { ...BODY, width: width - TRANSFER_LABEL_WIDTH },
    )
    y += TRANSFER_LINE_HEIGHT
  }
  if (code === null) return y
  drawCode(canvas, code, start + QUIET)
  const below = start + QUIET + QR_SIZE + 12
  canvas.text(texts.scan, { at: CONTENT_END, y: below, align: 'end' }, { ...LABEL, width: QR_SIZE + 60 })
  return Math.max(y, below + 6)
}

/** Draws a line and the number of the page at the end of every page. */
export function drawFooters(canvas: PageCanvas, line: string, texts: DocumentTexts): void {
  const y = PAGE_HEIGHT - 32
  canvas.pages.forEach((page, index) => {
    canvas.turnTo(page)
    const numbers = { page: String(index + 1), pages: String(canvas.pages.length) }
    const width = CONTENT_WIDTH - 120
    canvas.paragraph(line, { at: MARGIN, y }, { ...LABEL, width, maximumLines: 1 })
    canvas.text(texts.page(numbers), { at: CONTENT_END, y, align: 'end' }, { ...LABEL, width: 110 })
  })
}
