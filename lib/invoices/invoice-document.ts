import { findBranding, findLogo } from '@/lib/branding/branding'
import { findSellerOf } from '@/lib/branding/seller'
import { linesOf } from '@/lib/branding/seller-fields'
import type { Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import type { CreditFacts, DocumentFacts, TaxFacts } from '@/lib/documents/document-facts'
import { paymentLink } from '@/lib/http/links'
import type { FileAnswer, FileDescription } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import type { Locale } from '@/lib/i18n/locale'
import { ratePercent, type Tax, taxSums } from '@/lib/money/taxes'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { findBilledTo, type InvoiceRecord } from './invoice'

export type DocumentKind = 'invoice' | 'receipt'

/** Describes the answer. */
export const pdfFile: FileDescription = { contentType: 'application/pdf', description: 'The document' }

/** Answers with the document, for buyer and vendor alike. Throws 404 for the receipt of an unpaid invoice. */
export async function answerDocument(kind: DocumentKind, facts: DocumentFacts): Promise<FileAnswer<200>> {
  const { renderInvoicePdf, renderReceiptPdf } = await renderers()
  if (kind === 'invoice') return pdfAnswer(kind, facts.number, await renderInvoicePdf(facts))
  const { payment } = facts
  if (!payment) throw new Refusal('not_found')
  return pdfAnswer(kind, facts.number, await renderReceiptPdf({ ...facts, payment }))
}

/** Answers with the credit note about one refund of the invoice. */
export async function answerCreditNote(facts: DocumentFacts, credit: CreditFacts): Promise<FileAnswer<200>> {
  const { renderCreditNotePdf } = await renderers()
  return pdfAnswer('credit-note', credit.number, await renderCreditNotePdf({ ...facts, credit }))
}

/** Loaded with the first document: the PDF library takes a process longer to load than all operations. */
function renderers() {
  return import('@/lib/documents/render-document')
}

function pdfAnswer(kind: string, number: string, content: Uint8Array<ArrayBuffer>): FileAnswer<200> {
  return {
    status: 200,
    content,
    contentType: 'application/pdf',
    // A prefix may contain what no file name may.
    filename: `${kind}-${number.replaceAll('/', '-')}.pdf`,
    disposition: 'inline',
  }
}

type DocumentSubject = {
  invoice: InvoiceRecord
  mode: Mode
  vendor: { id: string }
  /** The payment in progress, or the one that paid. */
  livePayment: { transactionId: string; isPaid: boolean } | null
}

/** The contents of an invoice's documents. */
export async function readDocumentFacts(
  tx: Transaction,
  { invoice, mode, vendor, livePayment }: DocumentSubject,
  locale: Locale,
): Promise<DocumentFacts> {
  const { color } = await findBranding(tx, vendor.id)
  const logo = await findLogo(tx, vendor.id)
  const { notes, businessName: name, ...seller } = await findSellerOf(tx, invoice, vendor.id)
  const isPaid = invoice.status === 'PAID'
  return {
    locale,
    isTest: mode === 'test',
    vendor: { name, color, logo: logo?.isReencoded ? logo.bytes : null },
    seller,
    notes: [...linesOf(invoice.notes ?? ''), ...notes],
    number: invoice.number,
    customer: { ...(await findBilledTo(tx, invoice, locale)), email: invoice.email },
    currency: invoice.currency,
    items: invoice.items.map(({ tax, ...item }) => ({ ...item, tax: tax && taxFacts(tax) })),
    discount:
      invoice.discountMinor > 0n
        ? {
            percent: invoice.discountPpm === null ? null : ratePercent(invoice.discountPpm),
            amountMinor: invoice.discountMinor,
          }
        : null,
    taxes: taxSums(invoice.items).map((tax) => ({ ...taxFacts(tax), amountMinor: tax.taxMinor })),
    baseAmountMinor: invoice.baseAmountMinor,
    feeAmountMinor: invoice.feeAmountMinor,
    createdAt: invoice.createdAt,
    dueDate: invoice.dueDate,
    // A due date has passed when the next day starts, in UTC.
    isOverdue: !isPaid && invoice.status !== 'VOIDED' && now() >= dayAfter(invoice.dueDate, 1),
    voidedAt: invoice.voidedAt,
    paymentLink: paymentLink(invoice.accountId, invoice.payToken),
    payment: isPaid
      ? {
          paidAt: invoice.paidAt ?? invoice.createdAt,
          method: invoice.provider,
          id: livePayment?.isPaid ? livePayment.transactionId : null,
        }
      : null,
  }
}

function taxFacts({ name, ratePpm, isInclusive }: Tax): TaxFacts {
  return { name, percent: ratePercent(ratePpm), isInclusive }
}
