import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, type Fields, send } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { bankAccountBody, customerBody, invoiceBody, payoutBody } from '../fixtures/request-bodies'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let customerId: string
let bankAccountId: string

beforeAll(async () => {
  vendor = await freshVendor()
  customerId = await vendor.customer()
  bankAccountId = await vendor.bankAccount(customerId)
  await vendor.credit('500')
})

/** An invoice that a test card has paid. */
async function cardInvoice(): Promise<string> {
  const id = await vendor.invoice()
  expect((await vendor.post(`/test/invoice/${id}/pay`, {})).status).toBe(200)
  return id
}

/** A payout without an outcome yet. */
const processingPayout = () => vendor.builtPayout(customerId, bankAccountId)

type Helper = {
  path: () => Promise<string>
  method?: 'GET' | 'DELETE'
  body?: Fields
  scope: string
  missingKey: [number, string]
  isTestOnly: boolean
}

const KEY_MISSING: [number, string] = [401, 'api_key is required']
const HELPERS: Record<string, Helper> = {
  'pay an invoice': {
    path: async () => `/test/invoice/${await vendor.invoice()}/pay`,
    body: { outcome: 'paid' },
    scope: 'invoices',
    missingKey: KEY_MISSING,
    isTestOnly: true,
  },
  'dispute an invoice': {
    path: async () => `/test/invoice/${await cardInvoice()}/dispute`,
    body: { outcome: 'opened' },
    scope: 'payouts',
    missingKey: KEY_MISSING,
    isTestOnly: true,
  },
  'settle a payout': {
    path: async () => `/test/payout/${await processingPayout()}/settle`,
    body: { outcome: 'paid' },
    scope: 'payouts',
    missingKey: KEY_MISSING,
    isTestOnly: true,
  },
  'credit the wallet': {
    path: async () => '/test/wallet/credit',
    body: { amount: 5 },
    scope: 'payouts',
    missingKey: KEY_MISSING,
    isTestOnly: true,
  },
  'advance the clock': {
    path: async () => '/test/clock/advance',
    body: { days: 1 },
    scope: 'invoices',
    missingKey: KEY_MISSING,
    isTestOnly: true,
  },
  'add a webhook endpoint': {
    path: async () => '/webhook-endpoints',
    body: { url: 'https://shop.example.com/hooks' },
    scope: 'payouts',
    missingKey: [400, 'api_key is required'],
    isTestOnly: false,
  },
  'list webhook endpoints': {
    path: async () => '/webhook-endpoints',
    method: 'GET',
    scope: 'read',
    missingKey: [400, 'api_key parameter is required'],
    isTestOnly: false,
  },
  'remove a webhook endpoint': {
    path: async () => `/webhook-endpoints/${UNKNOWN_ID}`,
    method: 'DELETE',
    scope: 'payouts',
    missingKey: [400, 'api_key is required'],
    isTestOnly: false,
  },
}

