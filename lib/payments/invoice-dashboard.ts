import { z } from 'zod'
import { type SessionCaller, session } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { queryFields } from '@/lib/http/input'
import { paymentToken } from '@/lib/http/links'
import { type Call, type FileAnswer, operation } from '@/lib/http/operation'
import { isLocale } from '@/lib/i18n/locale'
import { findInvoice } from '@/lib/invoices/invoice'
import {
  answerCreditNote,
  answerDocument,
  type DocumentKind,
  pdfFile,
  readDocumentFacts,
} from '@/lib/invoices/invoice-document'
import { findMailSender } from '@/lib/mail/queue-mail'
import { findCreditNotes } from './credit-notes'
import { findPayableInvoice } from './payable-invoice'
import { invoiceView, readInvoice } from './queries'

const PATH = '/api/dashboard/invoices'

export const getInvoice = operation({
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read an invoice',
  description: 'With its history.',
  tag: 'Invoices',
  access: session('read'),
  answers: { 200: invoiceView },
  errors: ['invoice_not_found'],
}).handle(async ({ vendor, account, params }) => {
  const invoice = await readInvoice(vendor.id, params.id, account.zone)
  if (invoice?.mode !== account.mode) throw new DomainError('invoice_not_found')
  return { status: 200, body: invoice }
})

const documentQuery = z.object({
  lang: z.string().optional().describe('Language of the document. Defaults to that of mail to the customer.'),
})

export const invoicePdf = operation({
  method: 'GET',
  path: `${PATH}/{id}/invoice.pdf`,
  summary: 'Download an invoice',
  tag: 'Invoices',
  access: session('read'),
  query: queryFields(documentQuery),
  answers: { 200: pdfFile },
  errors: ['invoice_not_found', 'rate_limited'],
}).handle((call) => document('invoice', call))

export const receiptPdf = operation({
  method: 'GET',
  path: `${PATH}/{id}/receipt.pdf`,
  summary: 'Download a receipt',
  description: 'Exists once the invoice is paid.',
  tag: 'Invoices',
  access: session('read'),
  query: queryFields(documentQuery),
  answers: { 200: pdfFile },
  errors: ['invoice_not_found', 'not_found', 'rate_limited'],
}).handle((call) => document('receipt', call))

export const creditNotePdf = operation({
  method: 'GET',
  path: `${PATH}/{id}/refunds/{refund}/credit-note.pdf`,
  summary: 'Download a credit note',
  description: 'Exists once the refund is made.',
  tag: 'Invoices',
  access: session('read'),
  query: queryFields(documentQuery),
  answers: { 200: pdfFile },
  errors: ['invoice_not_found', 'refund_not_found', 'rate_limited'],
}).handle(async (call) => {
  const drawing = await readDocument(call)
  const creditNote = drawing.creditNotes.find(({ id }) => id === call.params.refund)
  if (!creditNote) throw new DomainError('refund_not_found')
  return answerCreditNote(creditNote, drawing, call)
})

type DocumentCall = Pick<SessionCaller, 'vendor' | 'account'> &
  Pick<Call, 'onDisconnect'> & { params: { id: string }; query: z.output<typeof documentQuery> }

async function document(kind: DocumentKind, call: DocumentCall): Promise<FileAnswer<200>> {
  return answerDocument(kind, await readDocument(call), call)
}

function readDocument({ vendor, account: { id: accountId }, params, query: { lang } }: DocumentCall) {
  return inOrmTransaction(async (tx) => {
    const invoice = await findInvoice(tx, accountId, params.id)
    const payable = await findPayableInvoice(tx, paymentToken(accountId, invoice.payToken))
    const locale = isLocale(lang)
      ? lang
      : (await findMailSender(tx, accountId, invoice.customerId)).customerLocale
    return {
      vendorId: vendor.id,
      facts: await readDocumentFacts(tx, payable, locale),
      creditNotes: await findCreditNotes(tx, invoice),
    }
  })
}
