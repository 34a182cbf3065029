import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inOrmTransaction } from '@/lib/db/transaction'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { success } from '@/lib/http/schemas'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { customer, customerDetail, presentCustomer, presentCustomerDetail } from './answer'
import { changeCustomer, saveNewCustomer, wordsOfChanges } from './customer'
import { customerBody, customerChangesBody } from './customer-body'
import { customersForPrograms } from './customer-list'

/** Contract, endpoint 1. */
export const createCustomer = operation({
  method: 'POST',
  path: '/api/v2/customer',
  summary: 'Create a customer',
  description: 'Adds a person or company that you bill or pay out to.',
  tag: 'Customers',
  access: apiKey({ missingKey: 'invalid_api_key', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(customerBody),
  answers: {
    201: z
      .object({ status: success, message: z.literal('Customer created successfully'), customer })
      .describe('Customer created'),
  },
  errors: ['customer_email_taken'],
  idempotency: 'for 24 hours',
  example: {
    body: {
      name: 'Mary Jackson',
      email: 'mary@example.com',
      group: 'Retainer',
      city: 'Hampton',
      state: 'VA',
      zip: '23666',
      country: 'US',
      metadata: { crm_id: 'C-118' },
    },
  },
}).handle(({ account, input, commit }) =>
  commit.statement(async (on) => {
    const created = await saveNewCustomer(on, account.id, input, commit.requestId)
    return {
      status: 201,
      body: {
        status: 'success',
        message: 'Customer created successfully',
        customer: presentCustomer(created),
      },
    }
  }),
)

/** Beyond the contract. */
export const listCustomers = operation({
  method: 'GET',
  path: '/api/v2/customers',
  summary: 'List customers',
  description: 'Returns your customers, newest first, a page at a time.',
  tag: 'Customers',
  notes: LIST_NOTES,
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  query: customersForPrograms.query,
  answers: {
    200: z
      .object({ status: success, customers: z.array(customerDetail), next_cursor: nextCursor })
      .describe('A page of customers'),
  },
  errors: listErrors,
}).handle(async ({ account, query }) => {
  const { rows, nextCursor } = await customersForPrograms.read(account.id, query)
  const customers = rows.map(presentCustomerDetail)
  return { status: 200, body: { status: 'success', customers, next_cursor: nextCursor } }
})

/** Beyond the contract. */
export const updateCustomer = operation({
  method: 'PATCH',
  path: '/api/v2/customer/{customer_id}',
  summary: 'Update a customer',
  description: 'Changes the fields that the body has, by the same rules as creating a customer.',
  tag: 'Customers',
  notes: [
    'A field that is not sent stays as it is. An optional one that is `null` or blank is cleared.',
    'Invoices keep the email that they were sent to, and the name and address that they were issued with.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(customerChangesBody),
  answers: { 200: z.object({ status: success, customer: customerDetail }).describe('Customer updated') },
  errors: ['customer_not_found', 'customer_email_taken'],
  example: { body: { group: 'Retainer', zip: '23666' } },
}).handle(async ({ account, params, input, clientAddress }) => {
  const updated = await inOrmTransaction(async (tx) => {
    const { customer, changed } = await changeCustomer(tx, account.id, params.customer_id, input)
    if (changed.length > 0) {
      await recordAuditEvent(tx, {
        vendorId: account.vendorId,
        accountId: account.id,
        action: 'customer.changed',
        subjectId: customer.id,
        detail: `${customer.name}: ${wordsOfChanges(changed)}, by an API key`,
        address: clientAddress,
      })
    }
    return customer
  })
  return { status: 200, body: { status: 'success', customer: presentCustomerDetail(updated) } }
})