describe.each(Object.entries(HELPERS))('%s', (_, helper) => {
  const { method = 'POST', body = {}, scope } = helper
  const ask = async (key: string | null, headers: Record<string, string> = {}, given = body) =>
    send({
      method,
      path: `/api/v2${await helper.path()}`,
      body: method === 'POST' ? given : undefined,
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
    })

  test('needs a known key of its scope and from its address, and a vendor that is not banned', async () => {
    const flags = { vendor: vendor.email, mode: 'test' }
    const create = async (limits: Record<string, string>) =>
      (await operate<{ key: string }>('key create', { ...flags, ...limits })).key
    const others = ['read', 'invoices', 'payouts'].filter((each) => each !== scope).join()
    expectRefusal(await ask(null), ...helper.missingKey)
    expectRefusal(await ask('x'), 401, 'Invalid API Key')
    const { status, body: wrongScope } = await ask(await create({ scopes: others }))
    expect([status, wrongScope.error]).toEqual([403, `This API key does not have the scope ${scope}`])
    expect((await ask(await create({ addresses: '192.0.2.0/24' }))).status).toBe(403)
    const banned = await freshVendor()
    await banned.ban()
    const ofBanned = await ask(banned.key)
    if (method === 'GET') expect(ofBanned.status).toBe(200)
    else expectRefusal(ofBanned, 403, 'This vendor account has been banned.')
  })

  test.skipIf(method === 'GET')('refuses a body that is no JSON', async () => {
    const path = `/api/v2${await helper.path()}`
    // Node.js sends the body of a DELETE without its length.
    const headers = { 'content-length': '1' }
    expectRefusal(await send({ method, path, body: '[', headers }), 400, 'Invalid JSON body')
  })

  test.skipIf(!helper.isTestOnly)('is not there for a live key', async () => {
    const live = await vendor.live()
    expectRefusal(await ask(live.key), 404, 'Not found')
  })

  test.skipIf(method !== 'POST')('takes an Idempotency-Key', async () => {
    const path = `/api/v2${await helper.path()}`
    const under = (key: string, given: Fields = body) => {
      const headers = { authorization: `Bearer ${vendor.key}`, 'idempotency-key': key }
      return send({ method, path, body: given, headers })
    }
    expectRefusal(await under(''), 400, 'Idempotency-Key must not be empty')
    expectRefusal(await under('k'.repeat(256)), 400, 'Idempotency-Key must be at most 255 characters')
    const key = `helper-${scope}-${path}`.slice(0, 255)
    const first = await under(key)
    expect(first.status, first.text).toBeLessThan(300)
    expect((await under(key)).body).toEqual(first.body)
    expect((await under(key, { ...body, note: 'another' })).status).toBe(422)
  })
})

describe('what a helper refuses', () => {
  const refused = async (path: string, body: Fields, status: number, error: string | RegExp) => {
    const answer = await vendor.post(path, body)
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(error)])
  }

  test('to pay', async () => {
    const [open, paid, voided, paying] = [
      await vendor.invoice(),
      await cardInvoice(),
      await vendor.invoice(),
      await vendor.invoice(),
    ]
    await vendor.post(`/invoice/${voided}/void`, {})
    // They read the settings that the fixtures have made, and so are imported after them.
    const { inDriverTransaction } = await import('@/lib/db/transaction')
    const { paymentToken } = await import('@/lib/http/links')
    const { startPayment } = await import('@/lib/payments/start-payment')
    const { rows } = await database.query<{ pay_token: string }>(
      'SELECT pay_token FROM invoices WHERE account_id = $1 AND id = $2',
      [vendor.account.id, paying],
    )
    const token = paymentToken(vendor.account.id, rows[0]?.pay_token ?? '')
    await inDriverTransaction((tx) => startPayment(tx, token, { providerName: 'sandbox', leaseMs: 60_000 }))
    await refused(`/test/invoice/${open}/pay`, { outcome: 'perhaps' }, 400, /^outcome must be one of /)
    await refused(`/test/invoice/${UNKNOWN_ID}/pay`, {}, 404, 'Invoice not found')
    await refused(`/test/invoice/${paid}/pay`, {}, 409, 'Invoice is already paid')
    await refused(`/test/invoice/${voided}/pay`, {}, 409, 'Invoice was voided')
    await refused(`/test/invoice/${paying}/pay`, {}, 409, 'A payment for this invoice is in progress')
  })

  test('to dispute', async () => {
    const [open, paid, byHand, disputed] = [
      await vendor.invoice(),
      await cardInvoice(),
      await vendor.paidInvoice(10),
      await cardInvoice(),
    ]
    const path = (id: string) => `/test/invoice/${id}/dispute`
    expect((await vendor.post(path(disputed), {})).status).toBe(200)
    await refused(path(open), { outcome: 'perhaps' }, 400, /^outcome must be one of /)
    await refused(path(UNKNOWN_ID), {}, 404, 'Invoice not found')
    await refused(path(open), {}, 409, 'Invoice is not paid')
    await refused(path(byHand), {}, 409, 'Invoice was marked as paid without a payment')
    await refused(path(paid), { outcome: 'won' }, 409, 'Invoice has no open dispute')
    await refused(path(disputed), {}, 409, 'Nothing of the payment is left to dispute')
  })

  test('to settle', async () => {
    const { payout } = (await vendor.post(`/customer/${customerId}/payout`, payoutBody(bankAccountId))).body
    const path = (id: string) => `/test/payout/${id}/settle`
    await refused(path(payout.id), { outcome: 'perhaps' }, 400, /^outcome must be one of /)
    await refused(path(UNKNOWN_ID), { outcome: 'paid' }, 404, 'Payout not found')
    expect((await vendor.post(path(payout.id), { outcome: 'returned' })).status).toBe(200)
    const again = await vendor.post(path(payout.id), { outcome: 'paid' })
    expect(again.status, again.text).toBe(409)
  })

  test('to credit, and to let pass', async () => {
    const path = '/test/wallet/credit'
    await refused(path, {}, 400, 'amount is required')
    await refused(path, { amount: 'ten' }, 400, 'Invalid amount format')
    await refused(path, { amount: 0 }, 400, 'amount must be greater than 0')
    await refused(path, { amount: 1, currency: 5 }, 400, 'currency must be a string')
    await refused(path, { amount: 1, currency: 'X'.repeat(256) }, 400, /^currency must be at most /)
    await refused(path, { amount: 1, currency: 'XYZ' }, 400, 'Invalid currency')
    await refused('/test/clock/advance', { days: 0 }, 400, /^days must be a whole number from 1 to /)
  })

  test('to refund', async () => {
    const [open, paid] = [await vendor.invoice(), await vendor.paidInvoice(10)]
    const path = (id: string) => `/invoice/${id}/refund`
    await refused(path(open), {}, 409, 'Invoice is not paid')
    await refused(path(paid), { amount: 'ten' }, 400, 'Invalid amount format')
    await refused(path(paid), { amount: 0 }, 400, 'amount must be greater than 0')
    await refused(path(paid), { amount: 11 }, 400, 'Refund exceeds the amount that is left')
    const poor = await freshVendor()
    const spent = await poor.paidInvoice(10)
    const customer = await poor.customer()
    const account = await poor.bankAccount(customer)
    expect((await poor.post(`/customer/${customer}/payout`, payoutBody(account))).status).toBe(200)
    await poor.expectRefused(path(spent), {}, 400, 'Insufficient available balance')
  })
})

