import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint, Json } from '@/components/docs/reference'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { flushRequests } from '@/lib/http/record-request'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { disputeAsBuyer } from '@/lib/test-mode/dispute-test-invoice'
import { payAsBuyer } from '@/lib/test-mode/pay-test-invoice'
import { capitalised } from '@/packages/client/codegen/model'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { type Answer, send } from './operations.fixture'
import { ENDPOINTS, OBJECTS } from './reference'

test('each page names the methods of the clients, which have them', () => {
  const python = readFileSync('packages/python/counterfoil/__init__.py', 'utf8')
  const typescript = readFileSync('packages/client/src/generated/api.ts', 'utf8')
  for (const { client } of ENDPOINTS) {
    const [, resource, method] = client.python.split(/[.(]/)
    const [, name = '', call] = client.typescript.split(/[.(]/)
    expect(python).toContain(`self.${resource} = _${capitalised(name)}(transport)`)
    expect(python).toMatch(
      new RegExp(`class _${capitalised(name)}\\(_Resource\\):(?:(?!\nclass )[^])*?\n    def ${method}\\(`),
    )
    expect(typescript).toMatch(new RegExp(`\n  ${call}(?:<\\w+>)?\\(`))
  }
})

const answers = new Map<Endpoint, Answer>()

const NEED_UNPAID = ['update-invoice', 'send-invoice', 'void-invoice', 'credit-invoice', 'pay-test-invoice']

/** Runs the examples in order; each uses the ids that earlier ones returned. */
beforeAll(async () => {
  const { test: account } = await buildVendor()
  const key = await buildApiKey(account)
  const variables: Record<string, string> = { EXTERNAL_ID: 'user_118' }
  const filled = (text: string) => text.replace(/\$([A-Z_]+)/g, (_, name) => variables[name] ?? '')
  let paidInvoiceId = ''
  for (const endpoint of ENDPOINTS) {
    // The invoice of the examples is paid by now.
    if (NEED_UNPAID.includes(endpoint.id)) variables.INVOICE_ID = await unpaidInvoice(key, filled)
    if (endpoint.id === 'refund-invoice') variables.INVOICE_ID = paidInvoiceId
    if (endpoint.id === 'get-dispute') {
      const invoiceId = await unpaidInvoice(key, filled)
      await payAsBuyer(account.id, invoiceId, 'paid')
      variables.DISPUTE_ID = (await disputeAsBuyer(account.id, invoiceId, 'opened')).id
    }
    // Requests are written a moment later.
    if (endpoint.id === 'get-trace') await flushRequests()
    const { path, body } = endpoint.example
    // The example shows the first one.
    const query = endpoint.id === 'list-events' ? '?limit=1' : ''
    const answer = await send(endpoint, {
      path: filled(path) + query,
      key,
      body: body && JSON.parse(filled(JSON.stringify(body))),
    })
    answers.set(endpoint, answer)
    for (const name of [
      'customer',
      'invoice',
      'bank_account',
      'payout',
      'payout_batch',
      'recurring_invoice',
      'refund',
      'credit',
      'webhook_endpoint',
    ]) {
      const record = answer.body[name]
      if (record && typeof record === 'object' && 'id' in record) {
        variables[`${name.toUpperCase()}_ID`] = String(record.id)
      }
    }
    if (endpoint.id === 'create-payout') variables.ID = variables.PAYOUT_ID ?? ''
    if (endpoint.id === 'list-events') variables.EVENT_ID = await deliverFirst(account.id)
    if (endpoint.id !== 'create-invoice') continue
    paidInvoiceId = variables.INVOICE_ID ?? ''
    const ids = { accountId: account.id, invoiceId: paidInvoiceId }
    await inOrmTransaction((tx) => recordTestPayment(tx, ids, paymentProviderFor('test')))
  }
})

/** The invoice of the examples once more. */
async function unpaidInvoice(key: string, filled: (text: string) => string): Promise<string> {
  const create = ENDPOINTS.find(({ id }) => id === 'create-invoice')
  if (!create) throw new Error('invoices can be created')
  const body = JSON.parse(filled(JSON.stringify(create.example.body)))
  const answer = await send(create, { path: create.example.path, key, body })
  return String((answer.body.invoice as { id: string }).id)
}

/** Ends the delivery of the account's first event, whose id it returns. */
async function deliverFirst(accountId: string): Promise<string> {
  const { id: eventId } = await database().event.findFirstOrThrow({ where: { accountId, sequence: 1 } })
  const { id } = await database().webhookDelivery.findFirstOrThrow({ where: { accountId, eventId } })
  const answer = { responseStatus: 200, responseBody: 'ok', durationMs: 84, createdAt: new Date() }
  await database().webhookAttempt.create({
    data: { accountId, deliveryId: id, number: 1, requestHeaders: '{}', ...answer },
  })
  await database().webhookDelivery.update({
    where: { accountId_id: { accountId, id } },
    data: { status: 'DELIVERED', attemptCount: 1, nextAttemptAt: null },
  })
  return eventId
}

test.each(ENDPOINTS)('$title: the example is answered as documented, field by field', (endpoint) => {
  const answer = answers.get(endpoint)
  expect(answer?.status).toBe(endpoint.example.status)
  // Compared as text, because the order of the fields is documented too.
  expect(comparable(answer?.body ?? null)).toBe(comparable(endpoint.example.answer))
})

test.each(OBJECTS)('the object $title has the documented fields', ({ id, fields }) => {
  const objectPlace = SHOWN_BY[id]
  const answer = ENDPOINTS.find((endpoint) => endpoint.id === objectPlace?.endpoint)?.example.answer
  const object = objectPlace && partOf(answer ?? null, objectPlace.field)
  // Each type of event has data of its own.
  const names = fieldNames(object ?? null).filter((name) => !name.startsWith('data.'))
  // The examples are of an invoice that is neither void nor credited, of what is neither archived nor entered by a payee, of a customer
  // without a tax ID or a buyer reference, of a payout that doesn't wait, and of a batch without a failure.
  const absent =
    /^(?:voided_on|amount_credited|archived_at|tax_id|buyer_reference|bank_account_link_id|waiting_for|failures\[\]\..+)$/
  const documented = fields
    .map(({ name }) => name)
    .filter((name) => !absent.test(name) || names.includes(name))
  expect(documented).toEqual(names)
})

/** The first object at a dotted path. */
function partOf(answer: Json, path: string): Json {
  const part = path
    .split('.')
    .reduce<Json>((value, name) => (value as { [name: string]: Json })[name] ?? null, answer)
  return Array.isArray(part) ? part[0] : part
}

const SHOWN_BY: Record<string, { endpoint: string; field: string }> = {
  'customer-object': { endpoint: 'create-customer', field: 'customer' },
  'new-invoice-object': { endpoint: 'create-invoice', field: 'invoice' },
  'invoice-object': { endpoint: 'get-invoice', field: 'invoice' },
  'bank-account-object': { endpoint: 'add-bank-account', field: 'bank_account' },
  'bank-account-link-object': { endpoint: 'create-bank-account-link', field: 'bank_account_link' },
  'payout-object': { endpoint: 'create-payout', field: 'payout' },
  'customer-detail-object': { endpoint: 'list-customers', field: 'customers' },
  'invoice-detail-object': { endpoint: 'void-invoice', field: 'invoice' },
  'recurring-invoice-object': { endpoint: 'create-recurring-invoice', field: 'recurring_invoice' },
  'payout-batch-object': { endpoint: 'create-payout-batch', field: 'payout_batch' },
  'payout-detail-object': { endpoint: 'get-payout', field: 'payout' },
  'balance-object': { endpoint: 'get-wallet', field: 'balances.USD' },
  'wallet-entry-object': { endpoint: 'list-wallet-entries', field: 'entries' },
  'fraud-warning-object': { endpoint: 'warn-of-test-fraud', field: 'fraud_warning' },
  'dispute-object': { endpoint: 'dispute-test-invoice', field: 'dispute' },
  'refund-object': { endpoint: 'refund-invoice', field: 'refund' },
  'credit-object': { endpoint: 'credit-invoice', field: 'credit' },
  'webhook-endpoint-object': { endpoint: 'list-webhook-endpoints', field: 'webhook_endpoints' },
  'webhook-endpoint-with-secret-object': { endpoint: 'add-webhook-endpoint', field: 'webhook_endpoint' },
  'event-object': { endpoint: 'list-events', field: 'events' },
  'event-with-deliveries-object': { endpoint: 'get-event', field: 'event' },
}

const VARIABLE_PARTS: [RegExp, string][] = [
  [/"whsec_[^"]+"/g, '"<secret>"'],
  [/"duration_ms": \d+/g, '"duration_ms": <number>'],
  // Other examples cause events too.
  [/"sequence": \d+/g, '"sequence": <number>'],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '<time>'],
  [/\d{4}-\d\d-\d\d/g, '<date>'],
  [/\d\d [A-Z][a-z]{2}, \d{4}/g, '<day>'],
  [/https?:\/\/[^/"]+\/pay\/[0-9A-Za-z]{44}/g, '<payment link>'],
  [/https?:\/\/[^/"]+\/bank-details\/bal_[0-9A-Za-z]{54}/g, '<link>'],
  [/https?:\/\/[^/"]+\/customers\//g, '<dashboard>/'],
  [/"number": "INV-\d+/g, '"number": "<invoice number>'],
  [/"provider_url": "[^"]+"/g, '"provider_url": "<page of the provider>"'],
  [/"provider_checkout_session_id": \d+/g, '"provider_checkout_session_id": <number>'],
]

/** The JSON with placeholders for parts that differ between runs. */
function comparable(value: Json): string {
  return VARIABLE_PARTS.reduce(
    (text, [pattern, placeholder]) => text.replace(pattern, placeholder),
    JSON.stringify(value, null, 2),
  )
}

/** Field paths as the tables write them: `address.city`, `items[].qty`. */
function fieldNames(value: Json, prefix = ''): string[] {
  if (Array.isArray(value)) return fieldNames(value[0] ?? null, `${prefix.slice(0, -1)}[].`)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    prefix + name,
    // Its names are the vendor's own.
    ...(name === 'metadata' ? [] : fieldNames(inner, `${prefix}${name}.`)),
  ])
}
