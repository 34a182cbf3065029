import { beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, send } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { bankAccountBody, recurringBody } from '../fixtures/request-bodies'
import { freshVendor, operate, type Vendor } from '../fixtures/vendor'

const REFUSING_ACCOUNT = '000111111116'

let vendor: Vendor
let customerIds: string[]
let invoiceIds: string[]
let payoutIds: string[]
let failedPayoutId: string

beforeAll(async () => {
  vendor = await freshVendor()
  customerIds = []
  for (const name of ['Ada', 'Grace', 'Mary']) {
    const group = name === 'Ada' ? null : 'Retainer'
    customerIds.push(await vendor.customer({ name, group, email: `${name}@example.com` }))
  }
  const [ada = ''] = customerIds
  invoiceIds = []
  for (const customer_id of customerIds) invoiceIds.push(await vendor.invoice({ customer_id, amount: 100 }))
  await operate('invoice mark-paid', { invoice: invoiceIds[0] ?? '' })
  const bankAccountId = await vendor.bankAccount(ada)
  const { body } = await vendor.post(
    `/customer/${ada}/bank-account`,
    bankAccountBody({ accountNumber: REFUSING_ACCOUNT }),
  )
  const pay = (bank_account_id: string) =>
    vendor.post(`/customer/${ada}/payout`, { bank_account_id, amount: 10 })
  payoutIds = [(await pay(bankAccountId)).body.payout.id, (await pay(bankAccountId)).body.payout.id]
  expect((await pay(body.bank_account.id)).status).toBe(502)
  for (const id of customerIds) await vendor.post('/recurring-invoices', recurringBody(id))
})

/** Each list with the field of its objects. */
const LISTS = [
  ['/customers', 'customers'],
  ['/invoices', 'invoices'],
  ['/payouts', 'payouts'],
  ['/recurring-invoices', 'recurring_invoices'],
  ['/wallet/entries', 'entries'],
] as const

describe.each(LISTS)('the list %s', (path, field) => {
  test('has everything once and newest first, whatever the size of its pages', async () => {
    const whole = (await vendor.get(path)).body
    expect(whole.next_cursor).toBeNull()
    const ids = whole[field].map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(3)
    expect(ids).toEqual(ids.toSorted().reverse())
    const paged: string[] = []
    let after: string | null = null
    do {
      const { body } = await vendor.get(path, `limit=1${after ? `&after=${after}` : ''}`)
      expect(body[field]).toHaveLength(1)
      paged.push(...body[field].map(({ id }) => id))
      after = body.next_cursor
    } while (after)
    expect(paged).toEqual(ids)
  })

  test.each(['0', '101', '-1', '1.5', '', 'all', '1e1', '0x10', '1000'])(
    'refuses the limit %j',
    async (limit) => {
      const answer = await vendor.get(path, `limit=${limit}`)
      expectRefusal(answer, 400, 'limit must be a whole number from 1 to 100')
    },
  )

  test('refuses a parameter that it does not know, or gets twice', async () => {
    for (const name of ['stat', 'Limit', 'before', 'limit[]', '__proto__', 'toString']) {
      expectRefusal(await vendor.get(path, `${name}=1`), 400, `Unknown parameter ${name}`)
    }
    expectRefusal(await vendor.get(path, 'limit=1&limit=2'), 400, 'limit is given more than once')
    expectRefusal(await vendor.get(path, `${'x'.repeat(500)}=1`), 400, `Unknown parameter ${'x'.repeat(40)}`)
  })

  test('refuses a cursor that was changed, made up, or belongs to another list, account or filter', async () => {
    const { next_cursor: cursor } = (await vendor.get(path, 'limit=1')).body
    expect((await vendor.get(path, `after=${cursor}&limit=100`)).status).toBe(200)
    const other = LISTS.find(([each]) => each !== path)?.[0] ?? ''
    const { next_cursor: ofOther } = (await vendor.get(other, 'limit=1')).body
    const changed = `${cursor?.slice(0, -1)}${cursor?.endsWith('A') ? 'B' : 'A'}`
    const forgery = Buffer.from(JSON.stringify(['2026-01-01 00:00:00+00', UNKNOWN_ID])).toString('base64url')
    for (const wrong of [
      changed,
      `${cursor}=`,
      `${cursor} `,
      `x${cursor}`,
      ofOther,
      forgery,
      '',
      '0',
      UNKNOWN_ID,
      'x'.repeat(3000),
    ]) {
      const answer = await vendor.get(path, `after=${encodeURIComponent(wrong ?? '')}`)
      expectRefusal(answer, 400, 'Invalid cursor')
    }
    const stranger = await freshVendor()
    expectRefusal(await stranger.get(path, `after=${cursor}`), 400, 'Invalid cursor')
    const filter =
      { '/customers': 'group=Retainer', '/wallet/entries': 'currency=EUR' }[path as string] ??
      `customer_id=${UNKNOWN_ID}`
    expectRefusal(await vendor.get(path, `after=${cursor}&${filter}`), 400, 'Invalid cursor')
  })

  test('of an account without anything is empty', async () => {
    const { status, body } = await (await freshVendor()).get(path)
    expect([status, body]).toEqual([200, { status: 'success', [field]: [], next_cursor: null }])
  })
})

const ids = (objects: { id: string }[]) => objects.map(({ id }) => id)

