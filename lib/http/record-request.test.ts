import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { addBankAccount, listBankAccounts } from '@/lib/bank-accounts/api'
import { createCustomer } from '@/lib/customers/api'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { createInvoice } from '@/lib/invoices/api'
import { getCustomer } from '@/lib/invoices/customer-api'
import type { Account } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildApiKey, buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { ask } from './ask.fixture'
import type { Operation } from './operation'
import { flushRequests } from './record-request'

/** Time for a busy machine to write everything. */
const ENOUGH_MS = 20_000

let vendor: Awaited<ReturnType<typeof buildVendor>>
let account: Account
let key: string

beforeAll(() => {
  env.RATE_LIMIT_TEST = 0
})
beforeEach(async () => {
  vendor = await buildVendor()
  account = vendor.test
  key = await buildApiKey(account)
})

async function send(operation: Operation, path: string, body: object | null, headers = {}) {
  const method = body ? 'POST' : 'GET'
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
  const response = await ask(operation, new Request(`http://localhost/api/v2${path}`, init))
  return { status: response.status, id: response.headers.get('x-request-id'), body: await response.text() }
}

/** The log's contents once written, latest last. */
async function logged(accountId = account.id) {
  await flushRequests(ENOUGH_MS)
  return database().apiRequest.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
}

describe('a request with a key', () => {
  test('is logged with its answer, its key and the request id of the answer', async () => {
    const answer = await send(
      createCustomer,
      '/customer',
      { api_key: key, name: 'Ada', email: 'ada@example.com' },
      { 'Idempotency-Key': 'order 7' },
    )
    const [entry, ...others] = await logged()
    expect(others).toEqual([])
    const { id: apiKeyId } = await database().apiKey.findFirstOrThrow({ where: { accountId: account.id } })
    expect(entry).toMatchObject({
      id: answer.id,
      apiKeyId,
      method: 'POST',
      path: '/api/v2/customer',
      idempotencyKey: 'order 7',
      responseStatus: 201,
      requestBody: '{"api_key":"[redacted]","name":"Ada","email":"ada@example.com"}',
      responseBody: answer.body,
    })
    expect(entry?.durationMs).toBeGreaterThanOrEqual(0)
  })

  test('is logged when it is refused too: for its fields, its vendor, its object', async () => {
    await send(createCustomer, '/customer', { api_key: key, name: 'Ada' })
    await send(getCustomer, '/customer/nobody', null, { authorization: `Bearer ${key}` })
    await inOrmTransaction((tx) => markVendorBanned(tx, vendor.id, 'test', anOperator))
    await send(createInvoice, '/invoice', { api_key: key, amount: 5, email: 'ada@example.com' })
    expect(
      (await logged()).map(({ responseStatus, responseBody }) => [responseStatus, responseBody]),
    ).toEqual([
      [400, '{"error":"name and email are required"}'],
      [404, '{"error":"Customer not found"}'],
      [403, '{"error":"This vendor account has been banned."}'],
    ])
  })

  test('that only reads is logged without its answer, which would be one more copy of the data', async () => {
    const { id } = await buildCustomer(account)
    const answer = await send(getCustomer, `/customer/${id}`, null, { authorization: `Bearer ${key}` })
    expect(answer.status).toBe(200)
    expect(await logged()).toMatchObject([{ responseStatus: 200, responseBody: null }])
  })

  test('leaves neither its key nor an account number in the log, wherever they stand', async () => {
    const { id } = await buildCustomer(account)
    const number = '918273645546'
    const body = {
      api_key: key,
      entity_type: 'PERSONAL',
      email: 'ada@example.com',
      address: { country_code: 'US', state: 'NY', city: 'NYC', postcode: '10001', street_address: '1 Main' },
      bank_details: {
        account_name: 'Ada Lovelace',
        account_number: number,
        routing_number: '021000021',
        bank_name: 'First Bank',
        account_category: 'Checking',
      },
      first_name: 'Ada',
      last_name: 'Lovelace',
      date_of_birth: '1815-12-10',
      note: key,
    }
    const added = await send(addBankAccount, `/customer/${id}/bank-account`, body)
    expect(added).toMatchObject({ status: 201, body: expect.stringContaining(number) })
    await send(listBankAccounts, `/customer/${id}/bank-accounts?api_key=${key}`, null)
    await send(getCustomer, `/customer/${key}?api_key=${key}`, null, { 'Idempotency-Key': key })
    expect(await logged()).toHaveLength(3)
    const { rows } = await connectionPool().query<{ text: string }>(
      'SELECT r::text AS text FROM api_requests r WHERE account_id = $1 ORDER BY id',
      [account.id],
    )
    for (const { text } of rows) {
      expect(text).not.toContain(key)
      expect(text).not.toContain(key.slice(10, 40))
      expect(text).not.toContain(number)
      expect(text).not.toContain('1815-12')
    }
    expect(rows[0]?.text).toContain('••••5546')
  })

  test('leaves no card number in the log, whatever its field is called', async () => {
    const card = '4242424242424242'
    const spaced = '5555 3412 4444 1115'
    const number = '918273645546'
    const sent = {
      api_key: key,
      name: 'Ada',
      number: card,
      amount: 1234.5,
      metadata: { pan: spaced, note: `paid with ${card} 123, sorry`, [card]: [card, [Number(card)]] },
      list: [`to ${number}`],
      bank_details: { account_number: number },
    }
    await send(createCustomer, '/customer', sent, { 'Idempotency-Key': `${spaced} ${number}` })
    await send(getCustomer, `/customer/${card}`, null, { authorization: `Bearer ${key}` })
    const entries = await logged()
    expect(entries).toHaveLength(2)
    const text = JSON.stringify(entries)
    for (const hidden of [card, spaced, '424242424242', '5555 3412', number])
      expect(text).not.toContain(hidden)
    expect(JSON.parse(entries[0]?.requestBody ?? '')).toMatchObject({ name: 'Ada', amount: 1234.5 })
    expect(entries[1]?.path).toBe('/api/v2/customer/[redacted]')
  })

  test('is not in another account’s log, and without a key in none', async () => {
    const before = await database().apiRequest.count()
    await send(getCustomer, '/customer/nobody', null, { authorization: `Bearer ${key}` })
    await send(getCustomer, '/customer/nobody', null)
    await send(getCustomer, '/customer/nobody', null, { authorization: 'Bearer cf_test_wrong' })
    expect(await logged()).toHaveLength(1)
    expect(await logged(vendor.live.id)).toEqual([])
    expect(await database().apiRequest.count()).toBe(before + 1)
  })
})

