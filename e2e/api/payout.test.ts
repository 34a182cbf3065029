import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, type Fields, type Json } from '../fixtures/api-client'
import { anId, someText, UNKNOWN_ID } from '../fixtures/formats'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let customerId: string
let bankAccountId: string
let path: string

beforeEach(async () => {
  vendor = await freshVendor()
  customerId = await vendor.customer()
  bankAccountId = await vendor.bankAccount(customerId)
  path = `/customer/${customerId}/payout`
})

const INSUFFICIENT = 'Insufficient available balance'

function request(fields: Fields = {}): Fields {
  return { bank_account_id: bankAccountId, amount: 10, ...fields }
}

function expectRefused(fields: Fields, message: string, status = 400): Promise<void> {
  return vendor.expectRefused(path, request(fields), status, message)
}

describe('a payout', () => {
  test('that the bank accepts is 200, "PAID", and leaves the wallet', async () => {
    await vendor.credit('100')
    const { status, body } = await vendor.post(path, request({ amount: 12.5, currency: 'USD' }))
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      message: someText,
      payout: {
        id: anId,
        customer_id: customerId,
        bank_account_id: bankAccountId,
        amount: 12.5,
        currency: 'USD',
        status: 'PAID',
        provider_transfer_id: someText,
        provider_transfer_status: 'DELIVERED',
      },
    })
    await vendor.expectWallet('87.50')
    expect(await vendor.count('payouts')).toBe(1)
  })

  test.each<[Json, string, number]>([
    ['10', '90.00', 10],
    ['0.01', '99.99', 0.01],
    [0.1, '99.90', 0.1],
    [100, '0.00', 100],
    ['99.99', '0.01', 99.99],
  ])('of %j leaves %s of 100', async (amount, left, paid) => {
    await vendor.credit('100')
    const { status, body } = await vendor.post(path, request({ amount, currency: undefined }))
    expect(status).toBe(200)
    expect(body.payout).toMatchObject({ amount: paid, currency: 'USD', status: 'PAID' })
    await vendor.expectWallet(left)
  })

  test('has its currency in upper case', async () => {
    await vendor.credit('100')
    const { body } = await vendor.post(path, request({ currency: 'usd' }))
    expect(body.payout.currency).toBe('USD')
  })

  test('can use what a paid invoice has brought in, without the fee', async () => {
    const invoiceId = await vendor.invoice({ amount: 50 })
    await operate('invoice mark-paid', { invoice: invoiceId })
    await expectRefused({ amount: 50.01 }, INSUFFICIENT)
    expect((await vendor.post(path, request({ amount: 50 }))).status).toBe(200)
    await vendor.expectWallet('0.00')
  })

  test('is created each time without an Idempotency-Key', async () => {
    await vendor.credit('100')
    const ids = [await vendor.post(path, request()), await vendor.post(path, request())].map(
      ({ body }) => body.payout.id,
    )
    expect(new Set(ids).size).toBe(2)
    await vendor.expectWallet('80.00')
  })

  test('never exceeds the balance, however many concurrent requests there are', async () => {
    await vendor.credit('55')
    const answers = await Promise.all(Array.from({ length: 12 }, () => vendor.post(path, request())))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(7).fill(400)])
    for (const answer of answers.filter(({ status }) => status === 400))
      expectRefusal(answer, 400, INSUFFICIENT)
    await vendor.expectWallet('5.00')
    expect(await vendor.count('payouts')).toBe(5)
  })
})

describe('"Insufficient available balance"', () => {
  test('if the wallet is empty, or a cent short', async () => {
    await expectRefused({}, INSUFFICIENT)
    await vendor.credit('9.99')
    await expectRefused({}, INSUFFICIENT)
    await vendor.expectWallet('9.99')
  })

  test('if the money is in another currency', async () => {
    await vendor.credit('1000', 'EUR')
    await vendor.credit('100000', 'JPY')
    await expectRefused({}, INSUFFICIENT)
  })

  test('if the money is in the other mode', async () => {
    const live = await vendor.live()
    await live.credit('1000')
    await expectRefused({}, INSUFFICIENT)
    await live.expectWallet('1000.00')
  })
})

describe('the withdrawal limit', () => {
  test('is 10000 USD per request, which may be used up', async () => {
    await vendor.credit('25000')
    await expectRefused({ amount: 10000.01 }, 'Withdrawal exceeds your limit of $10000 per request')
    for (let n = 0; n < 2; n++) expect((await vendor.post(path, request({ amount: 10000 }))).status).toBe(200)
    await vendor.expectWallet('5000.00')
  })

  test('is checked before the balance', async () => {
    await expectRefused({ amount: 10000.01 }, 'Withdrawal exceeds your limit of $10000 per request')
    await expectRefused({ amount: 10000 }, INSUFFICIENT)
  })

  test.each([
    ['99.5', '$99.50', '99.51'],
    ['500', '$500', '500.01'],
    ['500.00', '$500', '500.01'],
    ['0.05', '$0.05', '0.06'],
    ['1234567', '$1234567', '1234567.01'],
  ])('of %s is written %s', async (limit, words, beyond) => {
    await vendor.set({ 'payout-limit': limit })
    await vendor.credit('2000000')
    await expectRefused({ amount: beyond }, `Withdrawal exceeds your limit of ${words} per request`)
    expect((await vendor.post(path, request({ amount: limit }))).status).toBe(200)
  })

  test('applies to one vendor only', async () => {
    await vendor.set({ 'payout-limit': '1' })
    const other = await freshVendor()
    await other.credit('100')
    const customer = await other.customer()
    const body = { bank_account_id: await other.bankAccount(customer), amount: 100 }
    expect((await other.post(`/customer/${customer}/payout`, body)).status).toBe(200)
  })
})

