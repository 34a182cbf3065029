import { findBranding, findLogo } from '@/lib/branding/branding'
import { findAccountToPay } from '@/lib/branding/own-account'
import type { AccountToPay } from '@/lib/branding/own-account-fields'
import { findSellerOf } from '@/lib/branding/seller'
import { linesOf } from '@/lib/branding/seller-fields'
import type { Mode } from '@/lib/db/generated/enums'
import type { OrmTransaction } from '@/lib/db/transaction'
import type { CreditFacts, DocumentFacts, TaxFacts } from '@/lib/documents/document-facts'
import { type EInvoiceStandard, eInvoiceGaps, eInvoiceOf } from '@/lib/documents/e-invoice'
import { ublOf } from '@/lib/documents/e-invoice-ubl'
import { isRealMoney } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { paymentLink } from '@/lib/http/links'
import type { Call, FileAnswer, FileDescription } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { tenantTurns } from '@/lib/http/tenant-turns'
import type { Locale } from '@/lib/i18n/locale'
import { compact } from '@/lib/money/iban'
import { ratePercent, type Tax, taxSums } from '@/lib/money/taxes'
import type { PaidWith } from '@/lib/providers/payment-provider'
import { now } from '@/lib/time/clock'
import { dayIn } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import { findBilledTo, type InvoiceRecord, totalMinor } from './invoice'
import { transferFor } from './transfer'

export type DocumentKind = 'invoice' | 'receipt'

/** Describes the answer. */
export const pdfFile: FileDescription = { contentType: 'application/pdf', description: 'The document' }

/**
 * A hundred long items in Chinese take seconds of computing and 70 MB. Vendors draw at once, in equal shares, so that
 * none waits for another one's.
 */
const inTurn = tenantTurns({ atOnce: 4, atOncePerTenant: 1, waitingPerTenant: 20 })

/** A document's vendor, whose turn it takes, and its contents. */
type Drawing = { vendorId: string; facts: DocumentFacts }

/**
 * Answers with the document, for buyer and vendor alike. Throws 404 for the receipt of an unpaid invoice, and
 * `rate_limited` if too many documents of the vendor are waiting.
 */
export async function answerDocument(
  kind: DocumentKind,
  { vendorId, facts }: Drawing,
  { onDisconnect }: Pick<Call, 'onDisconnect'>,
): Promise<FileAnswer<200>> {
  const { payment } = facts
  if (kind === 'receipt' && !payment) throw new Refusal('not_found')
  const { renderInvoicePdf, renderReceiptPdf } = await renderers()
  const pdf = await inTurn({ tenantId: vendorId, onDisconnect }, () =>
    kind === 'receipt' && payment ? renderReceiptPdf({ ...facts, payment }) : renderInvoicePdf(facts),
  )
  return pdfAnswer(kind, (kind === 'receipt' && payment?.receiptNumber) || facts.number, pdf)
}

/** Answers with the credit note about one refund of the invoice, in the same turns. */
export async function answerCreditNote(
  credit: CreditFacts,
  { vendorId, facts }: Drawing,
  { onDisconnect }: Pick<Call, 'onDisconnect'>,
): Promise<FileAnswer<200>> {
  const { renderCreditNotePdf } = await renderers()
  const pdf = await inTurn({ tenantId: vendorId, onDisconnect }, () =>
    renderCreditNotePdf({ ...facts, credit }),
  )
  return pdfAnswer('credit-note', credit.number, pdf)
}

/** Answers with any other document that is drawn for the vendor, in the same turns. */
export async function answerDrawing(
  vendorId: string,
  { onDisconnect }: Pick<Call, 'onDisconnect'>,
  file: { kind: string; number: string; draw: () => Promise<Uint8Array<ArrayBuffer>> },
): Promise<FileAnswer<200>> {
  return pdfAnswer(file.kind, file.number, await inTurn({ tenantId: vendorId, onDisconnect }, file.draw))
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
    filename: `${kind}-${fileName(number)}.pdf`,
    disposition: 'inline',
  }
}

