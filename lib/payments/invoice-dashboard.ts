import { z } from 'zod'
import { type SessionCaller, session } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { CreditFacts } from '@/lib/documents/document-facts'
import { E_INVOICE_STANDARDS, eInvoiceGaps } from '@/lib/documents/e-invoice'
import { DomainError } from '@/lib/errors'
import { queryFields } from '@/lib/http/input'
import { paymentToken } from '@/lib/http/links'
import { type Call, type FileAnswer, operation } from '@/lib/http/operation'
import { isLocale } from '@/lib/i18n/locale'
import { findInvoice } from '@/lib/invoices/invoice'
import {
  answerCreditNote,
  answerDocument,
  answerEInvoice,
  type DocumentKind,
  pdfFile,
  readDocumentFacts,
  xmlFile,
} from '@/lib/invoices/invoice-document'
import { findMailSender } from '@/lib/mail/queue-mail'
import { type CreditNote, findCreditNotes } from './credit-notes'
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
  return answerCreditNote(creditNoteOf(call, drawing.creditNotes), drawing, call)
})

const eInvoiceView = z.object({
  documents: z
    .array(
      z.object({
        number: z.string(),
        refund: z.uuid().nullable().describe('Of a credit note.'),
        standards: z.array(
          z.object({
            standard: z.enum(E_INVOICE_STANDARDS),
            gaps: z
              .array(z.object({ what: z.string(), where: z.enum(['seller', 'customer', 'invoice']) }))
              .describe('What it lacks, and where that is entered for invoices to come.'),
          }),
        ),
      }),
    )
    .describe('The invoice and its credit notes.'),
})

export type EInvoiceView = z.infer<typeof eInvoiceView>

export const getEInvoice = operation({
  method: 'GET',
  path: `${PATH}/{id}/e-invoice`,
  summary: 'Read what an e-invoice lacks',
  tag: 'Invoices',
  access: session('read'),
  query: queryFields(documentQuery),
  answers: { 200: eInvoiceView },
  errors: ['invoice_not_found'],
}).handle(async (call) => {
  const { facts, creditNotes } = await readDocument(call)
  const standardsOf = (credit: CreditFacts | null) =>
    E_INVOICE_STANDARDS.map((standard) => ({ standard, gaps: eInvoiceGaps(facts, credit, standard) }))
  const credits = creditNotes.filter(({ isVoid }) => !isVoid)
  return {
    status: 200,
    body: {
      documents: [
        { number: facts.number, refund: null, standards: standardsOf(null) },
        ...credits.map((credit) => ({
          number: credit.number,
          refund: credit.id,
          standards: standardsOf(credit),
        })),
      ],
    },
  }
})

const xmlQuery = documentQuery.extend({
  standard: z.enum(E_INVOICE_STANDARDS).default('en16931').describe('XRechnung, or EN 16931 by itself.'),
})

export const invoiceXml = operation({
  method: 'GET',
  path: `${PATH}/{id}/invoice.xml`,
  summary: 'Download an e-invoice',
  description: 'In UBL.',
  tag: 'Invoices',
  access: session('read'),
  query: queryFields(xmlQuery),
  answers: { 200: xmlFile },
  errors: ['invoice_not_found', 'e_invoice_incomplete'],
}).handle(async (call) => answerEInvoice((await readDocument(call)).facts, null, call.query.standard))

export const creditNoteXml = operation({
  method: 'GET',
  path: `${PATH}/{id}/refunds/{refund}/credit-note.xml`,
  summary: 'Download a credit note as an e-invoice',
  description: 'In UBL.',
  tag: 'Invoices',
  access: session('read'),
  query: queryFields(xmlQuery),
  answers: { 200: xmlFile },
  errors: ['invoice_not_found', 'refund_not_found', 'e_invoice_incomplete'],
}).handle(async (call) => {
  const { facts, creditNotes } = await readDocument(call)
  return answerEInvoice(facts, creditNoteOf(call, creditNotes), call.query.standard)
})

function creditNoteOf({ params }: { params: { refund: string } }, creditNotes: CreditNote[]): CreditNote {
  const creditNote = creditNotes.find(({ id }) => id === params.refund)
  if (!creditNote) throw new DomainError('refund_not_found')
  return creditNote
}

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
