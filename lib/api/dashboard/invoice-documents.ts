import { inTransaction } from '@/lib/db/transaction'
import { findInvoice } from '@/lib/domain/invoices/find-invoice'
import { findMailSender } from '@/lib/domain/mail/mail-sender'
import { findPayableInvoice } from '@/lib/domain/payments/find-payable-invoice'
import { paymentToken } from '@/lib/links'
import { isLocale } from '@/lib/locale'
import { answerDocument, type DocumentKind, readDocumentFacts } from '../invoice-document'
import type { FileAnswer } from '../operation'
import { sessionRead } from './session-operation'

/** The vendor's copy: in the language of `lang`, else the one that the customer gets mail in. */
export const invoicePdf = sessionRead('/api/dashboard/invoices/:id/invoice.pdf', ({ account, params, url }) =>
  document('invoice', account.id, params.id ?? '', url),
)

/** 404 until the invoice is paid. */
export const receiptPdf = sessionRead('/api/dashboard/invoices/:id/receipt.pdf', ({ account, params, url }) =>
  document('receipt', account.id, params.id ?? '', url),
)

async function document(
  kind: DocumentKind,
  accountId: string,
  invoiceId: string,
  url: URL,
): Promise<FileAnswer> {
  const facts = await inTransaction(async (tx) => {
    const { payToken, customerId } = await findInvoice(tx, accountId, invoiceId)
    const payable = await findPayableInvoice(tx, paymentToken(accountId, payToken))
    const lang = url.searchParams.get('lang')
    const locale = isLocale(lang) ? lang : (await findMailSender(tx, accountId, customerId)).customerLocale
    return readDocumentFacts(tx, payable, locale)
  })
  return answerDocument(kind, facts)
}
