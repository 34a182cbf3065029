import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, type Fields, send } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { type KeyOperation, testKeyRules } from '../fixtures/key-rules'
import { payoutBody } from '../fixtures/request-bodies'
import { database, freshVendor, type Vendor } from '../fixtures/vendor'

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

const POST = { method: 'POST', missingKey: [401, 'api_key is required'] } satisfies Partial<KeyOperation>
const HELPERS: Record<string, KeyOperation> = {
  'pay an invoice': {
    ...POST,
    path: async () => `/api/v2/test/invoice/${await vendor.invoice()}/pay`,
    body: { outcome: 'paid' },
    scope: 'invoices',
  },
  'dispute an invoice': {
    ...POST,
    path: async () => `/api/v2/test/invoice/${await cardInvoice()}/dispute`,
    body: { outcome: 'opened' },
    scope: 'payouts',
  },
  'warn of fraud': {
    ...POST,
    path: async () => `/api/v2/test/invoice/${await cardInvoice()}/fraud-warning`,
    body: {},
    scope: 'payouts',
  },
  'settle a payout': {
    ...POST,
    path: async () => `/api/v2/test/payout/${await processingPayout()}/settle`,
    body: { outcome: 'paid' },
    scope: 'payouts',
  },
  'credit the wallet': {
    ...POST,
    path: async () => '/api/v2/test/wallet/credit',
    body: { amount: 5 },
    scope: 'payouts',
  },
  'advance the clock': {
    ...POST,
    path: async () => '/api/v2/test/clock/advance',
    body: { days: 1 },
    scope: 'invoices',
  },
}

describe.each(Object.entries(HELPERS))('%s', (_, helper) => {
  testKeyRules(() => vendor, helper)

  test('is not there for a live key', async () => {
    const { key } = await vendor.live()
    const request = { method: 'POST', path: await helper.path(), body: helper.body }
    const answer = await send({ ...request, headers: { authorization: `Bearer ${key}` } })
    expectRefusal(answer, 404, 'Not found')
  })
})

describe('a helper refuses', () => {
  const refused = async (path: string, body: Fields, status: number, error: string | RegExp) => {
    const answer = await vendor.post(path, body)
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(error)])
  }

  test('to pay: an unknown outcome, and an invoice that can’t be paid now', async () => {
    const [open, paid, voided] = [await vendor.invoice(), await cardInvoice(), await vendor.invoice()]
    await vendor.post(`/invoice/${voided}/void`, {})
    await refused(`/test/invoice/${open}/pay`, { outcome: 'perhaps' }, 400, /^outcome must be one of /)
    await refused(`/test/invoice/${UNKNOWN_ID}/pay`, {}, 404, 'Invoice not found')
    await refused(`/test/invoice/${paid}/pay`, {}, 409, 'Invoice is already paid')
    await refused(`/test/invoice/${voided}/pay`, {}, 409, 'Invoice was voided')
  })

  test('to dispute: what no card has paid, and what is disputed or refunded already', async () => {
    const [open, paid, byHand, disputed, refunded] = [
      await vendor.invoice(),
      await cardInvoice(),
      await vendor.paidInvoice(10),
      await cardInvoice(),
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
    await vendor.requestRefund(refunded)
    await refused(path(refunded), {}, 409, 'A refund of the invoice is in progress')
  })

  test('to warn of fraud about what no card has paid', async () => {
    const [open, byHand] = [await vendor.invoice(), await vendor.paidInvoice(10)]
    const path = (id: string) => `/test/invoice/${id}/fraud-warning`
    await refused(path(UNKNOWN_ID), {}, 404, 'Invoice not found')
    await refused(path(open), {}, 409, 'Invoice is not paid')
    await refused(path(byHand), {}, 409, 'Invoice was marked as paid without a payment')
  })

  test('to settle: an unknown outcome, and one that the payout can’t have any more', async () => {
    const { payout } = (await vendor.post(`/customer/${customerId}/payout`, payoutBody(bankAccountId))).body
    const path = (id: string) => `/test/payout/${id}/settle`
    await refused(path(payout.id), { outcome: 'perhaps' }, 400, /^outcome must be one of /)
    await refused(path(UNKNOWN_ID), { outcome: 'paid' }, 404, 'Payout not found')
    expect((await vendor.post(path(payout.id), { outcome: 'returned' })).status).toBe(200)
    const again = await vendor.post(path(payout.id), { outcome: 'paid' })
    expect(again.status, again.text).toBe(409)
  })

  test('to credit nothing or no currency, and to let no day pass', async () => {
    const path = '/test/wallet/credit'
    await refused(path, {}, 400, 'amount is required')
    await refused(path, { amount: 'ten' }, 400, 'Invalid amount format')
    await refused(path, { amount: 0 }, 400, 'amount must be greater than 0')
    await refused(path, { amount: 1, currency: 5 }, 400, 'currency must be a string')
    await refused(path, { amount: 1, currency: 'X'.repeat(256) }, 400, /^currency must be at most /)
    await refused(path, { amount: 1, currency: 'XYZ' }, 400, 'Invalid currency')
    await refused('/test/clock/advance', { days: 0 }, 400, /^days must be a whole number from 1 to /)
  })

  test('to move a clock that another request is moving', async () => {
    const holder = await database.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `clock ${vendor.account.id}`,
      ])
      await refused('/test/clock/advance', { days: 1 }, 409, 'The test clock is being advanced')
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    expect((await vendor.post('/test/clock/advance', { days: 1 })).status).toBe(200)
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
