import { buyerLocale } from '@/lib/buyer-locale'
import { inTransaction } from '@/lib/db/transaction'
import { findPayableInvoice } from '@/lib/domain/payments/find-payable-invoice'
import { isLocale } from '@/lib/locale'
import { answerDocument, type DocumentKind, readDocumentFacts } from './invoice-document'
import { type Call, type FileAnswer, operation } from './operation'
import { limitAddress } from './rate-limit'

/** What a buyer keeps: in the language of `lang`, else that of the payment page. */
export const paymentInvoicePdf = operation('/api/pay/:token/invoice.pdf', (call) => document('invoice', call))

/** 404 until the invoice is paid. */
export const paymentReceiptPdf = operation('/api/pay/:token/receipt.pdf', (call) => document('receipt', call))

async function document(kind: DocumentKind, { request, url, params, logged }: Call): Promise<FileAnswer> {
  await limitAddress(request.headers, 'document')
  const lang = url.searchParams.get('lang')
  const locale = isLocale(lang) ? lang : buyerLocale(request.headers)
  const facts = await inTransaction(async (tx) => {
    const payable = await findPayableInvoice(tx, params.token ?? '')
    logged.accountId = payable.invoice.accountId
    return readDocumentFacts(tx, payable, locale)
  })
  return answerDocument(kind, facts)
}
