import { setImmediate } from 'node:timers/promises'
import { degrees, PDFDocument, type PDFImage, type PDFPage, PDFString, rgb } from 'pdf-lib'
import { type DocumentFonts, type DocumentText, embedFonts, type Weight } from './document-fonts'
import { baseDirectionOf, type Direction, type VisualRun, visualRuns } from './visual-runs'
import { printableText, wrapText } from './wrap-text'

/** A4 in points, 1/72 inch. */
export const PAGE_WIDTH = 595.28
export const PAGE_HEIGHT = 841.89

/** `#rrggbb` */
export type Color = string

export const INK: Color = '#18181b'
const MUTED: Color = '#63636e'
const LINE: Color = '#d9d9de'

/** The colour that marks a document as void. */
export const VOID: Color = '#c01f26'

export type TextStyle = { size: number; weight?: Weight; color?: Color }

/**
 * A position: `at` points from the edge where the document's language starts, `y` points from the top (for
 * text, to its baseline). Text starts or ends there, depending on `align`.
 */
export type Place = { at: number; y: number; align?: 'start' | 'end' }

/** Line height as a multiple of the font size. */
export const LINE_HEIGHT = 1.4

/** A document may draw for this long before others have their turn. */
const TURN_MS = 10

let lastTurn = Promise.resolve()

/**
 * The next turn of the event loop that no other document draws in: documents that are drawn at once get equal shares,
 * and other requests wait for one of them at a time, however many there are.
 */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/** Objects that are written before others have their turn; a page of text is one. */
const OBJECTS_PER_TURN = 2

/** The pages of a document, drawn in its language's direction: "start" is the right edge in Arabic. */
export class PageCanvas {
  /** True once some text had characters that could not be printed. */
  lacksCharacters = false
  readonly pages: PDFPage[] = []
  readonly #widths = new Map<string, number>()
  #page: PDFPage
  /** The start of the current turn. */
  #since = performance.now()