test('metadata of any object is refused unless it is flat and of texts', async () => {
  const metadata = { depth: { too: 'deep' } }
  const answers = [
    await vendor.post('/customer', { ...customerBody(), metadata }),
    await vendor.post('/invoice', { ...invoiceBody(), metadata }),
    await vendor.post(`/customer/${customerId}/bank-account`, { ...bankAccountBody(), metadata }),
    await vendor.post(`/customer/${customerId}/payout`, { ...payoutBody(bankAccountId), metadata }),
  ]
  for (const { status, body } of answers) {
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^metadata must be an object/)])
  }
})

test('a customer is changed to nothing that could not be created', async () => {
  // Without a webhook endpoint, to which deliveries may be under way.
  const own = await freshVendor()
  await own.customer({ email: 'taken@example.com' })
  const path = `/api/v2/customer/${await own.customer()}`
  const update = (body: Fields | string) =>
    send({
      method: 'PATCH',
      path,
      body: typeof body === 'string' ? body : { api_key: own.key, ...body },
    })
  await own.unchanged(async () => {
    expectRefusal(await update('['), 400, 'Invalid JSON body')
    expectRefusal(await update({ name: ' ' }), 400, 'name and email are required')
    expectRefusal(await update({ email: 'mary at example.com' }), 400, 'Invalid email format')
    expectRefusal(await update({ name: 5 }), 400, 'name must be a string')
    expect((await update({ group: 'x'.repeat(256) })).status).toBe(400)
    expectRefusal(await update({ preferred_currency: 'XYZ' }), 400, 'Invalid currency')
    expect((await update({ metadata: { depth: { too: 'deep' } } })).status).toBe(400)
    expect((await update({ email: 'TAKEN@example.com' })).status).toBe(409)
  })
})

test('trouble is simulated for test keys alone, and only of the kinds that there are', async () => {
  const ask = (key: string, kind: string) =>
    send({
      method: 'GET',
      path: '/api/v2/customers',
      headers: { authorization: `Bearer ${key}`, 'counterfoil-simulate': kind },
    })
  expect((await ask(vendor.key, 'rain')).status).toBe(400)
  expect((await ask((await vendor.live()).key, 'slow')).status).toBe(400)
})

test('the ledger is sound after all of it', () => vendor.expectSoundLedger())
