import { beforeEach, describe, expect, test } from 'vitest'
import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { createRouter } from '@/lib/http/router'
import type { Account } from '@/lib/vendors/account'
import { buildApiKey, buildBankAccount, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { markCustomerUnarchived } from './customer'

const router = createRouter(Object.values(apiV2))
const ada = { name: 'Ada', email: 'ada@example.com', external_id: 'u1' }
let account: Account
let key: string
let id: string
let bankAccountId: string

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  account = (await buildVendor()).test
  key = await buildApiKey(account)
  id = (await send('POST', '/customer', ada)).body.customer.id
  bankAccountId = (await buildBankAccount(account, id)).id
  await fundWallet(account, 10_000n)
})

async function send(method: string, path: string, body?: object) {
  const response = await respond(
    router,
    new Request(`http://localhost/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  return { status: response.status, body: await response.json() }
}

const pay = () => send('POST', `/customer/${id}/payout`, { bank_account_id: bankAccountId, amount: 5 })
const idsOf = (objects: { id: string }[]) => objects.map((object) => object.id)

describe('an archived customer', () => {
  beforeEach(async () => {
    await send('POST', '/invoice', { customer_id: id, amount: 5 })
    await pay()
    const { status, body } = await send('DELETE', `/customer/${id}`)
    expect([status, body.customer.id, typeof body.customer.archived_at]).toEqual([200, id, 'string'])
  })

  test('is as missing as an unknown one to everything new', async () => {
    const refused = [404, { error: 'Customer not found' }]
    const answers = [
      await send('POST', '/invoice', { customer_id: id, amount: 5 }),
      await pay(),
      await send('PATCH', `/customer/${id}`, { name: 'Countess' }),
      await send('DELETE', `/customer/${id}`),
      await send('DELETE', `/customer/${id}/bank-account/${bankAccountId}`),
      await send('POST', `/customer/${id}/bank-account`, BANK_ACCOUNT),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual(refused)
  })

  test('keeps its history, and can still be read', async () => {
    const { status, body } = await send('GET', `/customer/${id}`)
    expect([status, body.customer.external_id, typeof body.customer.archived_at]).toEqual([
      200,
      'u1',
      'string',
    ])
    expect((await send('GET', `/payouts?customer_id=${id}`)).body.payouts).toHaveLength(1)
    expect((await send('GET', `/invoices?email=${ada.email}`)).body.invoices).toHaveLength(1)
    expect((await send('GET', `/customer/${id}/bank-accounts`)).body.total).toBe(1)
  })

  test('is listed with archived=true only', async () => {
    expect((await send('GET', '/customers')).body.customers).toEqual([])
    expect((await send('GET', '/customers?archived=false')).body.customers).toEqual([])
    for (const query of ['', '&email=ada@example.com', '&external_id=u1']) {
      expect(idsOf((await send('GET', `/customers?archived=true${query}`)).body.customers)).toEqual([id])
    }
  })

  test('gives up its email and external id: an invoice to the email creates a new customer', async () => {
    const { status, body } = await send('POST', '/invoice', { email: 'ADA@example.com', amount: 7 })
    expect(status).toBe(201)
    expect(body.invoice.customer_id).not.toBe(id)
    const saved = await send('PUT', '/customers/external/u1', { name: 'Ada', email: 'ada2@example.com' })
    expect([saved.status, saved.body.customer.id === id]).toEqual([201, false])
    // Both customers' invoices are found by the email that both have had.
    expect((await send('GET', `/invoices?email=${ada.email}`)).body.invoices).toHaveLength(2)
  })

  test('comes back unless another customer has what it gave up', async () => {
    const back = () => inOrmTransaction((tx) => markCustomerUnarchived(tx, account.id, id))
    const { id: successor } = (await send('POST', '/customer', { name: 'Ada', email: 'ada@example.com' }))
      .body.customer
    await expect(back()).rejects.toMatchObject({
      code: 'customer_email_taken',
      details: { customerId: successor },
    })
    await send('PATCH', `/customer/${successor}`, { email: 'new@example.com', external_id: 'u1' })
    await expect(back()).rejects.toMatchObject({ code: 'customer_external_id_taken' })
    await send('PATCH', `/customer/${successor}`, { external_id: null })
    expect((await back()).archivedAt).toBeNull()
    await expect(back()).rejects.toMatchObject({ code: 'customer_not_found' })
    expect((await pay()).status).toBe(200)
  })

  test('stands in the audit log', async () => {
    const where = { vendorId: account.vendorId, action: 'customer.archived' }
    const [event, ...others] = await database().auditEvent.findMany({ where })
    expect([event?.subjectId, event?.detail, others]).toEqual([
      id,
      'Ada (ada@example.com), by the API key “A key”',
      [],
    ])
  })
})

describe('an archived bank account', () => {
  beforeEach(async () => {
    await pay()
    const { status, body } = await send('DELETE', `/customer/${id}/bank-account/${bankAccountId}`)
    expect([status, typeof body.bank_account.archived_at]).toEqual([200, 'string'])
  })

  test('takes no payout, and can’t be archived again', async () => {
    for (const { status, body } of [
      await pay(),
      await send('DELETE', `/customer/${id}/bank-account/${bankAccountId}`),
    ]) {
      expect([status, body]).toEqual([404, { error: 'Bank account not found for this customer' }])
    }
  })

  test('keeps its payouts, and is listed with archived=true only', async () => {
    const path = `/customer/${id}/bank-accounts`
    expect((await send('GET', path)).body).toMatchObject({ total: 0, bank_accounts: [] })
    expect(idsOf((await send('GET', `${path}?archived=true`)).body.bank_accounts)).toEqual([bankAccountId])
    const { payouts } = (await send('GET', `/payouts?customer_id=${id}`)).body
    expect(payouts[0]).toMatchObject({ bank_account_id: bankAccountId, status: 'PAID' })
  })

  test('is not found through another customer', async () => {
    const other = (await send('POST', '/customer', { name: 'Bo', email: 'bo@example.com' })).body.customer.id
    const { id: own } = await buildBankAccount(account, id)
    expect((await send('DELETE', `/customer/${other}/bank-account/${own}`)).status).toBe(404)
    expect((await send('GET', `/customer/${id}/bank-accounts`)).body.total).toBe(1)
  })
})

test('a bank account is an event, without its number', async () => {
  const { body } = await send('POST', `/customer/${id}/bank-account`, BANK_ACCOUNT)
  const [event, ...others] = await database().event.findMany({
    where: { accountId: account.id, subjectId: body.bank_account.id },
  })
  expect([event?.type, others]).toEqual(['bank_account.created', []])
  const { account_number, ...details } = body.bank_account.bank_details
  expect(JSON.parse(event?.data ?? '')).toEqual({
    ...body.bank_account,
    bank_details: { ...details, account_number_last4: account_number.slice(-4) },
  })
  expect(event?.data).not.toContain(account_number)
})

const BANK_ACCOUNT = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
  bank_details: {
    account_name: 'Ada Lovelace',
    account_number: '000987654321',
    routing_number: '021000021',
    bank_name: 'First Bank',
  },
  metadata: { payee: '7' },
}
