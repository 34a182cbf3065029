import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce, expectRefusal, expectReplay, type Fields, send } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { HOSTILE_STRINGS } from '../fixtures/hostile-values'
import { recurringBody } from '../fixtures/request-bodies'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'

const PATH = '/recurring-invoices'
const NOT_FOUND = 'Recurring invoice not found'
const STEP_DAYS = 90

let vendor: Vendor
let customerId: string

beforeEach(async () => {
  vendor = await freshVendor()
  customerId = await vendor.customer()
})

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
const create = (fields: Fields = {}, headers?: Record<string, string>) =>
  vendor.post(PATH, { ...recurringBody(customerId), ...fields }, headers)
const createSeries = async (fields: Fields = {}) => {
  const { status, text, body } = await create(fields)
  expect(status, text).toBe(201)
  return body.recurring_invoice
}
const read = async (id: string) => (await vendor.get(`${PATH}/${id}`)).body.recurring_invoice
const setStatus = (id: string, status: string) => vendor.patch(`${PATH}/${id}`, { status })
/** In steps, each of which is answered in time on a busy machine too. */
const pass = async (days: number) => {
  for (let left = days; left > 0; left -= STEP_DAYS) {
    const step = Math.min(left, STEP_DAYS)
    expect((await vendor.post('/test/clock/advance', { days: step })).status).toBe(200)
  }
}
const invoices = async () => (await vendor.get('/invoices')).body.invoices
const sentInvoices = async (to: string) =>
  (await operate<{ kind: string }[]>('mail list', { to })).filter(({ kind }) => kind === 'invoice').length
const issuedSoon = (id: string) =>
  expect.poll(async () => (await read(id)).last_invoice_id, { timeout: 30_000 }).not.toBeNull()

