import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, type Fields } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { batchRow } from '../fixtures/request-bodies'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let customerId: string
let bankAccountId: string

beforeEach(async () => {
  vendor = await freshVendor()
  customerId = await vendor.customer()
  bankAccountId = await vendor.bankAccount(customerId)
  await vendor.credit('100')
})

const PATH = '/payout-batches'
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const row = (fields: Fields = {}) => ({ ...batchRow(customerId, bankAccountId, 10), ...fields })
const rows = (count: number) => Array.from({ length: count }, (_, index) => row({ reference: `R${index}` }))
const create = (body: Fields, headers?: Record<string, string>) =>
  vendor.post(PATH, { name: 'Payroll', ...body }, headers)
const read = async (id: string) => (await vendor.get(`/payout-batch/${id}`)).body.payout_batch

const NONE = {
  NEEDS_APPROVAL: 0,
  PENDING: 0,
  PROCESSING: 0,
  PAID: 0,
  FAILED: 0,
  RETURNED: 0,
  CANCELED: 0,
}

async function isDone(id: string) {
  await expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).toBe('COMPLETED')
  return read(id)
}

describe('a batch by API', () => {
  test('is 201, sends every row, and is followed by counts, sums and the payouts it made', async () => {
    const another = await vendor.bankAccount(customerId, '000111111116')
    const { status, body } = await create({
      payouts: [
        row({ reference: 'May', metadata: { team: 'red' } }),
        row({ amount: '0.50' }),
        row({ bank_account_id: another.toUpperCase(), amount: 5 }),
      ],
    })
    expect(status).toBe(201)
    const { id } = body.payout_batch
    expect(body.payout_batch).toMatchObject({
      name: 'Payroll',
      status: 'PROCESSING',
      send_on: null,
      currency: 'USD',
      count: 3,
      amount: 15.5,
      counts: { ...NONE, PENDING: 3 },
      amounts: { ...NONE, PENDING: 15.5 },
      failures: [],
    })
    const done = await isDone(id)
    expect(done).toMatchObject({
      counts: { ...NONE, PAID: 2, FAILED: 1 },
      amounts: { ...NONE, PAID: 10.5, FAILED: 5 },
      failures: [{ row: 3, code: 'no_account' }],
    })
    const { payouts } = (await vendor.get('/payouts', `payout_batch_id=${id}`)).body
    expect(payouts.map(({ amount }) => amount).sort()).toEqual([0.5, 10, 5])
    expect(payouts.find(({ amount }) => amount === 10)).toMatchObject({
      metadata: { team: 'red', reference: 'May' },
      status: 'PAID',
    })
    const failed = await vendor.get(
      '/payouts',
      `payout_batch_id=${id}&status=FAILED&customer_id=${customerId}`,
    )
    expect(failed.body.payouts).toHaveLength(1)
    await vendor.expectWallet('89.50')
    await vendor.expectSoundLedger()
  })

  test('is checked whole: one entry for each bad row, and nothing moves', async () => {
    const other = await vendor.customer()
    const payouts = [
      row(),
      row({ customer_id: UNKNOWN_ID }),
      row({ customer_id: 'x' }),
      row({ customer_id: other }),
      row({ amount: 10.001 }),
      row({ amount: 0 }),
      row({ amount: null }),
      row({ bank_account_id: ' ' }),
      row({ customer_id: null }),
      row({ amount: 10_000.01 }),
      row({ currency: 'EUR' }),
      row({ reference: 'x'.repeat(256) }),
      row({ metadata: { a: 1 } }),
      row({ metadata: Object.fromEntries(rows(20).map((_, i) => [`k${i}`, 'x'])), reference: 'one more' }),
      row(),
      row({ reference: 'another' }),
      'no row',
    ]
    const answer = await vendor.unchanged(() => create({ payouts }))
    expect([answer.status, answer.body.error]).toEqual([400, 'Invalid payouts: 15 of 17. Nothing was sent'])
    expect(answer.headers.get('counterfoil-error')).toBe('payout_batch_rows_invalid')
    const metadata =
      'metadata must be an object of at most 20 keys (1 to 40 characters) with string values (at most 500 characters)'
    expect(answer.body.errors).toEqual([
      { row: 2, field: 'customer_id', message: 'Customer not found' },
      { row: 3, field: 'customer_id', message: 'Customer not found' },
      { row: 4, field: 'bank_account_id', message: 'Bank account not found for this customer' },
      { row: 5, field: 'amount', message: 'Invalid amount format' },
      { row: 6, field: 'amount', message: 'amount must be greater than 0' },
      { row: 7, field: 'amount', message: 'amount is required' },
      { row: 8, field: 'bank_account_id', message: 'bank_account_id is required' },
      { row: 9, field: 'customer_id', message: 'customer_id is required' },
      { row: 10, field: 'amount', message: 'Withdrawal exceeds your limit of $10000 per request' },
      { row: 11, field: 'currency', message: 'Only USD payouts are supported' },
      { row: 12, field: 'reference', message: 'reference must be at most 255 characters' },
      { row: 13, field: 'metadata', message: metadata },
      { row: 14, field: 'metadata', message: metadata },
      {
        row: 15,
        field: 'reference',
        message: 'The same payout is in this batch already. If both are meant, give each its own reference',
      },
      { row: 17, field: 'customer_id', message: 'customer_id is required' },
    ])
    await vendor.expectWallet('100.00')
  })

  test('refuses what is no batch', async () => {
    const refusals: [Fields, string][] = [
      [{ name: null }, 'name is required'],
      [{ name: 5 }, 'name must be a string'],
      [{ name: 'n'.repeat(256) }, 'name must be at most 255 characters'],
      [{ name: 'a\nb' }, 'name must not contain control characters'],
      [{ payouts: undefined }, 'payouts must be an array with at least one payout'],
      [{ payouts: [] }, 'payouts must be an array with at least one payout'],
      [{ payouts: {} }, 'payouts must be an array with at least one payout'],
      [{ payouts: rows(1001) }, 'payouts must have at most 1000 entries'],
      ...[day(-1), day(400), '2026-02-30', 5, 'soon'].map((send_on): [Fields, string] => [
        { send_on },
        'Invalid send_on. Use YYYY-MM-DD, from today (UTC) on and within a year',
      ]),
    ]
    for (const [fields, message] of refusals) {
      const body = { name: 'Payroll', payouts: rows(1), ...fields }
      await vendor.expectRefused(PATH, body, 400, message)
    }
    expectRefusal(await vendor.get(`/payout-batch/${UNKNOWN_ID}`), 404, 'Batch not found')
    expectRefusal(await vendor.get('/payout-batch/x'), 404, 'Batch not found')
  })

  test('is within the balance and the daily limit as a whole, or nothing is sent', async () => {
    const eleven = { name: 'Payroll', payouts: rows(11) }
    await vendor.expectRefused(PATH, eleven, 400, 'Insufficient available balance')
    await vendor.set({ 'daily-limit': '60' })
    const seven = { name: 'Payroll', payouts: rows(7) }
    await vendor.expectRefused(PATH, seven, 400, 'Withdrawal exceeds your daily limit of $60')
    await vendor.expectRefused(
      PATH,
      { ...seven, send_on: day(3) },
      400,
      'Withdrawal exceeds your daily limit of $60',
    )
    const { body } = await create({ payouts: rows(6) })
    await isDone(body.payout_batch.id)
    await vendor.expectWallet('40.00')
    // On a later day, nobody knows the balance, and the limit is that day's own.
    expect((await create({ payouts: rows(6), send_on: day(3) })).status).toBe(201)
    await vendor.expectWallet('40.00')
  })

  test('of a later day is sent when that day begins, and not before', async () => {
    const { body } = await create({ payouts: rows(2), send_on: day(2) })
    const { id } = body.payout_batch
    expect(body.payout_batch).toMatchObject({ status: 'SCHEDULED', send_on: day(2), counts: { PENDING: 2 } })
    expect(await vendor.count('payouts')).toBe(0)
    await database.query(
      'UPDATE payout_requests SET day = current_date, next_attempt_at = now() WHERE account_id = $1',
      [vendor.account.id],
    )
    await database.query('UPDATE payout_batches SET send_on = current_date WHERE id = $1', [id])
    expect(await isDone(id)).toMatchObject({ counts: { ...NONE, PAID: 2 } })
    await vendor.expectWallet('80.00')
  })

  test('from the amount that needs two people on, waits in the dashboard: a key confirms nothing', async () => {
    await database.query('UPDATE vendors SET payout_approval_from_minor = 2500 WHERE id = $1', [
      vendor.account.vendorId,
    ])
    const { body } = await create({ payouts: rows(3) })
    const expected = { status: 'NEEDS_APPROVAL', counts: { ...NONE, NEEDS_APPROVAL: 3 }, amount: 30 }
    expect(body.payout_batch).toMatchObject(expected)
    expect(await read(body.payout_batch.id)).toMatchObject(expected)
    // Below it, the same key sends.
    await isDone((await create({ payouts: rows(2) })).body.payout_batch.id)
    await vendor.expectWallet('80.00')
    for (let count = 1; count < 20; count += 1) expect((await create({ payouts: rows(3) })).status).toBe(201)
    await vendor.expectRefused(
      PATH,
      { name: 'Payroll', payouts: rows(3) },
      409,
      '20 batches wait to be confirmed in the dashboard already',
    )
  })

  test('takes a thousand rows in one request', async () => {
    const payouts = Array.from({ length: 1000 }, (_, i) => row({ amount: '0.01', reference: `R${i}` }))
    const { status, body } = await create({ payouts, send_on: day(1) })
    expect([status, body.payout_batch.count, body.payout_batch.amount]).toEqual([201, 1000, 10])
    expect((await read(body.payout_batch.id)).counts.PENDING).toBe(1000)
  })

  test('of a key that is revoked is not sent, and says why', async () => {
    const { body } = await create({ payouts: rows(2), send_on: day(1) })
    const { rows: keys } = await database.query('SELECT id FROM api_keys WHERE account_id = $1', [
      vendor.account.id,
    ])
    const second = await operate<{ key: string }>('key create', { vendor: vendor.email, mode: 'test' })
    await operate('key revoke', { 'key-id': keys[0].id })
    await database.query('UPDATE payout_requests SET next_attempt_at = now() WHERE account_id = $1', [
      vendor.account.id,
    ])
    vendor = Object.assign(Object.create(vendor), { key: second.key }) as Vendor
    const done = await isDone(body.payout_batch.id)
    expect(done).toMatchObject({
      counts: { ...NONE, FAILED: 2 },
      failures: [1, 2].map((place) => ({
        row: place,
        payout_id: null,
        code: 'payout_key_revoked',
        message: 'The API key that created the batch was revoked',
      })),
    })
    expect(await vendor.count('payouts')).toBe(0)
  })
})