describe('payouts that need two people', () => {
  const MESSAGE = 'Withdrawals of $50 or more need approval in the dashboard'
  const setThreshold = (minor: number | null) =>
    database.query('UPDATE vendors SET payout_approval_from_minor = $1 WHERE id = $2', [
      minor,
      vendor.account.vendorId,
    ])

  beforeEach(async () => {
    await vendor.credit('100')
    await setThreshold(5000)
  })

  test('are refused to every key, with a code of their own, and smaller ones are not', async () => {
    await expectRefused({ amount: 50 }, MESSAGE, 403)
    await expectRefused({ amount: '99.99' }, MESSAGE, 403)
    const { headers } = await vendor.post(path, request({ amount: 50 }))
    expect(headers.get('counterfoil-error')).toBe('payout_needs_approval')
    expect(headers.get('counterfoil-retry')).toBe('never')
    expect((await vendor.post(path, request({ amount: 49.99 }))).status).toBe(200)
    await vendor.expectWallet('50.01')
  })

  test('leave their Idempotency-Key free, for when the threshold is gone', async () => {
    const key = { 'Idempotency-Key': 'large-1' }
    await vendor.expectRefused(path, request({ amount: 60 }), 403, MESSAGE, key)
    await setThreshold(null)
    const paid = await vendor.post(path, request({ amount: 60 }), key)
    expect(paid.status).toBe(200)
    // A repeat of what was paid is answered, whatever the threshold is by then.
    await setThreshold(5000)
    expect((await vendor.post(path, request({ amount: 60 }), key)).body).toEqual(paid.body)
    expect(await vendor.count('payouts')).toBe(1)
  })

  test('are refused after what else is wrong with them, but before the balance', async () => {
    await expectRefused({ amount: 10000.01 }, 'Withdrawal exceeds your limit of $10000 per request')
    await expectRefused(
      { amount: 60, bank_account_id: UNKNOWN_ID },
      'Bank account not found for this customer',
      404,
    )
    await expectRefused({ amount: 10000 }, MESSAGE, 403)
  })
})

describe('the contract’s refusals', () => {
  beforeEach(() => vendor.credit('100'))

  test.each([undefined, null, '', '  '])('"bank_account_id is required" for %j', async (bank_account_id) => {
    await expectRefused({ bank_account_id }, 'bank_account_id is required')
  })

  test.each([undefined, null])('"amount is required" for %j', async (amount) => {
    await expectRefused({ amount }, 'amount is required')
  })

  test.each<Json>([
    'abc',
    '1e2',
    '10,00',
    '$10',
    'NaN',
    '0x10',
    true,
    {},
    [],
    [10],
    0.001,
    '10.005',
    '--1',
    '१०',
  ])('"Invalid amount format" for %j', async (amount) => expectRefused({ amount }, 'Invalid amount format'))

  test.each<Json>([0, -1, -0.01, '0', '0.00'])('"amount must be greater than 0" for %j', async (amount) => {
    await expectRefused({ amount }, 'amount must be greater than 0')
  })

  test.each<Json>(['EUR', 'eur', 'JPY', 'BTC'])(
    '"Only USD payouts are supported" for %j',
    async (currency) => {
      await expectRefused({ currency }, 'Only USD payouts are supported')
    },
  )

  test('"bank_account_id must be at most 255 characters"', async () => {
    await expectRefused(
      { bank_account_id: 'x'.repeat(256) },
      'bank_account_id must be at most 255 characters',
    )
  })

  test('with a live key is 403 where no provider is configured', async () => {
    const live = await vendor.live()
    const message = 'Live mode is not available: no payment and payout provider is configured'
    await live.expectRefused(`/customer/${customerId}/payout`, request(), 403, message)
  })

  test.each<Json>([5, true, ['x'], { x: 1 }])('"… must be a string" for %j', async (value) => {
    await expectRefused({ bank_account_id: value }, 'bank_account_id must be a string')
    await expectRefused({ currency: value }, 'currency must be a string')
  })

  test.each([UNKNOWN_ID, 'x', '0', '%20'])('"Customer not found" for %s in the path', async (id) => {
    await vendor.expectRefused(`/customer/${id}/payout`, request(), 404, 'Customer not found')
  })

  test.each([UNKNOWN_ID, 'x', '0', "' OR 1=1 --"])(
    '"Bank account not found…" for %j',
    async (bank_account_id) => {
      await expectRefused({ bank_account_id }, 'Bank account not found for this customer', 404)
    },
  )

  test('"Bank account not found…" for the account of another customer', async () => {
    const other = await vendor.customer()
    const bank_account_id = await vendor.bankAccount(other)
    await expectRefused({ bank_account_id }, 'Bank account not found for this customer', 404)
    await expectRefused({ bank_account_id: customerId }, 'Bank account not found for this customer', 404)
  })
})
