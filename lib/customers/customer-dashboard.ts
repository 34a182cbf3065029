import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields, orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { csvFile } from '@/lib/lists/csv'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { MAX_BODY_BYTES } from '@/lib/lists/parse-csv'
import {
  changeCustomer,
  markCustomerArchived,
  markCustomerUnarchived,
  rememberLocale,
  saveNewCustomer,
  wordsOfChanges,
} from './customer'
import { customerEditsBody, customerFormBody } from './customer-body'
import { customerList, customerRow } from './customer-list'
import { checkImport, importCheck, importCustomers, importFields, importResult } from './import-customers'

const PATH = '/api/dashboard/customers'

export const listCustomers = operation({
  method: 'GET',
  path: PATH,
  summary: 'List customers',
  tag: 'Customers',
  access: session('read'),
  query: listParameters(customerList),
  answers: { 200: listView(customerRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await customerList.read(account.id, query, account.zone),
}))

export const exportCustomers = operation({
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'Export customers',
  tag: 'Customers',
  access: session('read'),
  query: listParameters(customerList),
  answers: { 200: csvFile },
  errors: parameterErrors,
}).handle(({ account, query }) => customerList.export(account, query))

const TAX_ERRORS = ['customer_tax_id_required', 'exemption_reason_required'] as const

export const createCustomer = operation({
  method: 'POST',
  path: PATH,
  summary: 'Create a customer',
  tag: 'Customers',
  access: session('customers.write'),
  body: orderedBody(customerFormBody),
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: ['customer_email_taken', 'customer_external_id_taken', ...TAX_ERRORS],
}).handle(async ({ account, audit, input, requestId }) => {
  const { language, ...details } = input
  const { id } = await inOrmTransaction(async (tx) => {
    const customer = await saveNewCustomer(tx, account.id, details, requestId)
    await rememberLocale(tx, { accountId: account.id, customerId: customer.id }, language)
    const detail = `${customer.name} (${customer.email})`
    await audit(tx, { action: 'customer.created', subjectId: customer.id, detail })
    return customer
  })
  return { status: 201, body: { id } }
})

export const updateCustomer = operation({
  method: 'PATCH',
  path: `${PATH}/{id}`,
  summary: 'Update a customer',
  description: 'Changes the fields that are given, and leaves the others as they are.',
  tag: 'Customers',
  access: session('customers.write'),
  body: orderedBody(customerEditsBody),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['customer_not_found', 'customer_email_taken', ...TAX_ERRORS],
}).handle(async ({ account, audit, params, input: { language, ...details } }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const { customer, changed } = await changeCustomer(tx, account.id, params.id, details)
    const key = { accountId: account.id, customerId: customer.id }
    const isLanguageNew = language !== undefined && (await rememberLocale(tx, key, language))
    const names = isLanguageNew ? [...changed, 'language'] : changed
    if (names.length > 0) {
      const detail = `${customer.name}: ${wordsOfChanges(names)}`
      await audit(tx, { action: 'customer.changed', subjectId: customer.id, detail })
    }
    return customer
  })
  return { status: 200, body: { id } }
})

export const archiveCustomer = operation({
  method: 'POST',
  path: `${PATH}/{id}/archive`,
  summary: 'Archive a customer',
  tag: 'Customers',
  access: session('customers.write'),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['customer_not_found'],
}).handle(async ({ account, audit, params }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const customer = await markCustomerArchived(tx, account.id, params.id)
    const detail = `${customer.name} (${customer.email})`
    await audit(tx, { action: 'customer.archived', subjectId: customer.id, detail })
    return customer
  })
  return { status: 200, body: { id } }
})

export const unarchiveCustomer = operation({
  method: 'POST',
  path: `${PATH}/{id}/unarchive`,
  summary: 'Take a customer out of the archive',
  tag: 'Customers',
  access: session('customers.write'),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['customer_not_found', 'customer_email_taken', 'customer_external_id_taken'],
}).handle(async ({ account, audit, params }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const customer = await markCustomerUnarchived(tx, account.id, params.id)
    const detail = `${customer.name} (${customer.email})`
    await audit(tx, { action: 'customer.unarchived', subjectId: customer.id, detail })
    return customer
  })
  return { status: 200, body: { id } }
})

// A character may take six bytes in JSON.
const importLimits = { maximumBytes: MAX_BODY_BYTES }

export const checkCustomerImport = operation({
  method: 'POST',
  path: `${PATH}/import/check`,
  summary: 'Check a file of customers',
  description: 'Says what an import would do, row by row, and changes nothing.',
  tag: 'Customers',
  access: session('customers.write'),
  body: jsonFields(importFields, importLimits),
  answers: { 200: importCheck },
}).handle(async ({ account, input }) => ({
  status: 200,
  body: await checkImport(database(), account.id, input),
}))

export const importCustomerFile = operation({
  method: 'POST',
  path: `${PATH}/import`,
  summary: 'Import a file of customers',
  description:
    'All good rows at once. The same import again changes nothing and is answered in the same way.',
  tag: 'Customers',
  access: session('customers.write'),
  body: jsonFields(
    importFields.extend({ id: z.uuid().describe('From the check.'), name: z.string().min(1).max(255) }),
    importLimits,
  ),
  answers: { 200: importResult },
  errors: ['import_id_used'],
}).handle(async ({ account, audit, input: { name, ...input }, requestId }) => {
  const result = await inOrmTransaction(async (tx) => {
    const { result, isNew, changes } = await importCustomers(tx, account.id, input, requestId)
    if (isNew) {
      const { create: created, change: changed, refuse: refused } = result.counts
      const detail = `${name}: ${created} created, ${changed} changed, ${refused} refused`
      await audit(tx, { action: 'customer.imported', subjectId: input.id, detail })
      for (const { customerId, detail } of changes) {
        await audit(tx, { action: 'customer.changed', subjectId: customerId, detail })
      }
    }
    return result
  })
  return { status: 200, body: result }
})
