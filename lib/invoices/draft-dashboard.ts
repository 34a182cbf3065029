import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { findActiveCustomer } from '@/lib/customers/customer'
import { database, sharedReads } from '@/lib/db/client'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { type JsonAnswer, operation } from '@/lib/http/operation'
import { nothing } from '@/lib/http/schemas'
import { DEFAULT_LOCALE, LOCALES } from '@/lib/i18n/locale'
import { addressLines } from '@/lib/i18n/postal-address'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { findMailSender } from '@/lib/mail/queue-mail'
import { discardDraft, draftDetail, fieldsLikeInvoice, findDraft, saveDraft, saveNewDraft } from './draft'
import { draftList, draftRow } from './draft-list'
import { draftPreview, previewDocumentFacts, previewMail } from './draft-preview'
import { writtenInvoiceBody } from './invoice-body'
import { answerDocument, pdfFile } from './invoice-document'
import { formFee, type InvoiceFields, savedFields } from './invoice-fields'
import { issueDraft } from './issue-draft'
import { createdDetail } from './issue-invoice'
import { scheduleDraft, unscheduleDraft } from './scheduled-draft'

const PATH = '/api/dashboard/invoice-drafts'

/** Of the draft that the form is of; 0: it has none yet. */
const savedVersion = z.int().min(0).max(2_147_483_646)
const saved = z.object({ id: z.uuid(), version: z.int().min(1) })

export const listInvoiceDrafts = operation({
  method: 'GET',
  path: PATH,
  summary: 'List invoice drafts',
  tag: 'Invoices',
  access: session('read'),
  query: listParameters(draftList),
  answers: { 200: listView(draftRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await draftList.read(account.id, query, account.zone),
}))

export const saveInvoiceDraft = operation({
  method: 'POST',
  path: `${PATH}/{id}`,
  summary: 'Save an invoice draft',
  description:
    'Takes the form as it stands: it may be incomplete. Version 0 is a new draft, under an id that the form has chosen. Refused if the draft was saved or sent since the version that the form is of; a repeat with the same fields is not.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(z.object({ version: savedVersion, fields: savedFields })),
  answers: { 200: saved },
  errors: ['invoice_draft_not_found', 'invoice_draft_changed', 'too_many_invoice_drafts'],
}).handle(async ({ account, audit, params: { id }, input: { version, fields } }) => {
  const body = await inOrmTransaction(async (tx) => {
    const draft = await saveDraft(tx, { accountId: account.id, id, version }, fields)
    // The form saves itself every few words, so only the first time is worth a line.
    if (draft.isNew) {
      await audit(tx, { action: 'invoice_draft.created', subjectId: id, detail: draftDetail(fields) })
    }
    return { id, version: draft.version }
  })
  return { status: 200, body }
})

export const deleteInvoiceDraft = operation({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Delete an invoice draft',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['invoice_draft_not_found', 'invoice_draft_changed'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    const { fields } = await findDraft(tx, account.id, id)
    await discardDraft(tx, account.id, id)
    await audit(tx, { action: 'invoice_draft.deleted', subjectId: id, detail: draftDetail(fields) })
  })
  return { status: 200, body: {} }
})

/** The refusals of a form that can't become an invoice. */
const FORM_ERRORS = [
  ...writtenInvoiceBody.errors,
  'live_mode_unavailable',
  'customer_not_found',
  'invoice_amount_below_minimum',
] as const

export const scheduleInvoiceDraft = operation({
  method: 'POST',
  path: `${PATH}/{id}/schedule`,
  summary: 'Schedule an invoice draft',
  description:
    'Saves the form, and sends it at eight in the morning of the day, in the vendor’s time zone. What is saved until then counts.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(
    z.object({ version: savedVersion, fields: savedFields, send_on: z.iso.date('Enter a date') }),
  ),
  answers: { 200: saved },
  errors: ['invoice_draft_not_found', 'invoice_draft_changed', 'too_many_invoice_drafts', ...FORM_ERRORS],
}).handle(async ({ account, audit, params: { id }, input: { version, fields, send_on } }) => {
  const day = new Date(`${send_on}T00:00:00Z`)
  const body = await inOrmTransaction(async (tx) => {
    const scheduled = await scheduleDraft(tx, account, { id, version }, { fields, day })
    const detail = `${draftDetail(fields)}, on ${send_on}`
    await audit(tx, { action: 'invoice_draft.scheduled', subjectId: id, detail })
    return { id, version: scheduled }
  })
  return { status: 200, body }
})

export const unscheduleInvoiceDraft = operation({
  method: 'POST',
  path: `${PATH}/{id}/unschedule`,
  summary: 'Take an invoice draft off its schedule',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['invoice_draft_not_found', 'invoice_draft_changed'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    if (!(await unscheduleDraft(tx, account.id, id))) return
    await audit(tx, { action: 'invoice_draft.unscheduled', subjectId: id })
  })
  return { status: 200, body: {} }
})

