import type { DocumentTexts } from '@/lib/documents/texts/document-texts'
import { DOCUMENT_TEXTS } from '@/lib/documents/texts/texts'
import { directionOf, type Locale } from '@/lib/i18n/locale'
import { formatAmountIn, formatDayIn } from '@/lib/i18n/locale-format'
import type { AmountView } from '@/lib/money/money'
import {
  drawFooters,
  drawItems,
  drawLetterhead,
  drawParties,
  drawTotals,
  type ItemTable,
  type Party,
  type SumLine,
  totalsHeight,
} from './draw-document'
import { BODY, CONTENT_WIDTH, INK, LABEL, MARGIN, PAGE_WIDTH, PageCanvas, roomFor } from './page-canvas'
import { DEFAULT_COLOR, textIn } from './render-document'

/** What a statement of one customer and year says. */
export type StatementFacts = {
  locale: Locale
  isTest: boolean
  vendor: { name: string; color: string | null; logo: Uint8Array | null }
  seller: { name: string; address: string[]; taxId: string | null; supportEmail: string | null }
  customer: { name: string; email: string; address: string[]; taxId: string | null }
  year: number
  /** `YYYY-MM-DD`: the day on which it is drawn up. */
  issuedOn: string
  currencies: {
    currency: string
    broughtForward: AmountView
    lines: {
      kind: 'invoice' | 'payment' | 'credit_note'
      number: string
      day: string
      charged: AmountView | null
      paid: AmountView | null
      balance: AmountView
    }[]
    closing: AmountView
  }[]
}

const AMOUNT_WIDTH = 92

/** The statement as a PDF, a table for each currency. The same facts give the same bytes. */
export async function renderStatementPdf(facts: StatementFacts): Promise<Uint8Array<ArrayBuffer>> {
  const { locale, vendor, seller, customer, year, currencies } = facts
  const texts = DOCUMENT_TEXTS[locale]
  const words = texts.statement
  const title = `${words.title} ${year}`
  const tables = currencies.map((currency) => tableOf(currency, locale, words))
  const labelledFacts = [{ label: texts.issuedOn, value: formatDayIn(locale, facts.issuedOn), isWide: false }]
  const ours = locale === 'ja' ? textIn(texts) : ''
  const bold = [vendor.name, seller.name, customer.name, ours].join('')
  const text = { all: textIn([facts, title, tables, labelledFacts]) + ours, bold }
  const canvas = await PageCanvas.create({ direction: directionOf(locale), text }, (page) => {
    if (facts.isTest) page.watermark(texts.watermark, INK)
    page.box({ at: 0, y: 0 }, { width: PAGE_WIDTH, height: 5, color: vendor.color ?? DEFAULT_COLOR })
  })
  writeMetadata(canvas, facts, title)
  let y = await drawLetterhead(canvas, vendor, title)
  const parties = [sellerOf(facts, texts.taxId, texts.from), customerOf(facts, texts.taxId, texts.billedTo)]
  y = drawParties(canvas, { parties, facts: labelledFacts }, Math.max(y, 96) + 22) + 10
  if (tables.length === 0) {
    const style = { ...BODY, width: CONTENT_WIDTH }
    y += canvas.paragraph(words.none({ year: `${year}` }), { at: MARGIN, y: y + 8 }, style)
  }
  for (const { table, sums } of tables) {
    y = await drawItems(canvas, table, { top: y + 10, tail: totalsHeight(sums) })
    y = drawTotals(canvas, sums, y)
  }
  if (facts.isTest) {
    y = roomFor(canvas, y + 10, 20)
    canvas.paragraph(texts.testNote, { at: MARGIN, y: y + 8 }, { ...LABEL, width: CONTENT_WIDTH })
  }
  drawFooters(canvas, `${title} · ${vendor.name}`, texts)
  return canvas.save()
}

/** The rows of a currency, and the sum below them, in words. */
function tableOf(
  { broughtForward, lines, closing }: StatementFacts['currencies'][number],
  locale: Locale,
  words: DocumentTexts['statement'],
): { table: ItemTable; sums: SumLine[] } {
  const amount = (value: AmountView | null) =>
    value ? formatAmountIn(locale, value.amount, value.currency) : ''
  const nameOf = { invoice: words.invoice, payment: words.payment, credit_note: words.creditNote }
  return {
    table: {
      title: words.entry,
      columns: [words.charged, words.paid, words.balance].map((name) => ({ name, width: AMOUNT_WIDTH })),
      rows: [
        { title: words.broughtForward, details: [], cells: ['', '', amount(broughtForward)] },
        ...lines.map(({ kind, number, day, charged, paid, balance }) => ({
          title: nameOf[kind]({ number }),
          details: [formatDayIn(locale, day)],
          cells: [amount(charged), amount(paid), amount(balance)],
        })),
      ],
    },
    sums: [{ label: words.closing, amount: amount(closing), isStrong: true }],
  }
}

function sellerOf({ vendor, seller }: StatementFacts, taxIdLabel: string, label: string): Party {
  const taxId = seller.taxId ? [`${taxIdLabel}: ${seller.taxId}`] : []
  const contact = seller.supportEmail ? [seller.supportEmail] : []
  return { label, name: seller.name || vendor.name, lines: [...seller.address, ...taxId, ...contact] }
}

function customerOf({ customer }: StatementFacts, taxIdLabel: string, label: string): Party {
  const { name, email, address, taxId } = customer
  const lines = [...(email === name ? [] : [email]), ...address]
  return { label, name, lines: taxId ? [...lines, `${taxIdLabel}: ${taxId}`] : lines }
}

function writeMetadata(
  { document }: PageCanvas,
  { vendor, customer, locale, issuedOn }: StatementFacts,
  title: string,
) {
  document.setTitle(`${title} · ${customer.name}`, { showInWindowTitleBar: true })
  document.setAuthor(vendor.name)
  document.setLanguage(locale)
  document.setProducer('Counterfoil')
  const date = new Date(`${issuedOn}T00:00:00Z`)
  document.setCreationDate(date)
  document.setModificationDate(date)
}
