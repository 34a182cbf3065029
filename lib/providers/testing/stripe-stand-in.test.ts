import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripePayoutProvider } from '@/lib/providers/stripe-payouts/payout-provider'
import { memoryStore } from './airwallex-stand-in'
import { acceptedValue, callProvider } from './contract'
import { transferTo } from './payout-provider-contract'
import { FINANCIAL_ACCOUNT, STRIPE_ACCOUNTS } from './stripe-payout-books'
import { StripeStandIn } from './stripe-stand-in'

let standIn: StripeStandIn
let sessionId: string
let paymentId: string
let payoutId: string

beforeAll(async () => {
  standIn = await StripeStandIn.start()
  sessionId = (await ask('POST', '/v1/checkout/sessions', session())).body.id
  const paid = (await ask('POST', '/v1/checkout/sessions', session())).body.id
  paymentId = standIn.books.pay(paid)
  const { secretKey, apiBase } = standIn
  const provider = createStripePayoutProvider({
    ...{ secretKey, apiBase, financialAccount: FINANCIAL_ACCOUNT },
    ...{ networks: ['RTP'], recipients: memoryStore() },
  })
  const request = transferTo(STRIPE_ACCOUNTS.delivered)
  payoutId = acceptedValue(await callProvider((signal) => provider.send(request, signal))).id
})
afterAll(() => standIn?.close())

type Parameters = Record<string, string>
type Asked = {
  status: number
  body: { id: string; error?: { code?: string; param?: string; message: string } }
}

/** A call with the headers of a well-behaved client: a form in v1, JSON in v2. */
async function ask(
  method: string,
  path: string,
  parameters: Parameters | { json: object } = {},
): Promise<Asked> {
  const { host, port } = standIn.apiBase
  const isJson = 'json' in parameters
  const text = isJson ? JSON.stringify(parameters.json) : new URLSearchParams(parameters).toString()
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  const key = `${isJson ? 'payout' : 'checkout'}:${randomUUID()}`
  const answer = await fetch(`http://${host}:${port}${path}${method === 'GET' ? `?${text}` : ''}`, {
    method,
    headers: {
      authorization: `Bearer ${standIn.secretKey}`,
      'stripe-version': Stripe.API_VERSION,
      ...(method === 'POST' ? { 'content-type': type, 'idempotency-key': key } : {}),
    },
    ...(method === 'POST' ? { body: text } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Asked['body'] }
}

const session = (changes: Parameters = {}): Parameters => ({
  mode: 'payment',
  customer_email: 'ann@example.com',
  success_url: 'https://example.com/',
  'adaptive_pricing[enabled]': 'false',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '2500',
  'line_items[0][price_data][product_data][name]': 'Invoice',
  'metadata[counterfoil_key]': 'a key',
  'payment_intent_data[metadata][counterfoil_key]': 'a key',
  ...changes,
})

describe('the stand-in of Stripe refuses', () => {
  test('nothing of a session that is as it should be', async () => {
    expect((await ask('POST', '/v1/checkout/sessions', session())).status).toBe(200)
  })

  test.each([
    ['mode', 'pay'],
    ['line_items[0][quantity]', 'one'],
    ['line_items[0][price_data][currency]', 'USD'],
    ['line_items[0][price_data][unit_amount]', '25.00'],
    ['success_url', 'example.com'],
    ['adaptive_pricing[enabled]', 'true'],
  ])('a session with a value that %s does not take: %s', async (param, value) => {
    const { status, body } = await ask('POST', '/v1/checkout/sessions', session({ [param]: value }))
    expect({ status, param: body.error?.param }).toEqual({ status: 400, param })
  })

  test.each([
    'customer_mail',
    'metadata[another_key]',
    'line_items[0][price]',
    'line_items[1][quantity]',
    'expand[0]',
  ])('a session with a parameter that it doesn’t know: %s', async (param) => {
    const { status, body } = await ask('POST', '/v1/checkout/sessions', session({ [param]: 'x' }))
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'parameter_unknown', param })
  })

  test('a session without what it insists on', async () => {
    const { mode: _, ...rest } = session()
    const { status, body } = await ask('POST', '/v1/checkout/sessions', rest)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'parameter_missing', param: 'mode' })
  })

  const lists = [
    'payment_intents',
    'refunds',
    'disputes',
    'payouts',
    'webhook_endpoints',
    'radar/early_fraud_warnings',
  ]
  test.each(lists)('a page of %s that is too long', async (list) => {
    expect((await ask('GET', `/v1/${list}`, { limit: '100' })).status).toBe(200)
    for (const limit of ['500', '0', 'many']) {
      const { status, body } = await ask('GET', `/v1/${list}`, { limit })
      expect({ status, param: body.error?.param }).toEqual({ status: 400, param: 'limit' })
    }
  })

  test.each([
    ...lists.map((list) => [list, () => `/v1/${list}`] as const),
    ['a session', () => `/v1/checkout/sessions/${sessionId}`] as const,
    ['a payment', () => `/v1/payment_intents/${paymentId}`] as const,
    ['the balance', () => '/v1/balance'] as const,
  ])('a parameter of %s that it doesn’t know', async (_what, path) => {
    expect((await ask('GET', path())).status).toBe(200)
    const { status, body } = await ask('GET', path(), { since: '1' })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'parameter_unknown', param: 'since' })
  })

  test.each([
    ['a refund', () => '/v1/refunds', (): Parameters => ({ payment_intent: paymentId, amount: '1' })],
    ['the end of a session', () => `/v1/checkout/sessions/${sessionId}/expire`, (): Parameters => ({})],
  ])('%s with a parameter that it doesn’t know, and nothing is done', async (_what, path, parameters) => {
    const { status, body } = await ask('POST', path(), { ...parameters(), why: 'x' })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'parameter_unknown', param: 'why' })
    expect(standIn.books.refunds).toEqual([])
    expect(standIn.books.session(sessionId).status).toBe('open')
  })
})

