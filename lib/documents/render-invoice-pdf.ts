import { formatDayIn } from '@/lib/locale-format'
import type { DocumentFacts } from './document-facts'
import { commonFacts, documentAmount, renderDocument } from './render-document'
import { DOCUMENT_TEXTS } from './texts/texts'

/** The invoice as a PDF: with its payment link and the link's QR code until it is paid. */
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
