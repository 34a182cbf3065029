import { z } from 'zod'
import { findLogo, logoDataUrl } from '@/lib/branding/branding'
import { findActiveCustomerByEmail } from '@/lib/customers/customer'
import { database, sharedReads } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { DocumentFacts } from '@/lib/documents/document-facts'
import { env } from '@/lib/env'
import { amountView } from '@/lib/http/schemas'
import { LOCALES } from '@/lib/i18n/locale'
import { invoiceMail } from '@/lib/mail/invoice-mail'
import { findMailSender, type MailSender } from '@/lib/mail/queue-mail'
import { renderMail } from '@/lib/mail/render-mail'
import { exponentOf } from '@/lib/money/currencies'
import { presentAmount } from '@/lib/money/money'
import type { Account } from '@/lib/vendors/account'
import { type InvoiceRecord, totalMinor } from './invoice'
import { readDocumentFacts } from './invoice-document'
import { faultOf, type InvoiceFields } from './invoice-fields'
import { invoiceOfDraft } from './issue-draft'
import { planInvoice, providerOf, requireMinimum } from './issue-invoice'
import { findNumbering } from './numbering'
import { invoiceNumber } from './numbering-fields'

/** The email that the customer of a draft will get, in the customer's language. Its payment link leads nowhere yet. */
export const draftPreview = z.object({
  locale: z.enum(LOCALES),
  recipient: z.string(),
  subject: z.string(),
  html: z.string(),
  copyEmails: z
    .array(z.string())
    .describe('The customer’s own, who get copies unless the draft says otherwise.'),
  keptBecause: z.string().nullable().describe('Why the email will not leave the mailbox; null if it will.'),
  total: amountView.describe('What the customer pays.'),
  income: amountView.describe('What the vendor receives of it if a card pays.'),
})

export type DraftPreview = z.infer<typeof draftPreview>

/** The mail that would bring the invoice now. Refuses a form that could not be sent, as `issueDraft` does. */
export async function previewMail(account: Account, fields: InvoiceFields): Promise<DraftPreview> {
  const { invoice, sender, message } = await planDraft(account, fields)
  const mail = invoiceMail(sender, invoice, message)
  const logo = await findLogo(database(), account.vendorId)
  return {
    locale: sender.customerLocale,
    recipient: mail.recipient,
    copyEmails: invoice.copyEmails,
    subject: mail.subject,
    html: renderMail(mail.body, logo && logoDataUrl(logo)).html,
    keptBecause: mail.keepsBecause ?? (env.SMTP_URL ? null : 'No mail server is set up'),
    total: presentAmount(totalMinor(invoice), invoice.currency),
    income: presentAmount(invoice.baseAmountMinor - invoice.vendorFeeMinor, invoice.currency),
  }
}

/** The contents of the PDF of the invoice as it would be now. Refuses as `previewMail` does. */
export async function previewDocumentFacts(account: Account, fields: InvoiceFields): Promise<DocumentFacts> {
  const { invoice, sender } = await planDraft(account, fields)
  const subject = { invoice, mode: account.mode, vendor: { id: account.vendorId } }
  return inOrmTransaction((tx) =>
    readDocumentFacts(
      tx,
      { ...subject, transactionId: null, paidOn: null, receipt: null },
      sender.customerLocale,
    ),
  )
}

/** `faultOf` with the exponent of the form's own currency. */
export function faultOfDraft(fields: InvoiceFields): string | null {
  return faultOf(fields, { [fields.currency]: exponentOf(fields.currency) })
}

/** Who gets copies may still be half typed, and changes nothing here: those of the customer are planned with. */
async function planDraft(account: Account, fields: InvoiceFields) {
  const plan = await planInvoice(
    sharedReads(),
    account,
    invoiceOfDraft({ ...fields, copies: null }, account.zone),
  )
  requireMinimum(plan, providerOf(account, plan))
  const sender: MailSender = plan.sender ?? (await findMailSender(database(), account.id, plan.customerId))
  const { customerId, message, email } = plan
  const known = customerId === null ? await findActiveCustomerByEmail(sharedReads(), account.id, email) : null
  // Another invoice may take the number first.
  const number = invoiceNumber(await findNumbering(database(), account.id))
  const newTerms = { taxTreatment: 'taxed', taxExemptionReason: null } as const
  const newCustomer = { name: email, taxId: null, ...newTerms, buyerReference: null, phone: null }
  const invoice: InvoiceRecord = {
    ...plan,
    number,
    customerId: customerId ?? '',
    copyEmails: plan.copyEmails ?? known?.copyEmails ?? [],
    billedTo: customerId === null ? { ...newCustomer, ...NO_ADDRESS } : null,
  }
  return { invoice, sender, message }
}

const NO_ADDRESS = {
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zip: null,
  country: null,
}
