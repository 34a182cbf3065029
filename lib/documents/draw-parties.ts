import type { DocumentFacts } from './document-facts'
import { BODY, CONTENT_END, LABEL, MARGIN } from './document-page'
import type { PageCanvas } from './page-canvas'

/** A fact of the document: a narrow one shares its line with the next narrow one. */
export type LabelledFact = { label: string; value: string; isWide: boolean }

const FACTS_WIDTH = 256
const CUSTOMER_WIDTH = CONTENT_END - MARGIN - FACTS_WIDTH - 24
const GAP = 12

/** Who the document is for, and beside it the document's numbers and days. Returns the `y` below both. */
export function drawParties(
  canvas: PageCanvas,
  {
    billedTo,
    customer,
    facts,
  }: { billedTo: string; customer: DocumentFacts['customer']; facts: LabelledFact[] },
  y: number,
): number {
  return Math.max(drawCustomer(canvas, billedTo, customer, y), drawFacts(canvas, facts, y))
}

function drawCustomer(
  canvas: PageCanvas,
  billedTo: string,
  { name, email, address }: DocumentFacts['customer'],
  top: number,
): number {
  canvas.text(billedTo, { at: MARGIN, y: top }, { ...LABEL, width: CUSTOMER_WIDTH })
  let y = top + 15
  const lines = [
    { text: name, weight: 'bold' as const },
    { text: email },
    ...address.map((text) => ({ text })),
  ]
  for (const { text, ...style } of lines) {
    const limits = { width: CUSTOMER_WIDTH, maximumLines: 3 }
    y += canvas.paragraph(text, { at: MARGIN, y }, { ...BODY, ...style, ...limits }) + 1
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
