import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL, expectRefusal, type Fields, send } from '../fixtures/api-client'
import { type KeyOperation, testKeyRules } from '../fixtures/key-rules'
import { bankAccountBody, customerBody, payoutBody } from '../fixtures/request-bodies'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeAll(async () => {
  vendor = await freshVendor()
  await vendor.credit('100')
})

const put = (id: string, body: Fields) =>
  send({
    method: 'PUT',
    path: `/api/v2/customers/external/${encodeURIComponent(id)}`,
    body: { api_key: vendor.key, ...body },
  })
const remove = (path: string) =>
  send({ method: 'DELETE', path: `/api/v2${path}`, body: { api_key: vendor.key } })

const ARCHIVING: Record<string, KeyOperation> = {
  'archive customer': {
    method: 'DELETE',
    path: async () => `/api/v2/customer/${await vendor.customer()}`,
    scope: 'invoices',
    missingKey: [400, 'api_key is required'],
  },
  'archive bank account': {
    method: 'DELETE',
    path: async () => {
      const customerId = await vendor.customer()
      return `/api/v2/customer/${customerId}/bank-account/${await vendor.bankAccount(customerId)}`
    },
    scope: 'payouts',
    missingKey: [400, 'api_key is required'],
  },
}

describe.each(Object.entries(ARCHIVING))('%s', (_, operation) => testKeyRules(() => vendor, operation))

test('an external id belongs to one customer', async () => {
  const id = randomUUID()
  const { customer } = (await put(id, customerBody())).body
  const second = await vendor.post('/customer', { ...customerBody(), external_id: id })
  expectRefusal(second, 409, 'Customer with this external_id already exists')
  expect(second.headers.get('location')).toBe(`/api/v2/customer/${customer.id}`)
})

describe('PUT by external id', () => {
  test('refuses what creating a customer refuses, a blank id, and the email of another', async () => {
    const body = customerBody()
    const refusals: [Fields, string][] = [
      [{ ...body, name: 5 }, 'name must be a string'],
      [{ ...body, name: 'n'.repeat(256) }, 'name must be at most 255 characters'],
      [{ ...body, name: 'Mary\nSmith' }, 'name must not contain control characters'],
      [{ ...body, preferred_currency: 'QQQ' }, 'Invalid currency'],
      [{ ...body, phone: 'none' }, 'Invalid phone number'],
      [{ ...body, copy_emails: 'a@example.com' }, 'copy_emails must be an array of up to 5 email addresses'],
      [
        { ...body, metadata: { a: { b: 'c' } } },
        'metadata must be an object of at most 20 keys (1 to 40 characters) with string values (at most 500 characters)',
      ],
    ]
    for (const [fields, message] of refusals) expectRefusal(await put(randomUUID(), fields), 400, message)
    expectRefusal(await put('  ', body), 400, 'external_id is required')
    await vendor.post('/customer', body)
    expectRefusal(await put(randomUUID(), body), 409, 'Customer with this email already exists')
  })

  test('creates and then updates, whatever characters the id has', async () => {
    for (const id of ['plain', 'a/b', 'ü ñ 名', 'x?y#z%']) {
      const body = customerBody()
      const created = await put(id, body)
      expect([created.status, created.body.customer]).toMatchObject([201, { external_id: id }])
      const updated = await put(id, { ...body, name: 'Countess' })
      expect([updated.status, updated.body.customer.id]).toEqual([200, created.body.customer.id])
    }
  })

  test('sent many times at once creates one customer, and every request succeeds', async () => {
    const [id, body] = [randomUUID(), customerBody()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(id, body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(new Set(answers.map(({ body }) => body.customer.id)).size).toBe(1)
  })
})

test('an archived bank account and customer take no payout, and are listed with archived=true', async () => {
  const customerId = await vendor.customer()
  const bankAccountId = await vendor.bankAccount(customerId)
  const pay = () => vendor.post(`/customer/${customerId}/payout`, payoutBody(bankAccountId))
  expect((await remove(`/customer/${customerId}/bank-account/${bankAccountId}`)).status).toBe(200)
  expectRefusal(await pay(), 404, 'Bank account not found for this customer')
  const listed = await vendor.get(`/customer/${customerId}/bank-accounts`, 'archived=true')
  expect(listed.body.bank_accounts.map(({ id }) => id)).toEqual([bankAccountId])
  expect((await remove(`/customer/${customerId}`)).status).toBe(200)
  expectRefusal(await pay(), 404, 'Customer not found')
  expectRefusal(await remove(`/customer/${customerId}`), 404, 'Customer not found')
  const { customers } = (await vendor.get('/customers', 'archived=true')).body
  expect(customers.map(({ id }) => id)).toEqual([customerId])
  expectRefusal(
    await vendor.post(`/customer/${customerId}/bank-account`, bankAccountBody()),
    404,
    'Customer not found',
  )
  await vendor.expectWallet('100.00')
})

describe('a link for bank details', () => {
  const FORM = {
    entity_type: 'PERSONAL',
    first_name: 'Ada',
    last_name: 'Lovelace',
    bank_name: 'First Bank',
    routing_number: '021000021',
    account_number: '000987654321',
    account_category: 'Checking',
    street_address: '1 Main Street',
    city: 'New York',
    state: 'NY',
    postcode: '10001',
    country_code: 'US',
  }
  const submit = (token: string) =>
    fetch(`${BASE_URL}/api/pay/bank-details/${token}`, {
      method: 'POST',
      body: new URLSearchParams(FORM),
      redirect: 'manual',
    })

  test('sent by ten browsers at once adds one bank account, and its page is not stored', async () => {
    const customerId = await vendor.customer()
    const { text } = await vendor.post(`/customer/${customerId}/bank-account-link`, {})
    const token = /bal_\w{54}/.exec(text)?.[0] ?? ''
    const page = await fetch(`${BASE_URL}/bank-details/${token}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
    const { bank_accounts } = (await vendor.get(`/customer/${customerId}/bank-accounts`)).body
    expect(bank_accounts).toHaveLength(1)
    expect(bank_accounts[0]?.bank_account_link_id).toMatch(/^[0-9a-f-]{36}$/)
  })
})
