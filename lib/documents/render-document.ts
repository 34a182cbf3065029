import type { DocumentTexts } from '@/lib/documents/texts/document-texts'
import { DOCUMENT_TEXTS } from '@/lib/documents/texts/texts'
import { directionOf, type Locale } from '@/lib/i18n/locale'
import { formatAmountIn, formatDayIn, formatNumberIn, formatPercentIn } from '@/lib/i18n/locale-format'
import { formatMethodIn } from '@/lib/i18n/payment-methods'
import { formatMajor } from '@/lib/money/money'
import { formatQuantity } from '@/lib/money/quantity'
import { dayIn } from '@/lib/time/zone'
import { makeArchivable } from './archivable'
import type { CreditFacts, DocumentFacts, PaymentFacts, TaxFacts } from './document-facts'
import {
  drawFooters,
  drawHeadline,
  drawItems,
  drawLetterhead,
  drawParties,
  drawTotals,
  drawTransfer,
  type ItemTable,
  type LabelledFact,
  type Party,
  type SumLine,
  totalsHeight,
} from './draw-document'
import { type EInvoice, eInvoiceOf } from './e-invoice'
import { ciiOf } from './e-invoice-cii'
import {
  BODY,
  CONTENT_WIDTH,
  INK,
  LABEL,
  LINE_HEIGHT,
  MARGIN,
  PAGE_WIDTH,
  PageCanvas,
  roomFor,
  VOID,
} from './page-canvas'
import { PLACEHOLDER } from './wrap-text'

/** The service's own colour, for a vendor that has none. */
export const DEFAULT_COLOR = '#2b50d6'

/** The parts that differ between the documents. */
type Contents = {
  title: string
  /** The document's own. */
  number: string
  headline: string
  labelledFacts: LabelledFact[]
  /** True if the document asks for payment. */
  isPayable: boolean
  /** True if the document no longer counts. */
  isVoid: boolean
  table: ItemTable
  sums: SumLine[]
  /** Notes and terms, a paragraph each. */
  notes: string[]
  /** The date of the facts. */
  date: Date
}

/**
 * Renders the A4 layout that the documents share, as a PDF/A-3b that embeds its e-invoice. The same facts give the same bytes. Never throws
 * because of a text: characters missing from the font become placeholders, and a note links to the full text.
 * However long the texts are, others have their turn every few milliseconds.
 */
async function renderDocument(
  facts: DocumentFacts,
  texts: DocumentTexts,
  contents: Contents,
  eInvoice: EInvoice | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const { vendor, seller, customer } = facts
  // Ours have East Asian letters in Japanese alone.
  const ours = facts.locale === 'ja' ? textIn(texts) : ''
  const bold = [vendor.name, seller.name, customer.name, ours].join('')
  const text = { all: textIn([facts, contents]) + ours, bold }
  const canvas = await PageCanvas.create({ direction: directionOf(facts.locale), text }, (page) => {
    const marks = [...(facts.isTest ? [texts.watermark] : []), ...(contents.isVoid ? [texts.voidMark] : [])]
    if (marks.length > 0) page.watermark(marks.join(' · '), contents.isVoid ? VOID : INK)
    page.box({ at: 0, y: 0 }, { width: PAGE_WIDTH, height: 5, color: facts.vendor.color ?? DEFAULT_COLOR })
  })
  writeMetadata(canvas, facts, contents)
  let y = await drawLetterhead(canvas, facts.vendor, contents.title)
  const parties = [sellerOf(facts, texts), buyerOf(facts, texts)]
  y = drawParties(canvas, { parties, facts: contents.labelledFacts }, Math.max(y, 96) + 22)
  const payment = contents.isPayable ? { label: texts.payOnline, url: facts.paymentLink } : null
  const color = contents.isVoid ? VOID : INK
  y = drawHeadline(canvas, { text: contents.headline, color, payment }, y + 10)
  y = await drawItems(canvas, contents.table, { top: y, tail: totalsHeight(contents.sums) })
  y = drawTotals(canvas, contents.sums, y)
  const untaxed = untaxedBecause(facts, texts)
  if (untaxed) {
    y = roomFor(canvas, y + 4, 40)
    y += canvas.paragraph(untaxed, { at: MARGIN, y: y + 8 }, { ...BODY, width: CONTENT_WIDTH }) + 8
  }
  if (contents.isPayable && facts.transfer) y = drawTransfer(canvas, facts.transfer, texts.transfer, y + 20)
  y = await drawTerms(canvas, contents.notes, texts, y + 14)
  drawNotes(canvas, facts, texts, y + 10)
  drawFooters(canvas, `${contents.number} · ${facts.vendor.name}`, texts)
  await makeArchivable(canvas.document, eInvoice && ciiOf(eInvoice))
  return canvas.save()
}

