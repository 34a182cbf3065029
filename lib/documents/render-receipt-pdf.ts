import { formatDayIn } from '@/lib/locale-format'
import type { DocumentFacts, PaymentFacts } from './document-facts'
import { commonFacts, documentAmount, renderDocument } from './render-document'
import { DOCUMENT_TEXTS } from './texts/texts'

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