describe('the log does not slow requests down:', () => {
  test('an answer does not wait for it, and is the same if it can’t be written', async () => {
    await connectionPool().query('ALTER TABLE api_requests RENAME TO hidden')
    try {
      const answer = await send(getCustomer, '/customer/nobody', null, { authorization: `Bearer ${key}` })
      expect(answer).toMatchObject({ status: 404, body: '{"error":"Customer not found"}' })
      await expect(flushRequests()).resolves.toBeUndefined()
    } finally {
      await connectionPool().query('ALTER TABLE hidden RENAME TO api_requests')
    }
    await send(getCustomer, '/customer/nobody', null, { authorization: `Bearer ${key}` })
    expect(await logged()).toHaveLength(1)
  })

  test('of a flood that hits the rate limit, a few refusals are kept', async () => {
    env.RATE_LIMIT_TEST = 1
    const answers = await whileNothingIsWritten(() => sendMany(60)).finally(() => {
      env.RATE_LIMIT_TEST = 0
    })
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(30)
    const kept = (await logged()).filter(({ responseStatus }) => responseStatus === 429)
    expect(kept.length).toBeGreaterThanOrEqual(1)
    // Five between two writes, and one write had started when the table was locked.
    expect(kept.length).toBeLessThanOrEqual(10)
  })

  test('the queue is limited: past a thousand requests the log has gaps, and the answers have none', async () => {
    const answers = await whileNothingIsWritten(() => sendMany(1300))
    expect(answers.every(({ status }) => status === 404)).toBe(true)
    const kept = await logged()
    expect(kept.length).toBeGreaterThan(0)
    // A batch was on its way to the database when the table was locked.
    expect(kept.length).toBeLessThanOrEqual(1100)
  })
})

function sendMany(count: number) {
  const headers = { authorization: `Bearer ${key}` }
  return Promise.all(
    Array.from({ length: count }, () =>
      send(listBankAccounts, '/customer/nobody/bank-accounts', null, headers),
    ),
  )
}

/** Locks the table, so that writes have to wait. */
async function whileNothingIsWritten<T>(work: () => Promise<T>): Promise<T> {
  await flushRequests(ENOUGH_MS)
  const holder = await connectionPool().connect()
  try {
    await holder.query('BEGIN; LOCK TABLE api_requests IN ACCESS EXCLUSIVE MODE')
    return await work()
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
}
