import type { Transaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { takeInvoiceSend } from '@/lib/http/rate-limit'
import { mailInvoiceAgain } from '@/lib/mail/invoice-mail'
import { findInvoice, type InvoiceRecord } from './invoice'

/**
 * Mails the payment link of an invoice to the buyer again, at most five times a day. `keptBecause` says why the mail
 * stays in the mailbox; null: it will be sent.
 *
 * Throws `invoice_not_found`, `invoice_voided`, `invoice_already_paid` and refuses with `invoice_sent_too_often`.
 */
export async function sendInvoiceAgain(
  tx: Transaction,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  requestId: string | null = null,
): Promise<{ invoice: InvoiceRecord; keptBecause: string | null }> {
  const invoice = await findInvoice(tx, accountId, invoiceId)
  if (invoice.status === 'VOIDED') throw new DomainError('invoice_voided')
  if (invoice.status === 'PAID') throw new DomainError('invoice_already_paid')
  const limit = await takeInvoiceSend(invoice.id)
  if (!limit.ok) {
    throw new DomainError('invoice_sent_too_often', { retryAfterSeconds: limit.retryAfterSeconds })
  }
  const reason = await mailInvoiceAgain(tx, invoice, requestId)
  return { invoice, keptBecause: reason ?? (env.SMTP_URL ? null : 'No mail server is set up') }
}
