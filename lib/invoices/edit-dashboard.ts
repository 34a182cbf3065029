import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { draftDetail } from './draft'
import { writtenChangesBody } from './invoice-body'
import { changesBodyOf, issuedEdits } from './invoice-fields'
import { issuedForm, readIssuedForm } from './issued-paper'
import { changeInvoice } from './update-invoice'
import { voidAndDuplicate } from './void-and-duplicate'

const PATH = '/api/dashboard/invoices/{id}'

export const getIssuedForm = operation({
  method: 'GET',
  path: `${PATH}/form`,
  summary: 'Read what can be changed of an invoice',
  tag: 'Invoices',
  access: session('read'),
  answers: { 200: issuedForm },
  errors: ['invoice_not_found'],
}).handle(async ({ account, params }) => ({
  status: 200,
  body: await readIssuedForm(account.id, params.id),
}))

export const changeIssuedInvoice = operation({
  method: 'PATCH',
  path: PATH,
  summary: 'Change an invoice that is issued',
  description:
    'Changes the fields that are given. Refused if the invoice was changed since the revision that the form is of; a repeat with the same fields is not. The customer is mailed the changes of due date, billing address, buyer reference and notes, if there are any.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(
    z.object({
      revision: z.int().describe('The `revision` that was read.'),
      mailsCustomer: z.boolean('mailsCustomer must be true or false'),
      edits: issuedEdits,
    }),
  ),
  answers: {
    200: z.object({
      isChanged: z.boolean(),
      keptBecause: z.string().nullable().describe('Why the mail stays in the mailbox; null if none does.'),
    }),
  },
  errors: [
    ...writtenChangesBody.errors,
    'invoice_not_found',
    'invoice_voided',
    'invoice_already_paid',
    'invoice_changed',
    'invoice_sent_too_often',
  ],
  // The page tells by the code whether it has fallen behind.
  refused: ({ status, message, code }) => ({ status, body: { error: message, code } }),
}).handle(async ({ account, audit, params: { id }, input, requestId }) => {
  const { revision, mailsCustomer, edits } = input
  const changes = writtenChangesBody.read(changesBodyOf(edits))
  const body = await inTransaction(async (tx) => {
    const key = { accountId: account.id, invoiceId: id }
    const options = { requestId, revision, mailsCustomer }
    const { changed, keptBecause } = await changeInvoice(tx, key, changes, options)
    const isChanged = changed.length > 0
    if (isChanged) await audit(tx, { action: 'invoice.changed', subjectId: id, detail: changed.join('; ') })
    return { isChanged, keptBecause }
  })
  return { status: 200, body }
})

export const voidAndDuplicateInvoice = operation({
  method: 'POST',
  path: `${PATH}/void-and-duplicate`,
  summary: 'Void and duplicate an invoice',
  description:
    'Saves a draft with the content that the invoice has then, and the edits of the form, under an id that the form has chosen. A repeat answers with the same draft.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(z.object({ draftId: z.uuid(), edits: issuedEdits })),
  answers: { 201: z.object({ id: z.uuid().describe('Of the draft.'), version: z.int().min(1) }) },
  errors: [
    'invoice_not_found',
    'invoice_already_paid',
    'invoice_partly_paid',
    'invoice_partly_credited',
    'invoice_voided',
    'invoice_draft_changed',
    'too_many_invoice_drafts',
  ],
}).handle(async ({ account, audit, params, input: { draftId, edits }, requestId }) => {
  const body = await inOrmTransaction(async (tx) => {
    const key = { accountId: account.id, invoiceId: params.id, draftId }
    const { draft, isNew } = await voidAndDuplicate(tx, key, { edits, zone: account.zone }, requestId)
    const { id, version } = draft
    if (isNew) {
      await audit(tx, { action: 'invoice.voided', subjectId: params.id, detail: 'Duplicated as a draft' })
      await audit(tx, {
        action: 'invoice_draft.created',
        subjectId: id,
        detail: draftDetail(draft.fields),
      })
    }
    return { id, version }
  })
  return { status: 201, body }
})
