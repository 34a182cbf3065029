import { z } from 'zod'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { session } from '@/lib/auth/session-access'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { refusalFrom } from '@/lib/http/refusals'
import { nothing } from '@/lib/http/schemas'
import { csvFile } from '@/lib/lists/csv'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { MAX_SELECTION } from '@/lib/lists/list-view'
import { tabsView } from '@/lib/lists/status-counts'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import { invoiceList, readInvoiceTabs } from './invoice-list'
import { invoiceRow } from './invoice-row'
import { changeNumbering, findNumbering } from './numbering'
import { invoiceNumber, numberingFields } from './numbering-fields'
import { reminderSettings } from './reminder-fields'
import { saveReminderSettings } from './reminder-settings'
import { sendInvoiceAgain } from './send-invoice'
import { setReminders } from './set-reminders'
import { markInvoiceVoid } from './void-invoice'
import { setUncollectible } from './write-off'

const PATH = '/api/dashboard/invoices'

export const listInvoices = operation({
  method: 'GET',
  path: PATH,
  summary: 'List invoices',
  tag: 'Invoices',
  access: session('read'),
  query: listParameters(invoiceList),
  answers: { 200: listView(invoiceRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await invoiceList.read(account.id, query, account.zone),
}))

export const invoiceTabs = operation({
  method: 'GET',
  path: `${PATH}/tabs`,
  summary: 'Count invoices by status',
  description: 'With their sums. Stops counting at 10,000 of a status.',
  tag: 'Invoices',
  access: session('read'),
  answers: { 200: tabsView },
}).handle(async ({ account }) => ({
  status: 200,
  body: await readInvoiceTabs(account),
}))

const bulkFields = z.object({
  action: z.enum(['send', 'void']),
  ids: z.array(z.uuid()).min(1).max(MAX_SELECTION),
})

const bulkResults = z.object({
  results: z
    .array(
      z.object({
        id: z.uuid(),
        isDone: z.boolean(),
        message: z.string().nullable().describe('Why it was not done, or what became of the mail.'),
      }),
    )
    .describe('In the order of the request.'),
})

export const changeInvoices = operation({
  method: 'POST',
  path: `${PATH}/bulk`,
  summary: 'Send or void invoices',
  description: 'One after the other, each by itself: what is refused stays as it was and says why.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(bulkFields),
  answers: { 200: bulkResults },
}).handle(async ({ account, audit, input: { action, ids }, requestId }) => {
  const results: z.infer<typeof bulkResults>['results'] = []
  for (const id of new Set(ids)) {
    try {
      const message = await inOrmTransaction(async (tx) => {
        if (action === 'void') {
          const isNew = await markInvoiceVoid(tx, { accountId: account.id, invoiceId: id }, requestId)
          if (isNew) await audit(tx, { action: 'invoice.voided', subjectId: id })
          return isNew ? null : 'Already voided'
        }
        const { keptBecause } = await sendInvoiceAgain(
          tx,
          { accountId: account.id, invoiceId: id },
          requestId,
        )
        await audit(tx, { action: 'invoice.sent', subjectId: id })
        return keptBecause && `Kept in the mailbox: ${keptBecause}`
      })
      results.push({ id, isDone: true, message })
    } catch (error) {
      const refusal = refusalFrom(error)
      if (!refusal) throw error
      results.push({ id, isDone: false, message: refusal.message })
    }
  }
  return { status: 200, body: { results } }
})

export const exportInvoices = operation({
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'Export invoices',
  tag: 'Invoices',
  access: session('read'),
  query: listParameters(invoiceList),
  answers: { 200: csvFile },
  errors: parameterErrors,
}).handle(({ account, query }) => invoiceList.export(account, query))

const UNPAID_ERRORS = ['invoice_not_found', 'invoice_voided', 'invoice_already_paid'] as const

export const voidInvoice = operation({
  method: 'POST',
  path: `${PATH}/{id}/void`,
  summary: 'Void an invoice',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(z.object({ reason: z.string().trim().max(255).default('') })),
  answers: { 200: nothing },
  errors: ['invoice_not_found', 'invoice_already_paid', 'invoice_partly_paid', 'invoice_partly_credited'],
}).handle(async ({ account, audit, params, input, requestId }) => {
  await inOrmTransaction(async (tx) => {
    const isNew = await markInvoiceVoid(tx, { accountId: account.id, invoiceId: params.id }, requestId)
    const detail = input.reason ? { detail: input.reason } : {}
    if (isNew) await audit(tx, { action: 'invoice.voided', subjectId: params.id, ...detail })
  })
  return { status: 200, body: {} }
})

export const resendInvoice = operation({
  method: 'POST',
  path: `${PATH}/{id}/send`,
  summary: 'Send an invoice again',
  tag: 'Invoices',
  access: session('invoices.write'),
  answers: {
    200: z.object({
      recipient: z.string(),
      keptBecause: z.string().nullable().describe('Why it stays in the mailbox; null if it will be sent.'),
    }),
  },
  errors: [...UNPAID_ERRORS, 'invoice_sent_too_often'],
}).handle(async ({ account, audit, params, requestId }) => {
  const body = await inOrmTransaction(async (tx) => {
    const subject = { accountId: account.id, invoiceId: params.id }
    const { invoice, keptBecause } = await sendInvoiceAgain(tx, subject, requestId)
    await audit(tx, { action: 'invoice.sent', subjectId: invoice.id, detail: `To ${invoice.email}` })
    return { recipient: invoice.email, keptBecause }
  })
  return { status: 200, body }
})

export const setReminderSettings = operation({
  method: 'POST',
  path: '/api/dashboard/settings/reminders',
  summary: 'Set the days and words of reminders',
  description: 'Of the vendor’s invoices in both modes, those that are open already too.',
  tag: 'Invoices',
  access: session('settings.write'),
  body: jsonFields(reminderSettings),
  answers: { 200: reminderSettings },
}).handle(async ({ by, input: fields }) => {
  await inOrmTransaction((tx) => saveReminderSettings(tx, { ...by, fields }))
  return { status: 200, body: fields }
})

const isOnSetting = z.object({ isOn: z.boolean('isOn must be true or false') })

export const switchViews = operation({
  method: 'POST',
  path: '/api/dashboard/settings/views',
  summary: 'Note when customers open an invoice, or stop noting it',
  description: 'In both modes. What was noted before stays.',
  tag: 'Invoices',
  access: session('settings.write'),
  body: jsonFields(isOnSetting),
  answers: { 200: isOnSetting },
}).handle(async ({ vendor, by, input: { isOn } }) => {
  await inOrmTransaction(async (tx) => {
    await setVendorSettings(tx, vendor.id, { notesViews: isOn })
    await recordAuditEvent(tx, { ...by, action: 'invoice_views.switched', detail: isOn ? 'On' : 'Off' })
  })
  return { status: 200, body: { isOn } }
})

export const switchAttachments = operation({
  method: 'POST',
  path: '/api/dashboard/settings/attachments',
  summary: 'Attach PDFs to emails, or stop attaching them',
  description: 'Of invoices, receipts and credit notes, in both modes.',
  tag: 'Invoices',
  access: session('settings.write'),
  body: jsonFields(isOnSetting),
  answers: { 200: isOnSetting },
}).handle(async ({ vendor, by, input: { isOn } }) => {
  await inOrmTransaction(async (tx) => {
    await setVendorSettings(tx, vendor.id, { attachesPdf: isOn })
    await recordAuditEvent(tx, { ...by, action: 'attachments.switched', detail: isOn ? 'On' : 'Off' })
  })
  return { status: 200, body: { isOn } }
})

const feePayerSetting = z.object({ payer: z.enum(['customer', 'vendor'], 'Choose who pays the fee') })

export const setFeePayer = operation({
  method: 'POST',
  path: '/api/dashboard/settings/fee-payer',
  summary: 'Choose who pays the fee',
  description: 'Of new invoices, in both modes. Existing ones keep their fee.',
  tag: 'Invoices',
  access: session('settings.write'),
  body: jsonFields(feePayerSetting),
  answers: { 200: feePayerSetting },
}).handle(async ({ vendor, by, input: { payer } }) => {
  await inOrmTransaction(async (tx) => {
    await setVendorSettings(tx, vendor.id, { paysFee: payer === 'vendor' })
    const detail = payer === 'vendor' ? 'The business' : 'Its customers'
    await recordAuditEvent(tx, { ...by, action: 'fee_payer.changed', detail })
  })
  return { status: 200, body: { payer } }
})

export const switchReminders = operation({
  method: 'POST',
  path: `${PATH}/{id}/reminders`,
  summary: 'Turn the reminders of an invoice on or off',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(z.object({ isOn: z.boolean() })),
  answers: { 200: nothing },
  errors: [...UNPAID_ERRORS],
}).handle(async ({ account, audit, params: { id }, input: { isOn } }) => {
  await inOrmTransaction(async (tx) => {
    await setReminders(tx, { accountId: account.id, invoiceId: id }, isOn)
    const detail = isOn ? 'Turned on' : 'Turned off'
    await audit(tx, { action: 'invoice.reminders_switched', subjectId: id, detail })
  })
  return { status: 200, body: {} }
})

export const writeOffInvoice = operation({
  method: 'POST',
  path: `${PATH}/{id}/uncollectible`,
  summary: 'Mark an overdue invoice as uncollectible, or take that back',
  description: 'It can still be paid, but is not counted as overdue, and its buyer gets no reminders.',
  tag: 'Invoices',
  access: session('invoices.write'),
  body: jsonFields(z.object({ isUncollectible: z.boolean() })),
  answers: { 200: nothing },
  errors: ['invoice_not_found', 'invoice_not_overdue'],
}).handle(async ({ account, audit, params: { id }, input: { isUncollectible } }) => {
  await inOrmTransaction(async (tx) => {
    await setUncollectible(tx, { accountId: account.id, invoiceId: id }, isUncollectible)
    const action = isUncollectible ? 'invoice.written_off' : 'invoice.write_off_undone'
    await audit(tx, { action, subjectId: id })
  })
  return { status: 200, body: {} }
})

const NUMBERS_PATH = '/api/dashboard/settings/invoice-numbers'

export const getNumbering = operation({
  method: 'GET',
  path: NUMBERS_PATH,
  summary: 'Read how invoices are numbered',
  tag: 'Invoices',
  access: session('read'),
  answers: { 200: numberingFields },
}).handle(async ({ account }) => ({ status: 200, body: await findNumbering(database(), account.id) }))

export const setNumbering = operation({
  method: 'POST',
  path: NUMBERS_PATH,
  summary: 'Set how invoices are numbered',
  description: 'Changes the invoices to come. The next number can only be raised.',
  tag: 'Invoices',
  access: session('settings.write'),
  body: jsonFields(numberingFields),
  answers: { 200: numberingFields },
  errors: ['invoice_number_used'],
}).handle(async ({ account, audit, input }) => {
  await inOrmTransaction(async (tx) => {
    await changeNumbering(tx, account.id, input)
    await audit(tx, { action: 'invoice_numbers.changed', detail: `Next invoice: ${invoiceNumber(input)}` })
  })
  return { status: 200, body: input }
})
