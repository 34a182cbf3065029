import { formatDecimal } from '@/lib/decimals'
import { formatAmountIn, formatNumberIn } from '@/lib/locale-format'
import { formatMajor } from '@/lib/money'
import type { DocumentFacts } from './document-facts'
import { BODY, CONTENT_END, CONTENT_WIDTH, LABEL, MARGIN, roomFor } from './document-page'
import { LINE_HEIGHT, type PageCanvas } from './page-canvas'
import type { DocumentTexts } from './texts/document-texts'

const AMOUNT_WIDTH = 92
const QUANTITY_WIDTH = 54
const GAP = 12
const TITLE_WIDTH = CONTENT_WIDTH - 2 * AMOUNT_WIDTH - QUANTITY_WIDTH - 3 * GAP

/** Where the columns of numbers end. */
const AMOUNT_END = CONTENT_END
const UNIT_PRICE_END = AMOUNT_END - AMOUNT_WIDTH - GAP
const QUANTITY_END = UNIT_PRICE_END - AMOUNT_WIDTH - GAP

const QUANTITY_SCALE = 6
const HEADER_HEIGHT = 24
const ROW_PADDING = 8

/** Every item, with the columns' names on top of each page they go over. Returns the `y` below the last. */
export function drawItems(
  canvas: PageCanvas,
  { locale, currency, items }: Pick<DocumentFacts, 'locale' | 'currency' | 'items'>,
  columns: DocumentTexts['columns'],
  top: number,
): number {
  const title = { ...BODY, width: TITLE_WIDTH }
  let y = drawColumnNames(canvas, columns, roomFor(canvas, top, HEADER_HEIGHT + 60))
  for (const item of items) {
    const lines = canvas.linesOf(item.title, title)
    const height = lines.length * BODY.size * LINE_HEIGHT + 2 * ROW_PADDING
    const at = roomFor(canvas, y, height)
    y = at === y ? y : drawColumnNames(canvas, columns, at)
    const baseline = y + ROW_PADDING + BODY.size
    canvas.lines(lines, { at: MARGIN, y: baseline }, title)
    const numbers: [string, number, number][] = [
      [
        formatNumberIn(locale, formatDecimal(item.quantityMicros, QUANTITY_SCALE)),
        QUANTITY_END,
        QUANTITY_WIDTH,
      ],
      [amountText(item.unitPriceMinor), UNIT_PRICE_END, AMOUNT_WIDTH],
      [amountText(item.lineAmountMinor), AMOUNT_END, AMOUNT_WIDTH],
    ]
    for (const [text, end, width] of numbers) {
      canvas.text(text, { at: end, y: baseline, align: 'end' }, { ...BODY, width })
    }
    y += height
    canvas.rule({ at: MARGIN, y }, CONTENT_WIDTH)
  }
  return y

  function amountText(amountMinor: bigint): string {
    return formatAmountIn(locale, formatMajor(amountMinor, currency), currency)
  }
}

function drawColumnNames(canvas: PageCanvas, columns: DocumentTexts['columns'], y: number): number {
  const baseline = y + 14
  const align = 'end'
  canvas.text(columns.item, { at: MARGIN, y: baseline }, { ...LABEL, width: TITLE_WIDTH })
  canvas.text(columns.quantity, { at: QUANTITY_END, y: baseline, align }, { ...LABEL, width: QUANTITY_WIDTH })
  canvas.text(
    columns.unitPrice,
    { at: UNIT_PRICE_END, y: baseline, align },
    { ...LABEL, width: AMOUNT_WIDTH },
  )
  canvas.text(columns.amount, { at: AMOUNT_END, y: baseline, align }, { ...LABEL, width: AMOUNT_WIDTH })
  canvas.rule({ at: MARGIN, y: y + HEADER_HEIGHT }, CONTENT_WIDTH)
  return y + HEADER_HEIGHT
}