export const previewInvoiceDraft = operation({
  method: 'GET',
  path: `${PATH}/{id}/preview`,
  summary: 'Preview the email of an invoice draft',
  description: 'As it would bring the invoice now, in the customer’s language. Its links lead nowhere yet.',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 200: draftPreview },
  errors: ['invoice_draft_not_found', ...FORM_ERRORS],
}).handle(async ({ account, params: { id } }) => {
  const { fields } = await findDraft(database(), account.id, id)
  return { status: 200, body: await previewMail(account, fields) }
})

/** A customer as an invoice would be billed to it now; its name and email are on the form. */
const billedTo = z.object({
  address: z.array(z.string()).describe('Lines as on an envelope; empty if no address is known.'),
  taxId: z.string().nullable(),
  taxExemptionReason: z.string().nullable(),
  locale: z.enum(LOCALES).describe('The language of its invoices.'),
})

export type BilledToView = z.infer<typeof billedTo>

export const readBilledTo = operation({
  method: 'GET',
  path: '/api/dashboard/customers/{id}/billed-to',
  summary: 'Read whom an invoice to a customer would be billed to',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 200: billedTo },
  errors: ['customer_not_found'],
}).handle(async ({ account, params: { id } }) => {
  const customer = await findActiveCustomer(sharedReads(), account.id, id)
  const { taxId, taxExemptionReason } = customer
  const { customerLocale: locale } = await findMailSender(database(), account.id, customer.id)
  const address = addressLines(customer, DEFAULT_LOCALE)
  return { status: 200, body: { address, taxId, taxExemptionReason, locale } }
})

export const draftPdf = operation({
  method: 'GET',
  path: `${PATH}/{id}/invoice.pdf`,
  summary: 'Preview the PDF of an invoice draft',
  description: 'With the number that is next, which another invoice may take first.',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 200: pdfFile },
  errors: ['invoice_draft_not_found', 'rate_limited', ...FORM_ERRORS],
}).handle(async ({ account, params: { id }, onDisconnect }) => {
  const { fields } = await findDraft(database(), account.id, id)
  const facts = await previewDocumentFacts(account, fields)
  return answerDocument('invoice', { vendorId: account.vendorId, facts }, { onDisconnect })
})

export const sendInvoiceDraft = operation({
  method: 'POST',
  path: `${PATH}/{id}/send`,
  summary: 'Create the invoice of a draft',
  description:
    'Of the form as it is, saved or not. A draft becomes one invoice: a repeat answers with the same one. With the `fee` that its sender has seen, it is refused if the invoice would have another.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(z.object({ version: savedVersion, fields: savedFields, fee: formFee.optional() })),
  answers: { 201: z.object({ id: z.uuid().describe('Of the invoice.') }) },
  errors: [
    'invoice_draft_not_found',
    'invoice_draft_changed',
    'invoice_fee_changed',
    ...FORM_ERRORS,
    'payment_provider_failed',
    'rate_limited',
  ],
  // The page tells by the code whether it shows a fee of before.
  refused: ({ status, message, code }) => ({ status, body: { error: message, code } }),
}).handle(async ({ account, audit, params, input, requestId }) => {
  const draft = { draftId: params.id, form: input }
  const { invoiceId } = await issueDraft(account, draft, requestId, (tx, invoice) =>
    audit(tx, { action: 'invoice.created', subjectId: invoice.id, detail: createdDetail(invoice) }),
  )
  return { status: 201, body: { id: invoiceId } }
})

export const duplicateInvoiceDraft = operation({
  method: 'POST',
  path: `${PATH}/{id}/duplicate`,
  summary: 'Duplicate an invoice draft',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 201: saved },
  errors: ['invoice_draft_not_found', 'too_many_invoice_drafts'],
}).handle(({ account, audit, params }) =>
  addDraft(account.id, audit, async (tx) => {
    const { fields } = await findDraft(tx, account.id, params.id)
    // They were for this customer and this once.
    return { ...fields, message: '', copies: null }
  }),
)

export const duplicateInvoice = operation({
  method: 'POST',
  path: '/api/dashboard/invoices/{id}/duplicate',
  summary: 'Duplicate an invoice',
  description: 'Creates a draft with its customer and items.',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: { 201: saved },
  errors: ['invoice_not_found', 'too_many_invoice_drafts'],
}).handle(({ account, audit, params }) =>
  addDraft(account.id, audit, (tx) => fieldsLikeInvoice(tx, account.id, params.id)),
)

type Audit = (
  tx: OrmTransaction,
  entry: { action: 'invoice_draft.created'; subjectId: string; detail: string },
) => Promise<void>

async function addDraft(
  accountId: string,
  audit: Audit,
  fieldsFrom: (tx: OrmTransaction) => Promise<InvoiceFields>,
): Promise<JsonAnswer<201, z.infer<typeof saved>>> {
  const body = await inOrmTransaction(async (tx) => {
    const fields = await fieldsFrom(tx)
    const draft = await saveNewDraft(tx, accountId, fields)
    await audit(tx, { action: 'invoice_draft.created', subjectId: draft.id, detail: draftDetail(fields) })
    return draft
  })
  return { status: 201, body }
}