/** Why nothing is taxed, which the law wants said; null where it may be. */
function untaxedBecause({ customer, seller, items }: DocumentFacts, texts: DocumentTexts): string | null {
  const { taxTreatment, taxExemptionReason: reason } = customer
  if (taxTreatment === 'reverse_charge') return texts.reverseCharge
  if (taxTreatment === 'exempt') return reason && texts.exempt({ reason })
  return seller.noTaxReason && items.every(({ tax }) => tax === null) ? seller.noTaxReason : null
}

/** All text in a value of any depth, and in sentences with facts, other than bytes such as the logo's. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'function') return String(value({}))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return ''
  return Object.values(value).map(textIn).join(' ')
}

function documentAmount({ locale, currency }: DocumentFacts, amountMinor: bigint): string {
  return formatAmountIn(locale, formatMajor(amountMinor, currency), currency)
}

/** The day of a moment, in the seller's time zone. */
function dayOn({ locale, zone }: DocumentFacts, moment: Date): string {
  return formatDayIn(locale, dayIn(zone, moment))
}

/** The facts that both documents start with. */
function commonFacts(facts: DocumentFacts, texts: DocumentTexts): LabelledFact[] {
  return [
    { label: texts.number, value: facts.number, isWide: true },
    { label: texts.issuedOn, value: dayOn(facts, facts.createdAt), isWide: false },
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
  const taxId = customer.taxId ? [`${texts.taxId}: ${customer.taxId}`] : []
  return { label: texts.billedTo, name, lines: [...(email === name ? [] : [email]), ...address, ...taxId] }
}

const AMOUNT_WIDTH = 92
const QUANTITY_WIDTH = 54

function itemTable(facts: DocumentFacts, texts: DocumentTexts): ItemTable {
  const { columns } = texts
  return {
    title: columns.item,
    columns: [
      { name: columns.quantity, width: QUANTITY_WIDTH },
      { name: columns.unitPrice, width: AMOUNT_WIDTH },
      { name: columns.amount, width: AMOUNT_WIDTH },
    ],
    rows: facts.items.map(({ title, quantityMicros, unitPriceMinor, lineAmountMinor, tax }) => ({
      title,
      details: tax ? [taxLabel(tax, facts.locale, texts)] : [],
      cells: [
        formatNumberIn(facts.locale, formatQuantity(quantityMicros)),
        documentAmount(facts, unitPriceMinor),
        documentAmount(facts, lineAmountMinor),
      ],
    })),
  }
}

function taxLabel({ name, percent, isInclusive }: TaxFacts, locale: Locale, texts: DocumentTexts): string {
  const tax = `${name} ${formatPercentIn(locale, percent)}`
  return isInclusive ? texts.includedTax({ tax }) : tax
}

function sumLines(facts: DocumentFacts, texts: DocumentTexts, paidLines?: SumLine[]): SumLine[] {
  const { locale, items, discount, taxes, feeAmountMinor, paidSoFarMinor, creditedMinor, payment, voidedAt } =
    facts
  const amount = documentAmount(facts, totalOf(facts))
  const paid = documentAmount(facts, totalOf(facts) - creditedMinor)
  const subtotalMinor = items.reduce((sum, { lineAmountMinor }) => sum + lineAmountMinor, 0n)
  const percent = discount?.percent ? ` ${formatPercentIn(locale, discount.percent)}` : ''
  const parts = [
    ...(discount
      ? [{ label: texts.discount + percent, amount: documentAmount(facts, -discount.amountMinor) }]
      : []),
    ...taxes.map((tax) => ({
      label: taxLabel(tax, locale, texts),
      amount: documentAmount(facts, tax.amountMinor),
    })),
    ...(feeAmountMinor > 0n ? [{ label: texts.fee, amount: documentAmount(facts, feeAmountMinor) }] : []),
  ]
  const subtotal = { label: texts.subtotal, amount: documentAmount(facts, subtotalMinor) }
  const nothing = { label: texts.balanceDue, amount: documentAmount(facts, 0n), isStrong: true } as const
  return [
    ...(parts.length > 0 ? [subtotal, ...parts] : []),
    { label: texts.total, amount, isStrong: true },
    ...(creditedMinor > 0n
      ? [{ label: texts.credit.taken, amount: documentAmount(facts, -creditedMinor) }]
      : []),
    ...(payment ? (paidLines ?? [{ label: texts.amountPaid, amount: paid }]) : []),
    ...(payment || voidedAt ? [nothing] : []),
    ...(paidSoFarMinor > 0n
      ? [{ label: texts.amountPaid, amount: documentAmount(facts, paidSoFarMinor) }]
      : []),
    ...(!payment && !voidedAt && paidSoFarMinor + creditedMinor > 0n
      ? [{ label: texts.balanceDue, amount: documentAmount(facts, leftOf(facts)), isStrong: true as const }]
      : []),
  ]
}

function totalOf({ baseAmountMinor, feeAmountMinor }: DocumentFacts): bigint {
  return baseAmountMinor + feeAmountMinor
}

/** The amount that is left to pay. */
function leftOf(facts: DocumentFacts): bigint {
  return totalOf(facts) - facts.paidSoFarMinor - facts.creditedMinor
}

/** Draws the seller's notes and terms, each paragraph on one page if it fits. Returns the `y` below. */
async function drawTerms(
  canvas: PageCanvas,
  notes: string[],
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

/** Metadata for window titles, search and screen readers. */
function writeMetadata(
  { document }: PageCanvas,
  { vendor, locale, customer }: DocumentFacts,
  contents: Contents,
) {
  document.setTitle(`${contents.title} ${contents.number} · ${customer.name}`, { showInWindowTitleBar: true })
  document.setAuthor(vendor.name)
  document.setLanguage(locale)
  document.setProducer('Counterfoil')
  document.setCreationDate(contents.date)
  document.setModificationDate(contents.date)
}

/** The invoice as a PDF, with the payment link and its QR code while it can be paid. */
export function renderInvoicePdf(facts: DocumentFacts): Promise<Uint8Array<ArrayBuffer>> {
  const texts = DOCUMENT_TEXTS[facts.locale]
  const { locale, payment, voidedAt } = facts
  const total = documentAmount(facts, totalOf(facts) - facts.creditedMinor)
  const due = formatDayIn(locale, facts.dueDate)
  // Without a payment, nothing is left only where credit notes have taken all of it.
  const isCredited = !payment && !voidedAt && leftOf(facts) === 0n
  const headline = payment
    ? texts.headlinePaid({ total, paidOn: formatDayIn(locale, payment.paidOn) })
    : voidedAt
      ? texts.headlineVoided({ day: dayOn(facts, voidedAt) })
      : isCredited
        ? texts.credit.settled
        : texts.headlineDue({ total: documentAmount(facts, leftOf(facts)), due })
  const status = payment ? 'paid' : voidedAt ? 'voided' : facts.isOverdue ? 'overdue' : 'open'
  return renderDocument(
    facts,
    texts,
    {
      title: texts.invoice,
      number: facts.number,
      headline,
      labelledFacts: [
        ...commonFacts(facts, texts),
        { label: texts.dueOn, value: due, isWide: false },
        {
          label: texts.status,
          value: isCredited ? texts.credit.taken : texts.statuses[status],
          isWide: false,
        },
      ],
      isPayable: payment === null && voidedAt === null && !isCredited,
      isVoid: voidedAt !== null,
      table: itemTable(facts, texts),
      sums: sumLines(facts, texts),
      notes: facts.notes,
      date: facts.createdAt,
    },
    eInvoiceOf(facts, null),
  )
}

/** The receipt of a paid invoice as a PDF. */
export function renderReceiptPdf(
  facts: DocumentFacts & { payment: PaymentFacts },
): Promise<Uint8Array<ArrayBuffer>> {
  const texts = DOCUMENT_TEXTS[facts.locale]
  const { paidOn: day, receiptNumber, amountMinor, method, id } = facts.payment
  const amount = documentAmount(facts, amountMinor)
  const beforeMinor = totalOf(facts) - facts.creditedMinor - amountMinor
  const paidLines = [
    { label: texts.paidBefore, amount: documentAmount(facts, beforeMinor) },
    { label: texts.thisPayment, amount },
  ]
  const paidOn = formatDayIn(facts.locale, day)
  return renderDocument(
    facts,
    texts,
    {
      title: texts.receipt,
      number: receiptNumber ?? facts.number,
      headline: texts.headlinePaid({ total: amount, paidOn }),
      labelledFacts: [
        ...(receiptNumber ? [{ label: texts.receiptNumber, value: receiptNumber, isWide: true }] : []),
        ...commonFacts(facts, texts),
        { label: texts.paidOn, value: paidOn, isWide: false },
        ...(method
          ? [{ label: texts.method, value: formatMethodIn(facts.locale, method), isWide: true }]
          : []),
        ...(id ? [{ label: texts.paymentId, value: id, isWide: true }] : []),
      ],
      isPayable: false,
      isVoid: false,
      table: itemTable(facts, texts),
      sums: sumLines(facts, texts, beforeMinor > 0n ? paidLines : undefined),
      // The terms of payment are the invoice's.
      notes: [],
      date: day,
    },
    null,
  )
}

/** The credit note about one refund of a paid invoice, or one credit before the payment, as a PDF. */
export function renderCreditNotePdf(
  facts: DocumentFacts & { credit: CreditFacts },
): Promise<Uint8Array<ArrayBuffer>> {
  const texts = DOCUMENT_TEXTS[facts.locale]
  const { number, issuedAt, reason, amountMinor, earlier, isRefund, isVoid } = facts.credit
  const words = isRefund
    ? {
        title: texts.refundOf,
        headline: texts.headlineRefunded,
        thisOne: texts.thisRefund,
        left: texts.leftAfterRefunds,
      }
    : texts.credit
  // Earlier ones of an invoice that was credited before it was paid are of both kinds.
  const beforeWord = facts.creditedMinor > 0n ? texts.credit.before : texts.refundedBefore
  const amount = documentAmount(facts, amountMinor)
  const day = dayOn(facts, issuedAt)
  const creditedBeforeMinor = earlier.reduce((sum, credit) => sum + credit.amountMinor, 0n)
  const leftMinor = totalOf(facts) - creditedBeforeMinor - (isVoid ? 0n : amountMinor)
  const before = { label: beforeWord, amount: documentAmount(facts, creditedBeforeMinor) }
  const lines = creditLines(facts)
  return renderDocument(
    facts,
    texts,
    {
      title: texts.creditNote,
      number,
      headline: isVoid ? texts.headlineNotRefunded : words.headline({ amount, day }),
      labelledFacts: [
        { label: texts.creditNoteNumber, value: number, isWide: true },
        { label: texts.issuedOn, value: day, isWide: true },
        { label: texts.number, value: facts.number, isWide: false },
        { label: texts.invoiceDate, value: dayOn(facts, facts.createdAt), isWide: false },
      ],
      isPayable: false,
      isVoid,
      table: {
        title: words.title({ number: facts.number }),
        columns: [{ name: texts.columns.amount, width: AMOUNT_WIDTH }],
        rows: lines.map(({ title, tax, netMinor }) => ({
          title,
          details: tax ? [taxLabel(tax, facts.locale, texts)] : [],
          cells: [documentAmount(facts, netMinor)],
        })),
      },
      sums: [
        ...creditSums(facts, lines, texts),
        { label: words.thisOne, amount, isStrong: true },
        { label: texts.invoiceTotal, amount: documentAmount(facts, totalOf(facts)) },
        ...(creditedBeforeMinor > 0n ? [before] : []),
        { label: words.left, amount: documentAmount(facts, leftMinor) },
      ],
      notes: reason === null ? [] : [texts.reason({ reason })],
      date: issuedAt,
    },
    eInvoiceOf(facts, facts.credit),
  )
}

type CreditedFacts = DocumentFacts & { credit: CreditFacts }

type CreditLine = { title: string; tax: TaxFacts | null; netMinor: bigint; taxMinor: bigint }

/** What the credit note takes off each line of the invoice, as the invoice shows a line: taxes on top are apart. */
function creditLines({ items, credit }: CreditedFacts): CreditLine[] {
  const isOnTop = ({ tax }: { tax: TaxFacts | null }) => tax !== null && !tax.isInclusive
  return items.flatMap((item, index) => {
    const { grossMinor, taxMinor } = credit.lines[index] ?? { grossMinor: 0n, taxMinor: 0n }
    const netMinor = grossMinor - (isOnTop(item) ? taxMinor : 0n)
    return grossMinor > 0n ? [{ title: item.title, tax: item.tax, netMinor, taxMinor }] : []
  })
}

/** The sums of a credit note's lines down to its total: taxes by rate, and a part that is of no line, which is the fee's. */
function creditSums(facts: CreditedFacts, lines: CreditLine[], texts: DocumentTexts): SumLine[] {
  const taxes = new Map<string, bigint>()
  let [subtotalMinor, onTopMinor] = [0n, 0n]
  for (const { tax, netMinor, taxMinor } of lines) {
    subtotalMinor += netMinor
    if (!tax) continue
    if (!tax.isInclusive) onTopMinor += taxMinor
    const label = taxLabel(tax, facts.locale, texts)
    taxes.set(label, (taxes.get(label) ?? 0n) + taxMinor)
  }
  const feeMinor = facts.credit.amountMinor - subtotalMinor - onTopMinor
  const parts = [...taxes, ...(feeMinor > 0n ? [[texts.fee, feeMinor] as const] : [])]
  return [...(parts.length > 0 ? [[texts.subtotal, subtotalMinor] as const] : []), ...parts].map(
    ([label, minor]) => ({ label, amount: documentAmount(facts, minor) }),
  )
}
