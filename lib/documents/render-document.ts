import type { DocumentTexts } from '@/lib/documents/texts/document-texts'
import { DOCUMENT_TEXTS } from '@/lib/documents/texts/texts'
import { directionOf } from '@/lib/i18n/locale'
import { formatAmountIn, formatDayIn } from '@/lib/i18n/locale-format'
import { formatMajor } from '@/lib/money/money'
import { inTurns } from '@/lib/time/in-turns'
import type { DocumentFacts, PaymentFacts } from './document-facts'
import {
  drawHeadline,
  drawItems,
  drawLetterhead,
  drawParties,
  drawTotals,
  type LabelledFact,
  type Party,
  type SumLine,
} from './draw-document'
import {
  BODY,
  CONTENT_END,
  CONTENT_WIDTH,
  LABEL,
  LINE_HEIGHT,
  MARGIN,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  PageCanvas,
  roomFor,
} from './page-canvas'
import { PLACEHOLDER } from './wrap-text'

/** The service's own colour, for a vendor that has none. */
const DEFAULT_COLOR = '#2b50d6'

/** The parts that differ between an invoice and a receipt. */
type Contents = {
  title: string
  headline: string
  labelledFacts: LabelledFact[]
  /** Whether the document asks for payment. */
  isPayable: boolean
  /** The date of the facts. */
  date: Date
}

/** Objects that are written before others have their turn; a page of text is one. */
const OBJECTS_PER_TURN = 2

/** One at a time: the turns of several would add up to one long wait for everybody else. */
const inTurn = inTurns(1)

/**
 * Renders the A4 layout that invoice and receipt share. The same facts give the same bytes. Never throws
 * because of a text: characters missing from the font become placeholders, and a note links to the full text.
 * However long the texts are, others have their turn every few milliseconds.
 */
function renderDocument(
  facts: DocumentFacts,
  texts: DocumentTexts,
  contents: Contents,
): Promise<Uint8Array<ArrayBuffer>> {
  return inTurn(() => drawDocument(facts, texts, contents))
}

async function drawDocument(
  facts: DocumentFacts,
  texts: DocumentTexts,
  contents: Contents,
): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = await PageCanvas.create(directionOf(facts.locale), (page) => {
    if (facts.isTest) page.watermark(texts.watermark)
    page.box({ at: 0, y: 0 }, { width: PAGE_WIDTH, height: 5, color: facts.vendor.color ?? DEFAULT_COLOR })
  })
  writeMetadata(canvas, facts, contents)
  let y = await drawLetterhead(canvas, facts.vendor, contents.title)
  const parties = [sellerOf(facts, texts), buyerOf(facts, texts)]
  y = drawParties(canvas, { parties, facts: contents.labelledFacts }, Math.max(y, 96) + 22)
  const payment = contents.isPayable ? { label: texts.payOnline, url: facts.paymentLink } : null
  y = drawHeadline(canvas, { headline: contents.headline, payment }, y + 10)
  y = await drawItems(canvas, facts, texts.columns, y)
  y = drawTotals(canvas, sumLines(facts, texts), y)
  y = await drawTerms(canvas, facts, texts, y + 14)
  drawNotes(canvas, facts, texts, y + 10)
  drawFooters(canvas, facts, texts)
  return new Uint8Array(await canvas.document.save({ objectsPerTick: OBJECTS_PER_TURN }))
}

function documentAmount({ locale, currency }: DocumentFacts, amountMinor: bigint): string {
  return formatAmountIn(locale, formatMajor(amountMinor, currency), currency)
}

/** The facts that both documents start with. */
function commonFacts(facts: DocumentFacts, texts: DocumentTexts): LabelledFact[] {
  return [
    { label: texts.number, value: facts.number, isWide: true },
    { label: texts.issuedOn, value: formatDayIn(facts.locale, facts.createdAt), isWide: false },
  ]
}

function sellerOf({ vendor, seller }: DocumentFacts, texts: DocumentTexts): Party {
  const taxId = seller.taxId ? [`${texts.taxId}: ${seller.taxId}`] : []
  const contact = seller.supportEmail ? [seller.supportEmail] : []
  return {
    label: texts.from,
    name: seller.name || vendor.name,
    lines: [...seller.address, ...taxId, ...contact],
  }
}

function buyerOf({ customer }: DocumentFacts, texts: DocumentTexts): Party {
  const { name, email, address } = customer
  return { label: texts.billedTo, name, lines: [...(email === name ? [] : [email]), ...address] }
}

function sumLines(facts: DocumentFacts, texts: DocumentTexts): SumLine[] {
  const { baseAmountMinor, feeAmountMinor, payment } = facts
  const amount = documentAmount(facts, baseAmountMinor + feeAmountMinor)
  const parts = [
    { label: texts.subtotal, amount: documentAmount(facts, baseAmountMinor) },
    { label: texts.fee, amount: documentAmount(facts, feeAmountMinor) },
  ]
  return [
    ...(feeAmountMinor === 0n ? [] : parts),
    { label: texts.total, amount, isStrong: true },
    ...(payment ? [{ label: texts.amountPaid, amount }] : []),
    ...(payment
      ? [{ label: texts.balanceDue, amount: documentAmount(facts, 0n), isStrong: true } as const]
      : []),
  ]
}