describe('a recurring invoice by API', () => {
  test('is 201, and issues and mails the invoice of today at once, and the next one after a month', async () => {
    const email = `ada-${randomUUID()}@example.com`
    const body = {
      customer_id: null,
      email,
      items: [
        { title: 'Hosting, months', qty: 1.5, price: '80.00' },
        { title: 'Domain', qty: 1, price: 34.5 },
      ],
      currency: 'eur',
      reference: 'contract-17',
      metadata: { plan: 'pro', ['__proto__']: 'x' },
      redirect_url: 'https://shop.example.com/thanks',
      webhook_url: 'https://shop.example.com/hooks',
      start_on: day(0),
      due_after_days: 14,
    }
    const own = {
      currency: 'EUR',
      items: [
        { name: 'Hosting, months', qty: 1.5, price: 80 },
        { name: 'Domain', qty: 1, price: 34.5 },
      ],
      reference: 'contract-17',
      metadata: body.metadata,
      redirect_url: body.redirect_url,
      webhook_url: body.webhook_url,
    }
    const series = await createSeries(body)
    const customer = (await vendor.get('/customers', `email=${email}`)).body.customers[0]
    expect(series).toEqual({
      ...own,
      id: series.id,
      status: 'active',
      stop_reason: null,
      customer_id: customer?.id,
      amount: 154.5,
      interval: 'month',
      interval_count: 1,
      start_on: day(0),
      end_on: null,
      end_after: null,
      delivery: 'send',
      due_after_days: 14,
      next_on: day(0),
      invoice_count: 0,
      last_invoice_id: null,
      created_at: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/),
    })
    await issuedSoon(series.id)
    const [first] = await invoices()
    expect(first).toMatchObject({ ...own, base_amount: 154.5, email, due_date: day(14) })
    expect(await read(series.id)).toMatchObject({ invoice_count: 1, last_invoice_id: first?.id })
    expect(await sentInvoices(email)).toBe(1)
    const { events } = (await vendor.get('/events')).body
    expect(events.map(({ type }) => type)).toEqual([
      'customer.created',
      'customer.created',
      'invoice.created',
    ])

    await pass(31)
    expect((await invoices()).map(({ number }) => number)).toEqual(['INV-0002', 'INV-0001'])
    const [second] = await invoices()
    await vendor.invoice()
    const seriesInvoices = (await vendor.get('/invoices', `recurring_invoice_id=${series.id}`)).body.invoices
    expect(seriesInvoices.map(({ id }) => id)).toEqual([second?.id, first?.id])
    expect(seriesInvoices.map(({ recurring_invoice_id }) => recurring_invoice_id)).toEqual([
      series.id,
      series.id,
    ])
    expect(await read(series.id)).toMatchObject({ invoice_count: 2, last_invoice_id: second?.id })
    expect(await sentInvoices(email)).toBe(2)
    await vendor.expectSoundLedger()
  })

  test.each([
    ['week', 1, 7],
    ['week', 2, 14],
    ['month', 2, 62],
    ['quarter', 1, 92],
    ['year', 1, 366],
  ])('of every %s times %i comes again within that time', async (interval, interval_count, days) => {
    const { id } = await createSeries({ interval, interval_count, start_on: day(1) })
    expect(await read(id)).toMatchObject({ interval, interval_count, start_on: day(1), next_on: day(1) })
    await pass(1)
    expect(await read(id)).toMatchObject({ invoice_count: 1 })
    await pass(days - 4)
    expect(await read(id)).toMatchObject({ invoice_count: 1 })
    await pass(4)
    expect(await read(id)).toMatchObject({ invoice_count: 2, status: 'active' })
  })

  test('of three months is a quarter, however it was asked for', async () => {
    expect(await createSeries({ interval: 'month', interval_count: 3 })).toMatchObject({
      interval: 'quarter',
      interval_count: 1,
    })
    expect(await createSeries({ interval: 'quarter', interval_count: 2 })).toMatchObject({
      interval: 'quarter',
      interval_count: 2,
    })
  })

  test('with an end is ended after its last invoice', async () => {
    const { id } = await createSeries({ interval: 'week', start_on: day(1), end_on: day(10) })
    await pass(20)
    expect(await read(id)).toMatchObject({
      status: 'ended',
      next_on: null,
      end_on: day(10),
      invoice_count: 2,
      stop_reason: null,
    })
    expectRefusal(await setStatus(id, 'active'), 409, 'This recurring invoice has ended')
  })

  test('by draft leaves it to somebody to send, and nothing is mailed; what is sent has its metadata', async () => {
    const email = `ada-${randomUUID()}@example.com`
    const metadata = { plan: 'small' }
    const { id } = await createSeries({
      customer_id: null,
      email,
      start_on: day(1),
      delivery: 'draft',
      reference: 'contract-17',
      metadata,
    })
    await pass(1)
    expect(await read(id)).toMatchObject({ delivery: 'draft', invoice_count: 1, last_invoice_id: null })
    expect(await invoices()).toEqual([])
    expect(await sentInvoices(email)).toBe(0)
    const { rows } = await database.query('SELECT id FROM invoice_drafts WHERE account_id = $1', [
      vendor.account.id,
    ])
    const { issueDraft } = await import('@/lib/invoices/issue-draft')
    const { invoiceId } = await issueDraft(vendor.account, { draftId: rows[0].id })
    const invoice = { id: invoiceId, reference: 'contract-17', metadata, recurring_invoice_id: id }
    const list = await vendor.get('/invoices', `recurring_invoice_id=${id}`)
    expect(list.body.invoices).toMatchObject([invoice])
    expect(await read(id)).toMatchObject({ last_invoice_id: invoiceId })
  })

  test('issues whatever create invoice accepts, character for character', async () => {
    const texts = HOSTILE_STRINGS.map((text) => (JSON.parse(text) as string).trim())
    const accepted = texts.filter((text) => text !== '' && [...text].length <= 255)
    const items = accepted.map((title) => ({ title, qty: '0.000001', price: '999999.999' }))
    const fields = {
      currency: 'KWD',
      items: items.slice(0, 100),
      reference: '😀'.repeat(255),
      metadata: Object.fromEntries(accepted.slice(0, 20).map((text, index) => [`k${index}`, text])),
      webhook_url: `https://shop.example.com/${'😀'.repeat(1000)}`,
    }
    const single = await vendor.post('/invoice', { customer_id: customerId, ...fields })
    expect(single.status, single.text).toBe(201)
    const series = await createSeries({ ...fields, start_on: day(1) })
    await pass(1)
    const [issued, created] = await invoices()
    const same = {
      items: created?.items,
      reference: created?.reference,
      metadata: created?.metadata,
      webhook_url: created?.webhook_url,
    }
    expect(issued).toMatchObject({ ...same, base_amount: created?.base_amount })
    expect(await read(series.id)).toMatchObject({ ...same, amount: created?.base_amount })
  })
})

