import { INK, MUTED, PAGE_HEIGHT, PAGE_WIDTH, type PageCanvas } from './page-canvas'

/** Points from the edges of the page to what is on it. */
export const MARGIN = 48
export const CONTENT_WIDTH = PAGE_WIDTH - 2 * MARGIN
export const CONTENT_END = PAGE_WIDTH - MARGIN

/** Nothing but the footer stands below. */
const CONTENT_BOTTOM = PAGE_HEIGHT - 64

/** Where content goes on, on the pages after the first. */
const CONTENT_TOP = 56

export const LABEL = { size: 8, color: MUTED }
export const BODY = { size: 9, color: INK }

/** The `y` to draw at, on a new page where the height would not fit on this one any more. */
export function roomFor(canvas: PageCanvas, y: number, height: number): number {
  if (y + height <= CONTENT_BOTTOM) return y
  canvas.addPage()
  return CONTENT_TOP
}