/** A prefix of numbers may contain what no file name may. */
function fileName(number: string): string {
  return number.replaceAll('/', '-')
}

type DocumentSubject = {
  invoice: InvoiceRecord
  mode: Mode
  vendor: { id: string }
  /** The id of the payment that paid it. */
  transactionId: string | null
  /** The day on which it was paid. */
  paidOn: Date | null
  /** That of the payment that paid it. */
  receipt: { number: string; amountMinor: bigint; paidWith: PaidWith | null } | null
}

/** The contents of an invoice's documents. */
export async function readDocumentFacts(
  tx: OrmTransaction,
  { invoice, mode, vendor, transactionId, paidOn, receipt }: DocumentSubject,
  locale: Locale,
): Promise<DocumentFacts> {
  const { color } = await findBranding(tx, vendor.id)
  const logo = await findLogo(tx, vendor.id)
  const {
    notes,
    businessName: name,
    timeZone,
    ...seller
  } = await findSellerOf(tx, invoice, vendor.id, locale)
  const account = await findAccountToPay(tx, vendor.id)
  const zone = zoneOf(timeZone)
  const isPaid = invoice.status === 'PAID'
  return {
    locale,
    isTest: !isRealMoney(mode),
    zone,
    vendor: { name, color, logo: logo?.bytes ?? null },
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
    paidSoFarMinor: isPaid ? 0n : invoice.outsideMinor,
    creditedMinor: invoice.creditedMinor,
    createdAt: invoice.createdAt,
    dueDate: invoice.dueDate,
    isOverdue: !isPaid && invoice.status !== 'VOIDED' && dayIn(zone, now()) > invoice.dueDate,
    voidedAt: invoice.creditedMinor > 0n ? null : invoice.voidedAt,
    paymentLink: paymentLink(invoice.accountId, invoice.payToken),
    transfer: transferFor(invoice, account),
    eInvoice: eInvoiceFacts(invoice, account),
    payment: isPaid
      ? {
          paidOn: paidOn ?? dayIn(zone, invoice.createdAt),
          receiptNumber: receipt?.number ?? null,
          amountMinor: receipt?.amountMinor ?? totalMinor(invoice) - invoice.creditedMinor,
          method: receipt ? receipt.paidWith : methodOf(invoice),
          id: transactionId,
        }
      : null,
  }
}

/** Of an invoice without a recorded payment. */
function methodOf({ paymentMethod: name }: InvoiceRecord): PaidWith | null {
  return name === null ? null : { name, last4: null }
}

function eInvoiceFacts(
  { seller, billedTo, billingAddress }: InvoiceRecord,
  account: AccountToPay | null,
): DocumentFacts['eInvoice'] {
  if (!seller || !billedTo) return null
  return {
    seller,
    buyer: billingAddress === null ? billedTo : null,
    buyerReference: billedTo.buyerReference,
    account: account && { ...account, iban: account.iban && compact(account.iban) },
  }
}

/** Describes the answer. */
export const xmlFile: FileDescription = { contentType: 'application/xml', description: 'The e-invoice' }

/**
 * Answers with an invoice, or one of its credit notes, as an e-invoice in UBL. Throws `e_invoice_incomplete` if it lacks what the
 * standard demands.
 */
export function answerEInvoice(
  facts: DocumentFacts,
  credit: CreditFacts | null,
  standard: EInvoiceStandard,
): FileAnswer<200> {
  const gaps = eInvoiceGaps(facts, credit, standard)
  const invoice = gaps.length === 0 ? eInvoiceOf(facts, credit) : null
  if (!invoice) {
    const why = gaps.map(({ what, where }) => (where === 'invoice' ? what : `${what} is missing`)).join(', ')
    throw new DomainError('e_invoice_incomplete', { why })
  }
  return {
    status: 200,
    content: ublOf(invoice, standard),
    contentType: xmlFile.contentType,
    filename: `${fileName(invoice.number)}.xml`,
    disposition: 'attachment',
  }
}

function taxFacts({ name, ratePpm, isInclusive }: Tax): TaxFacts {
  return { name, percent: ratePercent(ratePpm), isInclusive }
}
