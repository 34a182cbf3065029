import { z } from 'zod'
import { recordKeyAct } from '@/lib/api-keys/api-keys'
import { apiKey } from '@/lib/api-keys/key-access'
import { isStorableText } from '@/lib/db/storable-text'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { orderedBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { success } from '@/lib/http/schemas'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { ARCHIVED_CUSTOMER, customer, customerDetail, presentCustomer, presentCustomerDetail } from './answer'
import {
  changeCustomer,
  markCustomerArchived,
  saveExternalCustomer,
  saveNewCustomer,
  wordsOfChanges,
} from './customer'
import { customerBody, customerChangesBody, externalCustomerBody, externalIdInPath } from './customer-body'
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
  errors: ['customer_email_taken', 'customer_external_id_taken'],
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
      phone: '+1 757 555 0100',
      copy_emails: ['books@example.com'],
      external_id: 'user_118',
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
  description: 'Updates the fields that you send, by the same rules as creating a customer.',
  tag: 'Customers',
  notes: [
    'A field that is not sent stays as it is. An optional one that is `null` or blank is cleared; `name` and `email` can’t be: they are refused with `name and email are required`.',
    '`metadata` replaces what there is, as a whole. To add a key, send all that you want to keep.',
    'Invoices keep the email that they were sent to, and the name, address and `copy_emails` that they were issued with.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(customerChangesBody),
  answers: { 200: z.object({ status: success, customer: customerDetail }).describe('Customer updated') },
  errors: [
    'customer_not_found',
    'customer_email_taken',
    'customer_external_id_taken',
    'customer_tax_id_required',
  ],
  example: { body: { group: 'Retainer', zip: '23666' } },
}).handle(async ({ account, apiKeyId, params, input, clientAddress }) => {
  const updated = await inOrmTransaction(async (tx) => {
    const { customer, changed } = await changeCustomer(tx, account.id, params.customer_id, input)
    if (changed.length > 0) {
      const detail = `${customer.name}: ${wordsOfChanges(changed)}`
      const act = { action: 'customer.changed', subjectId: customer.id, detail } as const
      await recordKeyAct(tx, account, { apiKeyId, clientAddress }, act)
    }
    return customer
  })
  return { status: 200, body: { status: 'success', customer: presentCustomerDetail(updated) } }
})

/** Beyond the contract. */
export const saveCustomerByExternalId = operation({
  method: 'PUT',
  path: '/api/v2/customers/external/{external_id}',
  summary: 'Create or update a customer by your own id',
  description:
    'Creates a customer with this `external_id`, or updates the one that has it. The same request again changes nothing more.',
  tag: 'Customers',
  notes: [
    'In an update, a field that is not sent stays as it is, and an optional one that is `null` or blank is cleared. `name` and `email` are always needed.',
    'A customer that has the email, but another `external_id` or none, is not taken over: the answer is 409. `Location` leads to that customer. To link it, update it with your `external_id`.',
    'Percent-encode the id where it has a slash or other characters that a path can’t hold.',
  ],
  params: { external_id: 'Your own id, up to 255 characters, percent-encoded.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  body: orderedBody(externalCustomerBody),
  answers: {
    200: z.object({ status: success, customer: customerDetail }).describe('Customer updated'),
    201: z.object({ status: success, customer: customerDetail }).describe('Customer created'),
  },
  errors: [...externalIdInPath.errors, 'customer_email_taken', 'customer_tax_id_required'],
  example: { body: { name: 'Mary Jackson', email: 'mary@example.com' } },
}).handle(async ({ account, apiKeyId, params, input, clientAddress, requestId }) => {
  const externalId = externalIdInPath.read(decoded(params.external_id), { path: 'external_id', body: {} })
  const saved = await inOrmTransaction(async (tx) => {
    const result = await saveExternalCustomer(tx, account.id, externalId, input, requestId)
    if (result.changed.length > 0) {
      const detail = `${result.customer.name}: ${wordsOfChanges(result.changed)}`
      const act = { action: 'customer.changed', subjectId: result.customer.id, detail } as const
      await recordKeyAct(tx, account, { apiKeyId, clientAddress }, act)
    }
    return result
  })
  const body = { status: 'success' as const, customer: presentCustomerDetail(saved.customer) }
  return saved.isNew ? { status: 201, body } : { status: 200, body }
})

/** A segment of a path, without its percent-encoding; null if it isn't text that can be stored. */
function decoded(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment)
    return isStorableText(text) ? text : null
  } catch {
    return null
  }
}

/** Beyond the contract. */
export const archiveCustomer = operation({
  method: 'DELETE',
  path: '/api/v2/customer/{customer_id}',
  summary: 'Archive a customer',
  description:
    'From then on the customer takes no invoice, payout or bank account. Existing invoices and payouts are unchanged, and open invoices can still be paid.',
  tag: 'Customers',
  notes: [
    'You can still get an archived customer, but lists have it with `archived=true` only. To anything that would change it, it is as missing as an unknown one, also to a second request to archive it.',
    'Another customer may have its email and `external_id` from then on. An invoice to the email creates that customer.',
    'A scheduled payout to the customer is not sent on its day, and recurring invoices and payouts stop. You are told of each by mail.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  answers: {
    200: z
      .object({ status: success, customer: customerDetail })
      .describe('Customer archived')
      .meta({ examples: [{ status: 'success', customer: ARCHIVED_CUSTOMER }] }),
  },
  errors: ['customer_not_found'],
}).handle(async ({ account, apiKeyId, params, clientAddress }) => {
  const archived = await inTransaction(async (tx) => {
    const customer = await markCustomerArchived(tx, account.id, params.customer_id)
    const detail = `${customer.name} (${customer.email})`
    const act = { action: 'customer.archived', subjectId: customer.id, detail } as const
    await recordKeyAct(tx, account, { apiKeyId, clientAddress }, act)
    return customer
  })
  return { status: 200, body: { status: 'success', customer: presentCustomerDetail(archived) } }
})
