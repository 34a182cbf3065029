import { BODY, CONTENT_END, MARGIN, roomFor } from './document-page'
import { INK, type PageCanvas } from './page-canvas'

/** A line of the sum: the last one is what all others add up to. */
type SumLine = { label: string; amount: string }

const WIDTH = 264
const LABEL_WIDTH = 136

/** The sum at the end of the items, whole on one page. Returns the `y` below it. */
export function drawTotals(canvas: PageCanvas, lines: SumLine[], top: number): number {
  const start = CONTENT_END - WIDTH
  let y = roomFor(canvas, top, lines.length * 20 + 24) + 22
  lines.forEach(({ label, amount }, index) => {
    const isTotal = index === lines.length - 1
    if (isTotal) {
      canvas.rule({ at: start, y: y - 10 }, WIDTH, INK)
      y += 8
    }
    const style = isTotal ? ({ ...BODY, size: 11, weight: 'bold' } as const) : BODY
    canvas.text(label, { at: start, y }, { ...style, width: LABEL_WIDTH })
    const width = WIDTH - LABEL_WIDTH - MARGIN / 4
    canvas.text(amount, { at: CONTENT_END, y, align: 'end' }, { ...style, width })
    y += 18
  })
  return y
}