describe('the status', () => {
  test('paused issues nothing, and active goes on with what comes then', async () => {
    const { id } = await createSeries({ interval: 'week', start_on: day(1) })
    const paused = await setStatus(id, 'paused')
    expect([paused.status, paused.body.recurring_invoice]).toEqual([
      200,
      expect.objectContaining({ id, status: 'paused', next_on: null, stop_reason: null }),
    ])
    await pass(10)
    expect(await read(id)).toMatchObject({ status: 'paused', invoice_count: 0 })
    expect(await invoices()).toEqual([])
    // To the status that it has: nothing.
    expect((await vendor.unchanged(() => setStatus(id, 'paused'))).status).toBe(200)
    const resumed = await setStatus(id, 'active')
    expect(resumed.body.recurring_invoice).toMatchObject({ status: 'active', next_on: day(15) })
    expect((await vendor.unchanged(() => setStatus(id, 'active'))).status).toBe(200)
    await pass(5)
    expect(await read(id)).toMatchObject({ invoice_count: 1, next_on: day(22) })
  })

  test('ended is for good', async () => {
    const { id } = await createSeries({ start_on: day(1) })
    expect((await setStatus(id, 'ended')).body.recurring_invoice).toMatchObject({ status: 'ended' })
    for (const status of ['active', 'paused']) {
      const answer = await vendor.unchanged(() => setStatus(id, status))
      expectRefusal(answer, 409, 'This recurring invoice has ended')
      expect(answer.headers.get('counterfoil-error')).toBe('recurring_ended')
    }
    expect((await vendor.unchanged(() => setStatus(id, 'ended'))).status).toBe(200)
    await pass(40)
    expect(await invoices()).toEqual([])
  })

  test('can’t be active again once the last day is over', async () => {
    const { id } = await createSeries({ start_on: day(1), end_on: day(5) })
    await setStatus(id, 'paused')
    await pass(10)
    const message = 'Its last day has passed. Change its end before you resume it.'
    expectRefusal(await vendor.unchanged(() => setStatus(id, 'active')), 409, message)
    expect((await setStatus(id, 'ended')).status).toBe(200)
  })

  test('of one that was stopped is paused, with the reason, and it is resumed like any other', async () => {
    const { id } = await createSeries({ start_on: day(1) })
    await vendor.ban()
    await database.query(
      'UPDATE recurring_invoices SET next_attempt_at = now() WHERE account_id = $1 AND id = $2',
      [vendor.account.id, id],
    )
    const status = async () => (await read(id)).status
    await expect.poll(status, { timeout: 30_000 }).toBe('paused')
    expect(await read(id)).toMatchObject({ stop_reason: 'vendor_banned', next_on: null })
    expectRefusal(await setStatus(id, 'active'), 403, 'This vendor account has been banned.')
    await operate('vendor unban', { vendor: vendor.email })
    const find = async (query: string) => (await vendor.get(PATH, query)).body.recurring_invoices
    expect(await find('status=paused')).toMatchObject([{ id }])
    expect((await setStatus(id, 'active')).body.recurring_invoice).toMatchObject({
      status: 'active',
      stop_reason: null,
      next_on: day(1),
    })
  })

  test('is read and changed here too where somebody set it up in the dashboard', async () => {
    const id = await vendor.builtRecurring(customerId)
    expect(await read(id)).toMatchObject({ items: [{ name: 'Hosting', qty: 1, price: 100 }], amount: 100 })
    expect((await setStatus(id, 'ended')).status).toBe(200)
  })
})

