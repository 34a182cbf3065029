import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonBody } from '@/lib/http/input'
import { customerUrl } from '@/lib/http/links'
import { operation } from '@/lib/http/operation'
import { asJsonText, jsonNumber, success } from '@/lib/http/schemas'
import { tenantTurns } from '@/lib/http/tenant-turns'
import { invoice } from '@/lib/invoices/answer'
import { readCustomerWithPaidInvoices } from '@/lib/invoices/snapshot-json'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { customer, customerDetail, presentCustomer, presentCustomerDetail } from './answer'
import { createCustomer as create, updateCustomer as update, wordsOfChanges } from './customer'
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
  body: jsonBody(customerBody),
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
    const created = await create(on, account.id, input, commit.requestId)
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

/**
 * A customer with thousands of invoices takes the database some milliseconds. More of them at once would be no
 * faster, and would keep everybody else's short statements waiting.
 */
const inTurn = tenantTurns({ atOnce: 4, atOncePerTenant: 2, waitingPerTenant: 100 })

/** Contract, endpoint 2. A banned vendor may still read. */
export const getCustomer = operation({
  method: 'GET',
  path: '/api/v2/customer/{customer_id}',
  summary: 'Get a customer',
  description: 'Returns a customer with all of their paid invoices, latest payment first.',
  tag: 'Customers',
  notes: [
    "`customer_url` is the customer's page in your dashboard.",
    '`total_paid_amount` has one total per currency, including customer fees. It is `{}` before the first payment.',
    'A banned vendor can still get customers.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: {
    200: z
      .object({
        status: success,
        customer,
        customer_url: z
          .string()
          .describe("The customer's page in the dashboard.")
          .meta({ examples: ['https://pay.example.com/customers/0199d1c2-4101-7487-8f43-cf036d7d314b'] }),
        paid_invoices: asJsonText(z.array(invoice).describe('Sorted by payment date, newest first.')),
        total_paid_count: z
          .int()
          .describe('The number of paid invoices.')
          .meta({ examples: [1] }),
        total_paid_amount: asJsonText(
          z
            .record(z.string(), jsonNumber)
            .describe('The total paid, by currency code.')
            .meta({ examples: [{ USD: 159.28 }] }),
        ),
      })
      .describe('The customer'),
  },
  errors: ['customer_not_found'],
}).handle(async ({ account, params, whenGone }) => {
  const { customer, paidInvoices, paidCount, paidTotals } = await inTurn(
    { tenantId: account.id, whenGone },
    () => readCustomerWithPaidInvoices(connectionPool(), account.id, params.customer_id),
  )
  return {
    status: 200,
    body: {
      status: 'success',
      customer: presentCustomer(customer),
      customer_url: customerUrl(customer.id),
      paid_invoices: paidInvoices,
      total_paid_count: paidCount,
      total_paid_amount: paidTotals,
    },
  }
})

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
  body: jsonBody(customerChangesBody),
  answers: { 200: z.object({ status: success, customer: customerDetail }).describe('Customer updated') },
  errors: ['customer_not_found', 'customer_email_taken'],
  example: { body: { group: 'Retainer', zip: '23666' } },
}).handle(async ({ account, params, input, clientAddress }) => {
  const updated = await inOrmTransaction(async (tx) => {
    const { customer, changed } = await update(tx, account.id, params.customer_id, input)
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