/** Draws the seller's notes and terms, each paragraph on one page if it fits. Returns the `y` below. */
async function drawTerms(
  canvas: PageCanvas,
  { notes }: DocumentFacts,
  texts: DocumentTexts,
  top: number,
): Promise<number> {
  if (notes.length === 0) return top
  const style = { ...BODY, width: CONTENT_WIDTH }
  let y = roomFor(canvas, top, 40)
  canvas.text(texts.notes, { at: MARGIN, y: y + 8 }, { ...LABEL, width: CONTENT_WIDTH })
  y += 23
  for (const note of notes) {
    await canvas.letOthersRun()
    for (const line of canvas.linesOf(note, style)) {
      const at = roomFor(canvas, y, BODY.size * LINE_HEIGHT)
      y = at + canvas.lines([line], { at: MARGIN, y: at }, style)
    }
    y += 3
  }
  return y
}

/** Draws the notes about the document itself; last, because drawing decides which ones are needed. */
function drawNotes(canvas: PageCanvas, facts: DocumentFacts, texts: DocumentTexts, top: number): void {
  const style = { ...LABEL, width: CONTENT_WIDTH }
  let y = top
  if (facts.isTest) {
    y = roomFor(canvas, y, 20)
    y += canvas.paragraph(texts.testNote, { at: MARGIN, y: y + 8 }, style) + 4
  }
  if (!canvas.lacksCharacters) return
  y = roomFor(canvas, y, 50)
  y += canvas.paragraph(texts.unprintable({ placeholder: PLACEHOLDER }), { at: MARGIN, y: y + 8 }, style)
  const height = canvas.paragraph(facts.paymentLink, { at: MARGIN, y: y + 8 }, style)
  canvas.link(facts.paymentLink, { at: MARGIN, y }, { width: CONTENT_WIDTH, height })
}

function drawFooters(canvas: PageCanvas, facts: DocumentFacts, texts: DocumentTexts): void {
  const y = PAGE_HEIGHT - 32
  canvas.pages.forEach((page, index) => {
    canvas.turnTo(page)
    const numbers = { page: String(index + 1), pages: String(canvas.pages.length) }
    const width = CONTENT_WIDTH - 120
    const line = `${facts.number} · ${facts.vendor.name}`
    canvas.paragraph(line, { at: MARGIN, y }, { ...LABEL, width, maximumLines: 1 })
    canvas.text(texts.page(numbers), { at: CONTENT_END, y, align: 'end' }, { ...LABEL, width: 110 })
  })
}

/** Metadata for window titles, search and screen readers. */
function writeMetadata(
  { document }: PageCanvas,
  { vendor, locale, number }: DocumentFacts,
  contents: Contents,
) {
  document.setTitle(`${contents.title} ${number} – ${vendor.name}`, { showInWindowTitleBar: true })
  document.setAuthor(vendor.name)
  document.setLanguage(locale)
  document.setProducer('Counterfoil')
  document.setCreationDate(contents.date)
  document.setModificationDate(contents.date)
}

/** The invoice as a PDF, with the payment link and its QR code until it is paid. */
export function renderInvoicePdf(facts: DocumentFacts): Promise<Uint8Array<ArrayBuffer>> {
  const texts = DOCUMENT_TEXTS[facts.locale]
  const { locale, payment } = facts
  const total = documentAmount(facts, facts.baseAmountMinor + facts.feeAmountMinor)
  const due = formatDayIn(locale, facts.dueDate)
  const headline = payment
    ? texts.headlinePaid({ total, paidOn: formatDayIn(locale, payment.paidAt) })
    : texts.headlineDue({ total, due })
  const status = payment ? 'paid' : facts.isOverdue ? 'overdue' : 'open'
  return renderDocument(facts, texts, {
    title: texts.invoice,
    headline,
    labelledFacts: [
      ...commonFacts(facts, texts),
      { label: texts.dueOn, value: due, isWide: false },
      { label: texts.status, value: texts.statuses[status], isWide: false },
    ],
    isPayable: payment === null,
    date: facts.createdAt,
  })
}

/** The receipt of a paid invoice as a PDF. */
export function renderReceiptPdf(
  facts: DocumentFacts & { payment: PaymentFacts },
): Promise<Uint8Array<ArrayBuffer>> {
  const texts = DOCUMENT_TEXTS[facts.locale]
  const { paidAt, method, id } = facts.payment
  const total = documentAmount(facts, facts.baseAmountMinor + facts.feeAmountMinor)
  const paidOn = formatDayIn(facts.locale, paidAt)
  const methodName = method === 'card' ? texts.card : method
  return renderDocument(facts, texts, {
    title: texts.receipt,
    headline: texts.headlinePaid({ total, paidOn }),
    labelledFacts: [
      ...commonFacts(facts, texts),
      { label: texts.paidOn, value: paidOn, isWide: false },
      ...(methodName ? [{ label: texts.method, value: methodName, isWide: false }] : []),
      ...(id ? [{ label: texts.paymentId, value: id, isWide: true }] : []),
    ],
    isPayable: false,
    date: paidAt,
  })
}
