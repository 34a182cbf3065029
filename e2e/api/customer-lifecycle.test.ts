import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL, expectRefusal, type Fields, send } from '../fixtures/api-client'
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

describe('PUT by external id', () => {
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