test('the audit log says which key did what', async () => {
  const { id } = await createSeries()
  for (const status of ['paused', 'active', 'ended']) await setStatus(id, status)
  const { rows } = await database.query(
    'SELECT action, detail FROM audit_events WHERE account_id = $1 AND subject_id = $2 ORDER BY id',
    [vendor.account.id, id],
  )
  expect(rows).toEqual([
    {
      action: 'recurring_invoice.created',
      detail: expect.stringMatching(/^Ada Lovelace: \$50\.00, monthly on the .+, by the API key “.+”$/),
    },
    { action: 'recurring_invoice.paused', detail: expect.stringMatching(/^By the API key “.+”$/) },
    {
      action: 'recurring_invoice.resumed',
      detail: expect.stringMatching(/^Next invoice on [\d-]+, by the API key “.+”$/),
    },
    { action: 'recurring_invoice.ended', detail: expect.stringMatching(/^By the API key “.+”$/) },
  ])
})

test('the list has filters for the customer and the status', async () => {
  const other = await vendor.customer()
  const first = await createSeries()
  const second = await createSeries({ customer_id: other })
  const third = await createSeries()
  await setStatus(first.id, 'paused')
  await setStatus(third.id, 'ended')
  const find = async (query: string) =>
    (await vendor.get(PATH, query)).body.recurring_invoices.map(({ id }) => id)
  expect(await find('')).toEqual([third.id, second.id, first.id])
  expect(await find(`customer_id=${other}`)).toEqual([second.id])
  expect(await find(`customer_id=${customerId}`)).toEqual([third.id, first.id])
  expect(await find(`customer_id=${customerId}&status=ended`)).toEqual([third.id])
  expect(await find('status=active')).toEqual([second.id])
  expect(await find('status=paused')).toEqual([first.id])
  const { body } = await vendor.get(PATH, 'status=paused')
  expect(body.recurring_invoices).toEqual([await read(first.id)])
  expectRefusal(await vendor.get(PATH, 'status=STOPPED'), 400, 'status must be one of active, paused, ended')
  expectRefusal(await vendor.get(PATH, 'customer_id=x'), 400, 'customer_id must be a UUID')
})