  private constructor(
    readonly document: PDFDocument,
    readonly fonts: DocumentFonts,
    readonly direction: Direction,
    /** Draws what belongs on every page, below everything else. */
    readonly prepare: (canvas: PageCanvas) => void,
  ) {
    this.#page = document.addPage([PAGE_WIDTH, PAGE_HEIGHT])
    this.pages.push(this.#page)
    prepare(this)
  }

  /** A document of one empty page, with fonts for this text. */
  static async create(
    { direction, text }: { direction: Direction; text: DocumentText },
    prepare: (canvas: PageCanvas) => void,
  ): Promise<PageCanvas> {
    // The library would write today's date and its own name.
    const document = await PDFDocument.create({ updateMetadata: false })
    return new PageCanvas(document, await embedFonts(document, text), direction, prepare)
  }

  /**
   * Lets the process answer others, if it drew for long enough: a hundred long titles take a second. Call it
   * between parts that are short.
   */
  async letOthersRun(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return
    await nextTurn()
    this.#since = performance.now()
  }

  /** The finished document. */
  async save(): Promise<Uint8Array<ArrayBuffer>> {
    // All fonts at once would be a long turn.
    for (const font of this.fonts.all) {
      await font.embed()
      await this.letOthersRun()
    }
    return new Uint8Array(await this.document.save({ objectsPerTick: OBJECTS_PER_TURN }))
  }

  addPage(): void {
    this.#page = this.document.addPage([PAGE_WIDTH, PAGE_HEIGHT])
    this.pages.push(this.#page)
    this.prepare(this)
  }

  /** Continues on an existing page. */
  turnTo(page: PDFPage): void {
    this.#page = page
  }

  /** Draws one line, shrunk if it would be wider than `width`. */
  text(text: string, place: Place, style: TextStyle & { width: number }): void {
    const printable = this.printable(text)
    const base = baseDirectionOf(printable, this.direction)
    const size = Math.min(style.size, (style.size * style.width) / this.#widthOf(printable, style, base))
    this.#drawLine(printable, base, place, { ...style, size })
  }

  /** Draws wrapped text, up to a number of lines. Returns the height. */
  paragraph(text: string, place: Place, style: TextStyle & { width: number; maximumLines?: number }): number {
    return this.lines(this.linesOf(text, style), place, style)
  }

  /** Draws lines that are already wrapped. Returns their height. */
  lines(lines: string[], place: Place, style: TextStyle): number {
    const base = baseDirectionOf(lines.join(' '), this.direction)
    lines.forEach((line, index) => {
      this.#drawLine(line, base, { ...place, y: place.y + index * style.size * LINE_HEIGHT }, style)
    })
    return lines.length * style.size * LINE_HEIGHT
  }

  linesOf(text: string, style: TextStyle & { width: number; maximumLines?: number }): string[] {
    const measure = (part: string) => this.#widthOf(part, style)
    return wrapText(this.printable(text), style.width, measure, style.maximumLines)
  }

  /** A filled box, positioned by its upper start corner. */
  box({ at, y }: Place, { width, height, color }: { width: number; height: number; color: Color }): void {
    const x = this.#leftOf(at, width)
    this.#page.drawRectangle({ x, y: PAGE_HEIGHT - y - height, width, height, color: colorOf(color) })
  }

  /** A horizontal line, half a point thick. */
  rule({ at, y }: Place, width: number, color: Color = LINE): void {
    this.box({ at, y: y - 0.25 }, { width, height: 0.5, color })
  }

  image(image: PDFImage, { at, y }: Place, { width, height }: { width: number; height: number }): void {
    this.#page.drawImage(image, { x: this.#leftOf(at, width), y: PAGE_HEIGHT - y - height, width, height })
  }

  /** A shape given as an SVG path with its corner at 0, 0. It is never mirrored. */
  shape(path: string, { at, y }: Place, { width, scale }: { width: number; scale: number }): void {
    const x = this.#leftOf(at, width)
    this.#page.drawSvgPath(path, { x, y: PAGE_HEIGHT - y, scale, color: colorOf(INK) })
  }

  /** Turns a box of the page into a link. */
  link(url: string, { at, y }: Place, { width, height }: { width: number; height: number }): void {
    const x = this.#leftOf(at, width)
    const bottom = PAGE_HEIGHT - y - height
    const annotation = this.document.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [x, bottom, x + width, bottom + height],
      Border: [0, 0, 0],
      // Printed, as PDF/A demands of all annotations.
      F: 4,
      A: { Type: 'Action', S: 'URI', URI: PDFString.of(url) },
    })
    this.#page.node.addAnnot(this.document.context.register(annotation))
  }

  /** A word across the whole page, from lower left to upper right. */
  watermark(word: string, color: Color): void {
    const style = { size: 1, weight: 'bold' } as const
    const runs = this.#runsOf(word, this.direction).map((run) => ({
      ...this.fonts.set(run.text, style.weight),
      widthAtOne: this.#widthOfRun(run.text, style),
    }))
    const widthAtOne = runs.reduce((sum, run) => sum + run.widthAtOne, 0)
    const angle = Math.atan2(PAGE_HEIGHT, PAGE_WIDTH)
    const size = Math.min(170, 620 / widthAtOne)
    // Centres the word on the page; half a letter's height is about 0.35 em.
    let along = (-widthAtOne * size) / 2
    const below = size * 0.35
    for (const { text, font, widthAtOne } of runs) {
      this.#page.drawText(text, {
        x: PAGE_WIDTH / 2 + Math.cos(angle) * along + Math.sin(angle) * below,
        y: PAGE_HEIGHT / 2 + Math.sin(angle) * along - Math.cos(angle) * below,
        size,
        font,
        rotate: degrees((angle * 180) / Math.PI),
        color: colorOf(color),
        opacity: 0.08,
      })
      along += widthAtOne * size
    }
  }

  /** The text as it will be printed; remembers if something could not be. */
  printable(text: string): string {
    const { text: printable, isComplete } = printableText(text, this.fonts.covers)
    if (!isComplete) this.lacksCharacters = true
    return printable
  }

  #drawLine(line: string, base: Direction, { at, y, align = 'start' }: Place, style: TextStyle): void {
    const runs = this.#runsOf(line, base).map((run) => ({ ...run, width: this.#widthOfRun(run.text, style) }))
    const width = runs.reduce((sum, run) => sum + run.width, 0)
    let x = this.#leftOf(align === 'start' ? at : at - width, width)
    for (const { text, direction, width } of runs) {
      const run = isTurned(text, direction) ? [...text].reverse().join('') : text
      const { text: glyphs, font } = this.fonts.set(run, style.weight ?? 'regular')
      const options = { x, y: PAGE_HEIGHT - y, size: style.size, font, color: colorOf(style.color ?? INK) }
      this.#page.drawText(glyphs, options)
      x += width
    }
  }

  /** The runs of a line from left to right, each of one font. */
  #runsOf(line: string, base: Direction): VisualRun[] {
    return visualRuns(line, base).flatMap(({ text, direction }) => {
      const pieces = this.fonts.pieces(text).map((piece) => ({ text: piece, direction }))
      return direction === 'rtl' ? pieces.reverse() : pieces
    })
  }

  /** In points. */
  #widthOf(text: string, style: TextStyle, base: Direction = this.direction): number {
    return this.#runsOf(text, base).reduce((sum, run) => sum + this.#widthOfRun(run.text, style), 0)
  }

  /** Cached, because shaping the same words repeatedly is most of the work. */
  #widthOfRun(text: string, { size, weight = 'regular' }: TextStyle): number {
    const key = `${weight} ${text}`
    const widthAtOne = this.#widths.get(key) ?? this.#widthAtOne(text, weight)
    this.#widths.set(key, widthAtOne)
    return widthAtOne * size
  }

  #widthAtOne(text: string, weight: Weight): number {
    const { text: printed, font } = this.fonts.set(text, weight)
    return font.widthOfTextAtSize(printed, 1)
  }

  #leftOf(at: number, width: number): number {
    return this.direction === 'ltr' ? at : PAGE_WIDTH - at - width
  }
}

/**
 * True if the font's shaper would draw a run backwards. It reverses text with right-to-left letters and leaves a run
 * without letters as it is; but it takes the digits of Arabic for its letters, which run to the right.
 */
function isTurned(text: string, direction: Direction): boolean {
  const hasLetters = /\p{L}/u.test(text)
  return !hasLetters && (direction === 'rtl' || /[\u0660-\u0669\u06f0-\u06f9]/.test(text))
}

function colorOf(hex: Color) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  )
  return rgb(red, green, blue)
}

/** Page margin in points. */
export const MARGIN = 48
export const CONTENT_WIDTH = PAGE_WIDTH - 2 * MARGIN
export const CONTENT_END = PAGE_WIDTH - MARGIN

/** Only the footer stands below. */
const CONTENT_BOTTOM = PAGE_HEIGHT - 64

/** The top of the content on later pages. */
const CONTENT_TOP = 56

export const LABEL = { size: 8, color: MUTED }
export const BODY = { size: 9, color: INK }

/** The `y` to draw at, on a new page if the height does not fit on this one. */
export function roomFor(canvas: PageCanvas, y: number, height: number): number {
  if (y + height <= CONTENT_BOTTOM) return y
  canvas.addPage()
  return CONTENT_TOP
}
