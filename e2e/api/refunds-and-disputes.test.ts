import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { freshVendor, type Vendor } from '../fixtures/vendor'

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const DAY_MS = 24 * 60 * 60 * 1000

let vendor: Vendor
let refunded: string
let refusing: string
let disputed: string[]

/** A test invoice that its buyer has paid with a sandbox card. */
async function paid(outcome: string, amount = 100): Promise<string> {
  const id = await vendor.invoice({ amount })
  expect((await vendor.post(`/test/invoice/${id}/pay`, { outcome })).status).toBe(200)
  return id
}
const dispute = async (id: string, outcome: string) =>
  expect((await vendor.post(`/test/invoice/${id}/dispute`, { outcome })).status).toBe(200)

beforeAll(async () => {
  vendor = await freshVendor()
  refunded = await paid('paid')
  for (const amount of [10, 20.5]) await vendor.post(`/invoice/${refunded}/refund`, { amount })
  refusing = await paid('refund_refused')
  await vendor.post(`/invoice/${refusing}/refund`, { amount: 5 })
  disputed = [await paid('paid'), await paid('paid'), await paid('paid')]
  const [won = '', lost = '', open = ''] = disputed
  for (const id of [won, lost, open]) await dispute(id, 'opened')
  await dispute(won, 'won')
  await dispute(lost, 'lost')
})

const ids = (objects: { id: string }[]) => objects.map(({ id }) => id)

test('refunds are listed newest first, by invoice and status, and read one by one', async () => {
  const { refunds, next_cursor } = (await vendor.get('/refunds')).body
  expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
    [5, 'FAILED'],
    [20.5, 'SUCCEEDED'],
    [10, 'SUCCEEDED'],
  ])
  expect(next_cursor).toBeNull()
  expect((await vendor.get('/refunds', `invoice_id=${refunded}`)).body.refunds).toEqual(refunds.slice(1))
  expect((await vendor.get('/refunds', 'status=FAILED')).body.refunds).toEqual(refunds.slice(0, 1))
  expect((await vendor.get('/refunds', `status=FAILED&invoice_id=${refunded}`)).body.refunds).toEqual([])
  expect((await vendor.get('/refunds', `invoice_id=${UNKNOWN_ID}`)).body.refunds).toEqual([])
  for (const refund of refunds) {
    expect((await vendor.get(`/refund/${refund.id}`)).body.refund).toEqual(refund)
  }
  expect(refunds[0]).toEqual({
    id: expect.any(String),
    invoice_id: refusing,
    amount: 5,
    currency: 'USD',
    status: 'FAILED',
    failure_reason: 'refund_refused',
    failure: { code: 'refund_refused', message: 'The provider refused the refund' },
    created_at: MOMENT,
  })
  expect(refunds[1]).toMatchObject({ invoice_id: refunded, failure: null })
})

test('disputes are listed newest first and by status, and say until when and where to answer', async () => {
  const { disputes } = (await vendor.get('/disputes')).body
  expect(disputes.map(({ invoice_id, status }) => [invoice_id, status])).toEqual([
    [disputed[2], 'OPEN'],
    [disputed[1], 'LOST'],
    [disputed[0], 'WON'],
  ])
  const [open] = disputes
  expect((await vendor.get('/disputes', 'status=OPEN')).body.disputes).toEqual([open])
  for (const dispute of disputes) {
    expect((await vendor.get(`/dispute/${dispute.id}`)).body.dispute).toEqual(dispute)
  }
  expect(open).toEqual({
    id: expect.any(String),
    invoice_id: disputed[2],
    amount: 103.2,
    currency: 'USD',
    status: 'OPEN',
    reason: 'fraudulent',
    evidence_due_at: MOMENT,
    provider_url: expect.stringMatching(/^http.*\/docs\/api\/dispute-test-invoice$/),
    created_at: MOMENT,
  })
  expect((await vendor.get('/disputes', `invoice_id=${disputed[2]}`)).body.disputes).toEqual([open])
  expect((await vendor.get('/disputes', `status=WON&invoice_id=${disputed[2]}`)).body.disputes).toEqual([])
  expect((await vendor.get('/disputes', `invoice_id=${UNKNOWN_ID}`)).body.disputes).toEqual([])
  const daysLeft = (Date.parse(open?.evidence_due_at ?? '') - Date.now()) / DAY_MS
  expect(Math.round(daysLeft)).toBe(7)
})

test('events report refunds and disputes as the lists show them', async () => {
  const { events } = (await vendor.get('/events', 'limit=100')).body
  const [failed] = (await vendor.get('/refunds', 'status=FAILED')).body.refunds
  const [open] = (await vendor.get('/disputes', 'status=OPEN')).body.disputes
  const dataOf = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data)
  expect(dataOf('refund.failed')).toEqual([failed])
  expect(dataOf('dispute.opened')).toContainEqual(open)
})