test('customers are found by email in either case, and by group', async () => {
  const [ada, grace, mary] = customerIds
  expect(ids((await vendor.get('/customers', 'email=ADA@example.com')).body.customers)).toEqual([ada])
  expect(ids((await vendor.get('/customers', 'group=Retainer')).body.customers)).toEqual([mary, grace])
  expect(ids((await vendor.get('/customers', 'group=retainer')).body.customers)).toEqual([])
  const [row] = (await vendor.get('/customers', 'email=ada@example.com')).body.customers
  const { customer } = (await vendor.get(`/customer/${ada}`)).body
  expect(row).toEqual({ ...customer, created_at: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/) })
})

test('invoices are found by status, customer, email, transaction and days', async () => {
  const [first = '', second, third] = invoiceIds
  const [ada, grace] = customerIds
  const find = async (query: string) => ids((await vendor.get('/invoices', query)).body.invoices)
  expect(await find('status=Paid')).toEqual([first])
  expect(await find('status=Invoice+Created')).toEqual([third, second])
  expect(await find('status=Unpaid')).toEqual([])
  expect(await find(`customer_id=${grace}`)).toEqual([second])
  expect(await find(`customer_id=${ada}&status=Failed`)).toEqual([])
  expect(await find('email=Mary@Example.com')).toEqual([third])
  expect(await find('email=nobody@example.com')).toEqual([])
  expect(await find(`transaction_id=${UNKNOWN_ID}`)).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  expect(await find('created_from=2020-01-01&created_to=2020-12-31')).toEqual([])
  expect(await find(`created_from=2020-01-01&status=Paid`)).toEqual([first])
  expect((await find(`created_to=${today}`)).length).toBe(3)
  const [row] = (await vendor.get('/invoices', 'status=Paid')).body.invoices
  const { invoice } = (await vendor.get(`/invoice/${first}`)).body
  expect(row).toEqual({
    ...invoice,
    base_amount: 100,
    number: expect.stringMatching(/./),
    transaction_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    amount_refunded: 0,
    amount_credited: 0,
    amount_due: 0,
    redirect_url: null,
    webhook_url: null,
    recurring_invoice_id: null,
    created_at: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/),
    paid_at: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/),
    voided_at: null,
  })
})

test('a payout whose request was refused is found, with the reason, and in the lists', async () => {
  const failed = (await vendor.get('/payouts', 'status=FAILED')).body.payouts
  expect(failed).toHaveLength(1)
  failedPayoutId = failed[0]?.id ?? ''
  const { payout } = (await vendor.get(`/payout/${failedPayoutId}`)).body
  expect(payout).toEqual(failed[0])
  expect(payout).toMatchObject({
    status: 'FAILED',
    failure: { code: 'no_account', message: expect.stringMatching(/./) },
  })
  const [first = ''] = payoutIds
  const paid = (await vendor.get(`/payout/${first}`)).body.payout
  expect(paid).toMatchObject({
    id: first,
    status: 'PAID',
    amount: 10,
    failure: null,
    settled_at: expect.any(String),
  })
  expect(
    ids((await vendor.get('/payouts', `customer_id=${customerIds[0]}&status=PAID`)).body.payouts),
  ).toEqual(payoutIds.toReversed())
  expect(ids((await vendor.get('/payouts', `customer_id=${customerIds[1]}`)).body.payouts)).toEqual([])
})

test('the wallet is what its entries add up to', async () => {
  const { balances } = (await vendor.get('/wallet')).body
  expect(balances).toEqual({ USD: { available: 80, pending: 0, held: 0, owed: 0 } })
  const { entries } = (await vendor.get('/wallet/entries')).body
  expect(entries.map(({ amount }) => amount)).toEqual([10, -10, -10, -10, 100])
  expect(entries.map(({ balance_after }) => balance_after)).toEqual([80, 70, 80, 90, 100])
  expect(entries.at(-1)).toMatchObject({ reason: 'invoice.paid', invoice_id: invoiceIds[0], payout_id: null })
  expect(entries[0]).toMatchObject({ reason: 'payout.requested.reversed', payout_id: failedPayoutId })
  expect((await vendor.get('/wallet/entries', 'currency=eur')).body.entries).toEqual([])
})

test.each([
  ['/customers', 'email=ada', 'email must be an email address'],
  ['/customers', 'group=', 'group must be given a value'],
  ['/customers', `group=${'x'.repeat(256)}`, 'group must be at most 255 characters'],
  ['/invoices', 'status=paid', 'status must be one of Invoice Created, Paid, Unpaid, Failed'],
  ['/invoices', 'customer_id=7', 'customer_id must be a UUID'],
  ['/invoices', 'transaction_id=', 'transaction_id must be given a value'],
  ['/invoices', 'created_from=2026-02-30', 'created_from must be a date like 2026-01-31'],
  ['/invoices', 'email=%00', 'email must be text'],
  ['/payouts', 'status=Paid', 'status must be one of PROCESSING, PAID, FAILED, RETURNED'],
  ['/wallet/entries', 'currency=XYZ', 'currency must be a currency like USD'],
])('%s?%s is refused: %s', async (path, query, error) => {
  expectRefusal(await vendor.get(path, query), 400, error)
})

test('a list needs a key like any other request', async () => {
  for (const [path] of LISTS) {
    expectRefusal(await send({ method: 'GET', path: `/api/v2${path}` }), 400, 'api_key parameter is required')
  }
})