test('what is wrong is refused, and creates nothing', async () => {
  const START = 'Invalid start_on. Use YYYY-MM-DD, from today (UTC) on and within 100 years'
  const END = 'Invalid end_on. Use YYYY-MM-DD, from start_on on'
  const DUE = 'due_after_days must be a whole number from 0 to 365'
  const count = (most: number) => `interval_count must be a whole number from 1 to ${most}`
  const refusals: [Fields, string][] = [
    [{ customer_id: null }, 'email or customer_id is required'],
    [{ amount: null }, 'amount or items are required'],
    [{ amount: 0 }, 'Invoice amount must be greater than 0'],
    [{ items: {} }, 'items must be an array'],
    [{ items: Array(101).fill({ title: 'x', qty: 1, price: 1 }) }, 'items must have at most 100 entries'],
    [{ items: [{ title: 'x' }] }, 'Each item must have title, qty and price'],
    [{ redirect_url: 'ftp://example.com' }, 'Invalid redirect_url'],
    [{ currency: 'QQQ' }, 'Invalid currency'],
    ...[null, 'day', 'MONTH', 5, ''].map((interval): [Fields, string] => [
      { interval },
      'interval must be week, month, quarter or year',
    ]),
    ...[0, 53, 1.5, 'many', {}].map((interval_count): [Fields, string] => [{ interval_count }, count(52)]),
    [{ interval_count: 37 }, count(36)],
    [{ interval: 'quarter', interval_count: 13 }, count(12)],
    [{ interval: 'year', interval_count: 11 }, count(10)],
    ...[null, day(-1), day(36_530), '2031-02-30', '2031-2-1', 'soon', 5].map((start_on): [Fields, string] => [
      { start_on },
      START,
    ]),
    ...[day(29), '2031-02-30', 'later', 5].map((end_on): [Fields, string] => [{ end_on }, END]),
    ...[null, 'mail', 'SEND', true].map((delivery): [Fields, string] => [
      { delivery },
      'delivery must be send or draft',
    ]),
    ...[-1, 366, 0.5, 'soon', []].map((due_after_days): [Fields, string] => [{ due_after_days }, DUE]),
  ]
  for (const [fields, message] of refusals) {
    await vendor.expectRefused(PATH, { ...recurringBody(customerId), ...fields }, 400, message)
  }
  for (const customer_id of [UNKNOWN_ID, 'x']) {
    await vendor.expectRefused(PATH, { ...recurringBody(customer_id) }, 404, 'Customer not found')
  }
  const archived = await vendor.customer()
  await send({ method: 'DELETE', path: `/api/v2/customer/${archived}`, body: { api_key: vendor.key } })
  await vendor.expectRefused(PATH, recurringBody(archived), 404, 'Customer not found')
  expectRefusal(await vendor.get(`${PATH}/${UNKNOWN_ID}`), 404, NOT_FOUND)
  expectRefusal(await vendor.get(`${PATH}/x`), 404, NOT_FOUND)
  expectRefusal(await setStatus(UNKNOWN_ID, 'ended'), 404, NOT_FOUND)
  const { id } = await createSeries()
  for (const status of [undefined, null, '', 'stopped', 'ACTIVE', 5]) {
    const answer = await vendor.unchanged(() => vendor.patch(`${PATH}/${id}`, { status }))
    expectRefusal(answer, 400, 'status must be active, paused or ended')
  }
})

test('fields that nobody reads are named: a due date, and all but the status of a change', async () => {
  const created = await create({ due_date: day(60) })
  expect(created.headers.get('counterfoil-ignored-fields')).toBe('due_date')
  const { id } = created.body.recurring_invoice
  const changed = await vendor.patch(`${PATH}/${id}`, { status: 'active', amount: 1 })
  expect(changed.headers.get('counterfoil-ignored-fields')).toBe('amount')
  expect(changed.body.recurring_invoice).toMatchObject({ amount: 50 })
})

test('an Idempotency-Key creates one, however often it is sent at once', async () => {
  const headers = { 'Idempotency-Key': 'contract-17' }
  const answers = await atOnce(5, () => create({}, headers))
  const first = answers.find(({ status }) => status === 201)
  for (const answer of answers) if (answer !== first) expect([201, 409]).toContain(answer.status)
  expect(await vendor.count('recurring_invoices')).toBe(1)
  if (first) expectReplay(await create({}, headers), first)
  const other = await vendor.unchanged(() => create({ amount: 51 }, headers))
  expectRefusal(other, 422, 'Idempotency-Key was already used with different parameters')
})

test('a test key finds nothing of live mode, and without a live provider none is created there', async () => {
  const live = await vendor.live()
  const { id } = await createSeries()
  expectRefusal(await live.get(`${PATH}/${id}`), 404, NOT_FOUND)
  expect((await live.get(PATH)).body.recurring_invoices).toEqual([])
  const answer = await live.unchanged(() => live.post(PATH, recurringBody(customerId)))
  expect([answer.status, answer.headers.get('counterfoil-error')]).toEqual([
    expect.any(Number),
    'live_mode_unavailable',
  ])
})
