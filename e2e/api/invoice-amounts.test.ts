import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Fields, InvoiceView, Json } from '../fixtures/api-client'
import { send } from '../fixtures/api-client'
import { invoiceBody } from '../fixtures/request-bodies'
import { freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeAll(async () => {
  vendor = await freshVendor()
})

const FORMAT = 'Invalid amount format'
const TOO_MUCH = 'Invoice amount must be at most 999999999.99'
const ITEM = { title: 'Consulting', qty: 2, price: 9.5 }

async function createInvoice(fields: Fields, by = vendor): Promise<InvoiceView> {
  const answer = await by.post('/invoice', { ...invoiceBody(), amount: undefined, ...fields })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.invoice
}

/** Posts an amount exactly as written here, without parsing it. */
function postWritten(amount: string): Promise<Answer> {
  const body = JSON.stringify({ ...invoiceBody(), amount: '@', api_key: vendor.key }).replace('"@"', amount)
  return send({ method: 'POST', path: '/api/v2/invoice', body })
}

function expectRefused(fields: Fields, message: string): Promise<void> {
  return vendor.expectRefused('/invoice', { ...invoiceBody(), amount: undefined, ...fields }, 400, message)
}

describe('the customer fee is 2.9 % and 0.30 USD', () => {
  test.each<[Json, string, number, number]>([
    [100, 'USD', 100, 103.2],
    [0.01, 'USD', 0.01, 0.31],
    [0.17, 'USD', 0.17, 0.47],
    // 0.5220 cents.
    [0.18, 'USD', 0.18, 0.49],
    // 14.5 and 43.5 cents: rounded half up, unlike half to even or a float's 14.499….
    [5, 'USD', 5, 5.45],
    [15, 'USD', 15, 15.74],
    [1.1, 'USD', 1.1, 1.43],
    [19.99, 'USD', 19.99, 20.87],
    [1234.56, 'USD', 1234.56, 1270.66],
    ['100.00', 'USD', 100, 103.2],
    ['0.1', 'USD', 0.1, 0.4],
    ['007', 'USD', 7, 7.5],
    [999999999.99, 'USD', 999999999.99, 1029000000.29],
    [100, 'EUR', 100, 102.9],
    [1000, 'JPY', 1000, 1029],
    [50, 'JPY', 50, 51],
    [999999999, 'JPY', 999999999, 1028999999],
    ['1.234', 'KWD', 1.234, 1.27],
    [10, 'KWD', 10, 10.29],
    // Two decimals by ISO 4217, whatever a browser shows.
    ['1000.50', 'HUF', 1000.5, 1029.51],
  ])('%j %s is a base of %d and an amount of %d', async (amount, currency, base, total) => {
    const invoice = await createInvoice({ amount, currency })
    expect(invoice).toMatchObject({ base_amount: base, amount: total, currency })
    expect(invoice.items).toEqual([{ title: 'Payment', qty: 1, price: base }])
  })

  test('or the vendor’s own rates, for new invoices only', async () => {
    const own = await freshVendor()
    const before = await own.invoice({ amount: 100 })
    await own.set({ 'fee-percent': '3.4567', 'fee-fixed': '0.05' })
    expect((await createInvoice({ amount: 100 }, own)).amount).toBe(103.51)
    expect((await createInvoice({ amount: 100, currency: 'EUR' }, own)).amount).toBe(103.46)
    await own.set({ 'fee-percent': '0', 'fee-fixed': '0' })
    expect((await createInvoice({ amount: 100 }, own)).amount).toBe(100)
    expect((await own.get(`/invoice/${before}`)).body.invoice.amount).toBe(103.2)
    await operate('invoice mark-paid', { invoice: before })
    await own.expectWallet('100.00')
  })

  test('and goes to the platform: the wallet of the invoice’s currency gets the base amount', async () => {
    const own = await freshVendor()
    for (const [amount, currency] of [
      ['5', 'USD'],
      ['0.01', 'USD'],
      ['1000', 'JPY'],
      ['1.234', 'KWD'],
    ] as const) {
      await operate('invoice mark-paid', { invoice: (await createInvoice({ amount, currency }, own)).id })
    }
    await own.expectWallet('5.01')
    await own.expectWallet('1000', '0', 'JPY')
    await own.expectWallet('1.234', '0.000', 'KWD')
  })
})

describe('an amount', () => {
  test.each([
    ['1e2', 100],
    ['1.5E+1', 15],
    ['2500e-2', 25],
    ['0.1e1', 1],
  ])('may be written %s', async (amount, base) => {
    const answer = await postWritten(amount)
    expect(answer.status).toBe(201)
    expect(answer.body.invoice.base_amount).toBe(base)
  })

  test.each([
    '0.001',
    '1.999',
    '100.005',
    '0.30000000000000004',
    '1e-3',
    '5e-324',
    '4.35e-1',
    '0.1234567890123456789',
  ])('%s has too many decimals', async (amount) => {
    const answer = await vendor.unchanged(() => postWritten(amount))
    expect([answer.status, answer.body.error]).toEqual([400, FORMAT])
  })

  test.each(['1e400', '-1e400', '1e308', '1e-400', '1e99999999999', '9e-99999999999', '9'.repeat(400)])(
    '%s is refused, in every currency',
    async (amount) => {
      const { status, body } = await vendor.unchanged(() => postWritten(amount))
      expect(status).toBe(400)
      expect([FORMAT, TOO_MUCH, 'Invoice amount must be greater than 0']).toContain(body.error)
    },
  )

  test.each(['1000000000', '999999999.991e0', '9007199254740993', '1e9', '123456789012345678901234567890'])(
    '%s is too large',
    async (amount) => {
      const { status, body } = await vendor.unchanged(() => postWritten(amount))
      expect(status).toBe(400)
      expect([TOO_MUCH, ...(amount.includes('.') ? [FORMAT] : [])]).toContain(body.error)
    },
  )

  test('is at most 999999999.99 in any currency, fees aside', async () => {
    await expectRefused({ amount: '1000000000', currency: 'JPY' }, TOO_MUCH)
    await expectRefused({ amount: '999999999.991', currency: 'KWD' }, TOO_MUCH)
    expect((await createInvoice({ amount: '999999999.990', currency: 'KWD' })).base_amount).toBe(999999999.99)
  })

  test.each<Json>([
    'abc',
    '1e2',
    '1,000',
    '1 000',
    '$5',
    '0x10',
    '1.2.3',
    'NaN',
    'Infinity',
    '--5',
    '५',
    '５',
    '5\n6',
  ])('%j is not an amount', async (amount) => expectRefused({ amount }, FORMAT))

  test.each<Json>([true, {}, { value: 5 }, ['5'], [5]])('%j is not an amount', async (amount) =>
    expectRefused({ amount }, FORMAT),
  )

  // The Ugandan shilling has no decimals by ISO 4217.
  test.each([
    ['0.5', 'JPY'],
    [10.25, 'JPY'],
    ['1.5', 'UGX'],
    ['1.2345', 'KWD'],
    [0.001, 'EUR'],
  ])('%j has more decimals than %s', async (amount, currency) => expectRefused({ amount, currency }, FORMAT))

  test('is ignored if there are items', async () => {
    expect((await createInvoice({ amount: 'garbage', items: [ITEM] })).base_amount).toBe(19)
    expect((await createInvoice({ amount: 0, items: [ITEM] })).base_amount).toBe(19)
    expect((await createInvoice({ amount: 7, items: [] })).base_amount).toBe(7)
  })
})
