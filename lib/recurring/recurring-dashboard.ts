import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { nothing } from '@/lib/http/schemas'
import { writtenInvoiceBody } from '@/lib/invoices/invoice-body'
import { invoiceBodyOf, savedFields } from '@/lib/invoices/invoice-fields'
import { planInvoice, providerOf, requireMinimum } from '@/lib/invoices/issue-invoice'
import { csvFile } from '@/lib/lists/csv'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { paymentProviderFor, providersOf } from '@/lib/providers/registry'
import { seriesRow } from '@/lib/series/series-view'
import { formatIsoDate } from '@/lib/time/dates'
import { scheduleOf } from '@/lib/time/schedule-fields'
import type { Account } from '@/lib/vendors/account'
import { readRecurring, recurringList, recurringView } from './queries'
import { recurringFields } from './recurring-fields'
import {
  changeRecurring,
  createRecurring,
  deleteRecurring,
  endRecurring,
  pauseRecurring,
  type RecurringTerms,
  resumeRecurring,
  termsInWords,
} from './recurring-invoice'

const PATH = '/api/dashboard/recurring-invoices'
const TAG = 'Recurring invoices'

const recurringBody = recurringFields.safeExtend({
  fields: savedFields.describe('The form of its invoices.'),
})
const changeBody = recurringBody.safeExtend({ revision: z.int().describe('The `revision` that was read.') })

/**
 * The terms in a request. The invoice is checked like a single one, so that none of the series is refused later. Throws
 * the refusals of `writtenInvoiceBody`, `customer_not_found` and `invoice_amount_below_minimum`.
 */
async function termsOf(account: Account, input: z.infer<typeof recurringBody>): Promise<RecurringTerms> {
  const { fields, dueAfterDays, isSent } = input
  const invoice = writtenInvoiceBody.read(invoiceBodyOf(fields))
  const plan = await planInvoice(connectionPool(), account, invoice)
  if (providersOf(account.mode).payments.length > 0) requireMinimum(plan, providerOf(account, plan))
  const { baseAmountMinor } = plan
  return { fields, baseAmountMinor, dueAfterDays, isSent, ...scheduleOf(input) }
}

export const listRecurringInvoices = operation({
  method: 'GET',
  path: PATH,
  summary: 'List recurring invoices',
  tag: TAG,
  access: session('read'),
  query: listParameters(recurringList),
  answers: { 200: listView(seriesRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await recurringList.read(account.id, query, account.zone),
}))

export const exportRecurringInvoices = operation({
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'Export recurring invoices',
  tag: TAG,
  access: session('read'),
  query: listParameters(recurringList),
  answers: { 200: csvFile },
  errors: parameterErrors,
}).handle(({ account, query }) => recurringList.export(account, query))

export const createRecurringInvoice = operation({
  method: 'POST',
  path: PATH,
  summary: 'Create a recurring invoice',
  description:
    'The first invoice is issued when its day begins in the vendor’s time zone, at once if that is today.',
  tag: TAG,
  access: session('invoices.write'),
  body: jsonFields(recurringBody),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: [
    ...writtenInvoiceBody.errors,
    'live_mode_unavailable',
    'customer_not_found',
    'invoice_amount_below_minimum',
  ],
  idempotency: 'for 24 hours',
}).handle(async ({ account, audit, input, commit, requestId }) => {
  paymentProviderFor(account.mode)
  const terms = await termsOf(account, input)
  return commit.transaction(async (tx) => {
    const { id, customer } = await createRecurring(tx, account, terms, { isUtc: false, requestId })
    const detail = `${customer.name}: ${termsInWords(terms)}`
    await audit(tx, { action: 'recurring_invoice.created', subjectId: id, detail })
    return { status: 201, body: { id } }
  })
})

export const getRecurringInvoice = operation({
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read a recurring invoice',
  description: 'With its next days, its invoices and its history.',
  tag: TAG,
  access: session('read'),
  answers: { 200: recurringView },
  errors: ['recurring_not_found'],
}).handle(async ({ account, params }) => {
  const row = await readRecurring(account, params.id)
  if (!row) throw new DomainError('recurring_not_found')
  return { status: 200, body: row }
})

export const changeRecurringInvoice = operation({
  method: 'POST',
  path: `${PATH}/{id}`,
  summary: 'Change a recurring invoice',
  description: 'Replaces everything from the next invoice on.',
  tag: TAG,
  access: session('invoices.write'),
  body: jsonFields(changeBody),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: [
    ...writtenInvoiceBody.errors,
    'recurring_not_found',
    'recurring_ended',
    'recurring_changed',
    'customer_not_found',
    'invoice_amount_below_minimum',
  ],
}).handle(async ({ account, audit, params: { id }, input, requestId }) => {
  const terms = await termsOf(account, input)
  await inOrmTransaction(async (tx) => {
    await changeRecurring(tx, account, { id, revision: input.revision }, terms, requestId)
    await audit(tx, { action: 'recurring_invoice.changed', subjectId: id, detail: termsInWords(terms) })
  })
  return { status: 200, body: { id } }
})

export const pauseRecurringInvoice = operation({
  method: 'POST',
  path: `${PATH}/{id}/pause`,
  summary: 'Pause a recurring invoice',
  description: 'Invoices of the periods until it is resumed are skipped.',
  tag: TAG,
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['recurring_not_found', 'recurring_ended'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    if (!(await pauseRecurring(tx, account, id))) return
    await audit(tx, { action: 'recurring_invoice.paused', subjectId: id })
  })
  return { status: 200, body: {} }
})

export const resumeRecurringInvoice = operation({
  method: 'POST',
  path: `${PATH}/{id}/resume`,
  summary: 'Resume a recurring invoice',
  description: 'Goes on with the first period from today.',
  tag: TAG,
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['recurring_not_found', 'recurring_ended', 'recurring_over'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    const nextOn = await resumeRecurring(tx, account, id)
    if (!nextOn) return
    const detail = `Next invoice on ${formatIsoDate(nextOn)}`
    await audit(tx, { action: 'recurring_invoice.resumed', subjectId: id, detail })
  })
  return { status: 200, body: {} }
})

export const endRecurringInvoice = operation({
  method: 'POST',
  path: `${PATH}/{id}/end`,
  summary: 'End a recurring invoice',
  description: 'For good. Invoices that were issued stay as they are.',
  tag: TAG,
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['recurring_not_found'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    if (!(await endRecurring(tx, account, id))) return
    await audit(tx, { action: 'recurring_invoice.ended', subjectId: id })
  })
  return { status: 200, body: {} }
})

export const deleteRecurringInvoice = operation({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Delete a recurring invoice',
  description: 'Only before its first invoice.',
  tag: TAG,
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['recurring_not_found', 'recurring_has_invoices'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    await deleteRecurring(tx, account, id)
    await audit(tx, { action: 'recurring_invoice.deleted', subjectId: id })
  })
  return { status: 200, body: {} }
})
