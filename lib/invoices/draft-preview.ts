import { findLogo, logoDataUrl } from '@/lib/branding/branding'
import { database, sharedReads } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { DocumentFacts } from '@/lib/documents/document-facts'
import { env } from '@/lib/env'
import type { Locale } from '@/lib/i18n/locale'
import { invoiceMail } from '@/lib/mail/invoice-mail'
import { findMailSender, type MailSender } from '@/lib/mail/queue-mail'
import { renderMail } from '@/lib/mail/render-mail'
import { exponentOf } from '@/lib/money/currencies'
import type { Account } from '@/lib/vendors/account'
import type { InvoiceRecord } from './invoice'
import { readDocumentFacts } from './invoice-document'
import { type InvoiceFields, invoiceFields } from './invoice-fields'
import { invoiceOfDraft } from './issue-draft'
import { planInvoice, providerOf, requireMinimum } from './issue-invoice'
import { findNumbering } from './numbering'
import { invoiceNumber } from './numbering-fields'

/** What the customer of a draft will get, in the customer's language. Its payment link leads nowhere yet. */
export type DraftPreview = {
  locale: Locale
  recipient: string
  subject: string
  html: string
  /** Why the mail will not leave the mailbox; null if it will. */
  keptBecause: string | null
}

/** The mail that would bring the invoice now. Refuses a form that could not be sent, as `issueDraft` does. */
export async function previewMail(account: Account, fields: InvoiceFields): Promise<DraftPreview> {
  const { invoice, sender, mailing } = await planDraft(account, fields)
  const mail = invoiceMail(sender, invoice, mailing.message)
  const logo = await findLogo(database(), account.vendorId)
  return {
    locale: sender.customerLocale,
    recipient: mail.recipient,
    subject: mail.subject,
    html: renderMail(mail.body, logo && logoDataUrl(logo)).html,
    keptBecause: mail.keepsBecause ?? (env.SMTP_URL ? null : 'No mail server is set up'),
  }
}

/** The contents of the PDF of the invoice as it would be now. Refuses as `previewMail` does. */
export async function previewDocumentFacts(account: Account, fields: InvoiceFields): Promise<DocumentFacts> {
  const { invoice, sender } = await planDraft(account, fields)
  const subject = { invoice, mode: account.mode, vendor: { id: account.vendorId } }
  return inOrmTransaction((tx) =>
    readDocumentFacts(tx, { ...subject, transactionId: null, paidOn: null }, sender.customerLocale),
  )
}

/** The first thing that keeps a form from becoming an invoice, as the form itself says it; null for none. */
export function faultOfDraft(fields: InvoiceFields): string | null {
  const exponents = { [fields.currency]: exponentOf(fields.currency) }
  return invoiceFields(exponents).safeParse(fields).error?.issues[0]?.message ?? null
}

/** Who gets copies may still be half typed, and changes nothing here. */
async function planDraft(account: Account, fields: InvoiceFields) {
  const plan = await planInvoice(
    sharedReads(),
    account,
    invoiceOfDraft({ ...fields, copies: '' }, account.zone),
  )
  requireMinimum(plan, providerOf(account, plan))
  const sender: MailSender = plan.sender ?? (await findMailSender(database(), account.id, plan.customerId))
  const { customerId, mailing, email } = plan
  // Another invoice may take the number first.
  const number = invoiceNumber(await findNumbering(database(), account.id))
  const newTerms = { taxTreatment: 'taxed', taxExemptionReason: null } as const
  const newCustomer = { name: email, taxId: null, ...newTerms, buyerReference: null }
  const invoice: InvoiceRecord = {
    ...plan,
    number,
    customerId: customerId ?? '',
    billedTo: customerId === null ? { ...newCustomer, ...NO_ADDRESS } : null,
  }
  return { invoice, sender, mailing }
}

const NO_ADDRESS = {
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
}