describe('the stand-in of Stripe’s API v2 refuses', () => {
  const payment = () => structuredClone(standIn.payoutBooks.payments[0]?.body ?? {})

  test.each([
    ['description', { description: 'x' }],
    ['to.account', { to: { account: 'x' } }],
    ['amount.currency', { amount: { value: 2500, currency: 'USD' } }],
    ['amount.value', { amount: { value: 25.5, currency: 'usd' } }],
    ['recipient_notification.setting', { recipient_notification: { setting: 'configured' } }],
    ['from.financial_account', { from: { financial_account: {} } }],
    ['constructor', { constructor: 'x' }],
  ])('a payment with a field that it doesn’t know or can’t read: %s', async (field, change) => {
    const before = standIn.payoutBooks.payments.length
    const { status, body } = await ask('POST', '/v2/money_management/outbound_payments', {
      json: { ...payment(), ...change },
    })
    expect(status).toBe(400)
    expect(body.error).toEqual({ code: 'invalid_fields', message: `Invalid field: ${field}` })
    expect(standIn.payoutBooks.payments).toHaveLength(before)
  })

  test.each([
    ['/v2/core/accounts', 'nickname'],
    ['/v2/money_management/outbound_setup_intents', 'nickname'],
  ])('a request to %s with a field that it doesn’t know', async (path, field) => {
    const { status, body } = await ask('POST', path, { json: { [field]: 'x' } })
    expect(status).toBe(400)
    expect(body.error).toEqual({ code: 'invalid_fields', message: `Invalid field: ${field}` })
  })

  test.each([
    ['the list of payments', () => '/v2/money_management/outbound_payments'],
    ['a payment', () => `/v2/money_management/outbound_payments/${payoutId}`],
    ['the financial account', () => `/v2/money_management/financial_accounts/${FINANCIAL_ACCOUNT}`],
  ])('a parameter of %s that it doesn’t know', async (_what, path) => {
    expect((await ask('GET', path())).status).toBe(200)
    const { status, body } = await ask('GET', path(), { created: '1' })
    expect(status).toBe(400)
    expect(body.error).toEqual({ code: 'invalid_fields', message: 'Invalid field: created' })
  })
})
