import { keyedCall, sessionRead, sessionWrite } from '@/lib/api/dashboard/session-operation'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { runIdempotently } from '@/lib/http/idempotency'
import { paymentToken } from '@/lib/http/links'
import type { FileAnswer } from '@/lib/http/operation'
import { isLocale } from '@/lib/i18n/locale'
import { findMailSender } from '@/lib/mail/queue-mail'
import { formatMajor } from '@/lib/money/money'
import { markInvoicePaid as mark } from '@/lib/payments/settle-payment'
import { findPayableInvoice } from '@/lib/payments/start-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { findInvoice, totalMinor } from './invoice'
import { answerDocument, type DocumentKind, readDocumentFacts } from './invoice-document'
import { invoiceList, readInvoices } from './invoice-list'
import { issueInvoice } from './issue-invoice'
import { parseInvoice } from './parse-invoice'
import { readInvoice } from './queries'

/** Creates an invoice from the API's fields; the form sends its own Idempotency-Key. */
export const createInvoice = sessionWrite('/api/dashboard/invoices', async (call) => {
  const { vendor, account, address, body } = call
  const draft = parseInvoice(body)
  return runIdempotently(keyedCall(call), account.id, 'for 24 hours', (commit) =>
    issueInvoice(account, draft, commit, async (tx, invoice) => {
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'invoice.created',
        subjectId: invoice.id,
        detail: `${formatMajor(totalMinor(invoice), invoice.currency)} ${invoice.currency} for ${invoice.email}`,
        address,
      })
      return { status: 201, body: { id: invoice.id } }
    }),
  )
})

/** An invoice with its history. */
export const getInvoice = sessionRead('/api/dashboard/invoices/:id', async ({ vendor, params }) => {
  const invoice = await readInvoice(vendor.id, params.id ?? '')
  if (!invoice) throw new DomainError('invoice_not_found')
  return { status: 200, body: invoice }
})

/** A page of the account's invoices. */
export const listInvoices = sessionRead('/api/dashboard/invoices', async ({ vendor, account, url }) => ({
  status: 200,
  body: await readInvoices(vendor.id, account.mode, url.searchParams),
}))

/** Every filtered row of the list as a CSV file. */
export const exportInvoiceList = sessionRead('/api/dashboard/invoices/export', ({ account, url }) =>
  invoiceList.export(account, url.searchParams),
)

/** Marks a test invoice as paid (Contract, "Authentication", 5). */
export const markInvoicePaid = sessionWrite(
  '/api/dashboard/invoices/:id/mark-paid',
  async ({ vendor, account, params, address }) => {
    const invoiceId = params.id ?? ''
    await inTransaction(async (tx) => {
      await mark(tx, { accountId: account.id, invoiceId }, paymentProviderFor('test'))
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'invoice.marked_paid',
        subjectId: invoiceId,
        address,
      })
    })
    return { status: 200, body: { id: invoiceId, status: 'PAID' } }
  },
)

/** The vendor's copy, in the language of `lang`, else that of mail to the customer. */
export const invoicePdf = sessionRead('/api/dashboard/invoices/:id/invoice.pdf', ({ account, params, url }) =>
  document('invoice', account.id, params.id ?? '', url),
)

/** Answers 404 until the invoice is paid. */
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