describe('under one Idempotency-Key', () => {
  test('a batch that is sent many times at once is one, and later it is answered as it is then', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { payouts: rows(5) }
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body, headers)))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect(await vendor.count('payout_batches')).toBe(1)
    const id = answers.find(({ status }) => status === 201)?.body.payout_batch.id ?? ''
    await isDone(id)
    const repeat = await create(body, headers)
    expect(repeat.headers.get('idempotent-replayed')).toBe('true')
    expect([repeat.status, repeat.body.payout_batch]).toEqual([201, await read(id)])
    expect(repeat.body.payout_batch).toMatchObject({ status: 'COMPLETED', counts: { PAID: 5 } })
    expect((await create({ payouts: rows(4) }, headers)).status).toBe(422)
    expect(await vendor.count('payouts')).toBe(5)
    await vendor.expectWallet('50.00')
    await vendor.expectSoundLedger()
  })

  test('a batch that was refused is free to be corrected', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    expect((await create({ payouts: [row({ amount: 0 })] }, headers)).status).toBe(400)
    const { body } = await create({ payouts: [row()] }, headers)
    await isDone(body.payout_batch.id)
    await vendor.expectWallet('90.00')
  })
})

test('without a provider in live mode there is no batch', async () => {
  const live = await vendor.live()
  const customer = await live.customer()
  const payouts = [batchRow(customer, await live.bankAccount(customer))]
  expect((await live.post(PATH, { name: 'Payroll', payouts })).status).toBe(403)
})