describe.each([
  ['/refunds', 'refunds', 'status=PENDING'],
  ['/disputes', 'disputes', 'status=LOST'],
] as const)('the list %s', (path, field, filter) => {
  test('has everything once, whatever the size of its pages', async () => {
    const whole = ids((await vendor.get(path)).body[field])
    const paged: string[] = []
    let after: string | null = null
    do {
      const { body } = await vendor.get(path, `limit=2${after ? `&after=${after}` : ''}`)
      paged.push(...ids(body[field]))
      after = body.next_cursor
    } while (after)
    expect([paged, paged.length]).toEqual([whole, 3])
  })

  test('refuses limits, parameters and cursors that it does not know', async () => {
    for (const limit of ['0', '101', 'all']) {
      const answer = await vendor.get(path, `limit=${limit}`)
      expectRefusal(answer, 400, 'limit must be a whole number from 1 to 100')
    }
    expectRefusal(await vendor.get(path, 'stat=1'), 400, 'Unknown parameter stat')
    const { next_cursor: cursor } = (await vendor.get(path, 'limit=1')).body
    expectRefusal(await vendor.get(path, `after=${cursor}&${filter}`), 400, 'Invalid cursor')
    expectRefusal(await (await freshVendor()).get(path, `after=${cursor}`), 400, 'Invalid cursor')
  })
})

test.each([
  ['/refunds', 'status=Paid', 'status must be one of PENDING, SUCCEEDED, FAILED'],
  ['/refunds', 'invoice_id=7', 'invoice_id must be a UUID'],
  ['/disputes', 'invoice_id=7', 'invoice_id must be a UUID'],
  ['/disputes', 'status=open', 'status must be one of OPEN, WON, LOST'],
  ['/invoices', `idempotency_key=${'k'.repeat(256)}`, 'idempotency_key must be at most 255 characters'],
  ['/payouts', 'idempotency_key=', 'idempotency_key must be given a value'],
])('%s?%s is refused: %s', async (path, query, error) => {
  expectRefusal(await vendor.get(path, query), 400, error)
})

test('a refund or dispute that does not exist is 404', async () => {
  for (const id of [UNKNOWN_ID, 'x', refunded]) {
    expectRefusal(await vendor.get(`/refund/${id}`), 404, 'Refund not found')
    expectRefusal(await vendor.get(`/dispute/${id}`), 404, 'Dispute not found')
  }
})

test('an invoice in a list has its number, its payment and what was refunded of it', async () => {
  const find = async (id: string) =>
    (await vendor.get('/invoices', 'limit=100')).body.invoices.find((invoice) => invoice.id === id)
  expect(await find(refunded)).toMatchObject({ amount_refunded: 30.5, number: expect.stringMatching(/\d/) })
  expect(await find(refusing)).toMatchObject({ amount_refunded: 0 })
  const transactionId = (await find(refunded))?.transaction_id
  const { invoices } = (await vendor.get('/invoices', `transaction_id=${transactionId}`)).body
  expect(ids(invoices)).toEqual([refunded])
  expect(await find(await vendor.invoice())).toMatchObject({ transaction_id: null, amount_refunded: 0 })
})

test('what a key created is found by it: an invoice, and each attempt of a payout that was refused', async () => {
  const key = { 'idempotency-key': 'order 42 / a' }
  const query = `idempotency_key=${encodeURIComponent('order 42 / a')}`
  const { invoice } = (await vendor.post('/invoice', { email: 'a@example.com', amount: 5 }, key)).body
  await vendor.invoice()
  expect(ids((await vendor.get('/invoices', query)).body.invoices)).toEqual([invoice.id])
  expect((await vendor.get('/invoices', `${query}&status=Paid`)).body.invoices).toEqual([])
  await vendor.credit('100')
  const customerId = await vendor.customer()
  const path = `/customer/${customerId}/payout`
  const closed = { bank_account_id: await vendor.bankAccount(customerId, '000111111113'), amount: 1 }
  const good = { bank_account_id: await vendor.bankAccount(customerId), amount: 2 }
  for (const body of [closed, closed, good, good]) await vendor.post(path, body, key)
  const { payouts } = (await vendor.get('/payouts', query)).body
  expect(payouts.map(({ amount, status }) => [amount, status])).toEqual([
    [2, 'PAID'],
    [1, 'FAILED'],
    [1, 'FAILED'],
  ])
  expect(ids((await vendor.get('/payouts', `${query}&status=PAID`)).body.payouts)).toEqual([payouts[0]?.id])
  const stranger = await freshVendor()
  expect((await stranger.get('/payouts', query)).body.payouts).toEqual([])
  expect((await stranger.get('/invoices', query)).body.invoices).toEqual([])
})

test.each(['refunds', 'disputes'])('a parameter of %s is given once', async (list) => {
  const twice = await vendor.get(`/${list}`, 'limit=1&limit=2')
  expectRefusal(twice, 400, 'limit is given more than once')
})
