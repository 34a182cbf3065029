import assert from 'node:assert/strict'
import { findBranding } from '@/lib/branding/branding'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { paymentToken } from '@/lib/http/links'
import type { FileAnswer } from '@/lib/http/operation'
import { findInvoice } from '@/lib/invoices/invoice'
import { answerCreditNote, answerDocument, readDocumentFacts } from '@/lib/invoices/invoice-document'
import { invoiceOfMail, isAboutRefund, isAboutWholeInvoice } from '@/lib/mail/invoice-mail'
import { findMailSender } from '@/lib/mail/queue-mail'
import type { AttachDocuments, Attachment } from '@/lib/mail/send-mail'
import { vendorOfAccount } from '@/lib/vendors/account'
import { findCreditNotes } from './credit-notes'
import { findPayableInvoice } from './payable-invoice'

const WITH_DOCUMENT = new Set(['invoice', 'invoice_changed', 'receipt', 'refund', 'credit_note'])

/** No client waits for them. */
const call = { onDisconnect: () => undefined }

/** The invoice, the receipt or the credit note that a mail is about, in the customer's language, as they are now. */
export const attachDocuments: AttachDocuments = async ({ ownerId: accountId, kind, reference }) => {
  if (!WITH_DOCUMENT.has(kind)) return []
  const { attachesPdf } = await findBranding(database(), await vendorOfAccount(database(), accountId))
  if (!attachesPdf) return []
  const { facts, vendorId, creditNotes } = await inOrmTransaction(async (tx) => {
    const { payToken, customerId } = await findInvoice(tx, accountId, invoiceOfMail(reference))
    const payable = await findPayableInvoice(tx, paymentToken(accountId, payToken))
    const { customerLocale } = await findMailSender(tx, accountId, customerId)
    return {
      vendorId: payable.vendor.id,
      facts: await readDocumentFacts(tx, payable, customerLocale),
      creditNotes: await findCreditNotes(tx, payable.invoice),
    }
  })
  const drawing = { vendorId, facts }
  if (kind === 'refund' || kind === 'credit_note') {
    const creditNote = creditNotes.find(({ id }) => isAboutRefund(reference, id))
    return creditNote ? [fileOf(await answerCreditNote(creditNote, drawing, call))] : []
  }
  if (kind === 'invoice' || kind === 'invoice_changed')
    return [fileOf(await answerDocument('invoice', drawing, call))]
  // The mail about a part of it has no receipt of its own.
  return facts.payment && isAboutWholeInvoice(reference)
    ? [fileOf(await answerDocument('receipt', drawing, call))]
    : []
}

function fileOf({ filename, contentType, content }: FileAnswer<200>): Attachment {
  assert(content instanceof Uint8Array, 'a document is whole')
  return { filename, contentType, content }
}
