import { beforeAll, expect, test } from 'vitest'
import { expectRefusal, type Fields } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeAll(async () => {
  vendor = await freshVendor()
})

const pathOf = (id: string) => `/invoice/${id}/credit`

test('a credit lowers what is due, and one of all that is left ends the invoice', async () => {
  const id = await vendor.invoice({ reference: 'credited' })
  const first = await vendor.post(pathOf(id), { items: [{ item: 1, amount: '40.00' }], reason: 'Late' })
  expect([first.status, first.body.credit]).toEqual([
    200,
    {
      id: expect.any(String),
      invoice_id: id,
      number: expect.stringMatching(/^INV-\d+-CN1$/),
      amount: 41.28,
      currency: 'USD',
      reason: 'Late',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  ])
  expect(first.body.invoice).toMatchObject({ amount: 103.2, amount_credited: 41.28, amount_due: 61.92 })
  const { invoice } = (await vendor.get(`/invoice/${id}`)).body
  expect(invoice).toMatchObject({ status: 'Invoice Created', amount: 103.2, amount_credited: 41.28 })
  const { body } = await vendor.post(pathOf(id), { amount: 60 })
  expect(body.credit).toMatchObject({ number: expect.stringMatching(/-CN2$/), amount: 61.92, reason: null })
  expect(body.invoice).toMatchObject({
    status: 'Invoice Created',
    voided_on: invoice.created_on,
    amount_credited: 103.2,
    amount_due: 0,
  })
  expect((await vendor.get('/invoices', 'reference=credited')).body.invoices).toEqual([body.invoice])
  const { credits } = (await vendor.get('/credits', `invoice_id=${id}`)).body
  expect(credits).toEqual([body.credit, first.body.credit])
  for (const credit of credits) expect((await vendor.get(`/credit/${credit.id}`)).body.credit).toEqual(credit)
  const { events } = (await vendor.get('/events', 'type=invoice.voided')).body
  expect(events.map(({ data }) => data)).toMatchObject([{ id, amount_credited: 103.2 }])
  await vendor.expectRefused(pathOf(id), { amount: 1 }, 409, 'Invoice was voided')
})

test('the event of the payment after a credit has what was credited', async () => {
  const id = await vendor.invoice()
  await vendor.post(pathOf(id), { amount: 40 })
  expect((await vendor.post(`/test/invoice/${id}/pay`, { outcome: 'paid' })).status).toBe(200)
  const { invoice } = (await vendor.get(`/invoice/${id}`)).body
  expect(invoice).toMatchObject({ status: 'Paid', amount: 103.2, amount_credited: 41.28 })
  const { events } = (await vendor.get('/events', 'type=invoice.paid')).body
  expect(events.map(({ data }) => data)).toContainEqual(invoice)
})

test('a credit is refused of an invoice that is unknown or paid, of a bad amount, and of more than is left', async () => {
  const [id, paid] = [await vendor.invoice(), await vendor.invoice()]
  await operate('invoice mark-paid', { invoice: paid })
  for (const unknown of [UNKNOWN_ID, 'x']) {
    expectRefusal(await vendor.post(pathOf(unknown), { amount: 1 }), 404, 'Invoice not found')
  }
  await vendor.expectRefused(pathOf(paid), { amount: 1 }, 409, 'Invoice is already paid')
  const one = { item: 1, amount: 4 }
  const refusals: [body: Fields, error: string][] = [
    [{}, 'amount or items are required'],
    [{ amout: 40 }, 'amount or items are required'],
    [{ amount: 'ten' }, 'Invalid amount format'],
    [{ amount: 0 }, 'amount must be greater than 0'],
    [{ amount: 100.01 }, 'Credit exceeds what is left to credit'],
    [{ items: 'one' }, 'items must be an array'],
    [{ items: Array.from({ length: 101 }, () => one) }, 'items must have at most 100 entries'],
    [{ items: [{ item: 1 }] }, 'Each item must have item, its place from 1, and amount'],
    [{ items: [] }, 'items must have at least one entry'],
    [{ items: [one, one] }, 'Each item can be named once'],
    [{ items: [one], amount: 4 }, 'Send amount or items, not both'],
    [{ items: [{ item: 2, amount: 4 }] }, 'The invoice has no item at this place'],
    [{ items: [{ item: 1, amount: 100.01 }] }, 'The amount exceeds what is left of an item'],
    [{ amount: 1, reason: 5 }, 'reason must be a string'],
    [{ amount: 1, reason: 'x'.repeat(256) }, 'reason must be at most 255 characters'],
  ]
  for (const [body, error] of refusals) await vendor.expectRefused(pathOf(id), body, 400, error)
})

test('an invoice has a hundred credits at most, and then all that is left can be credited', async () => {
  const id = await vendor.invoice()
  for (let number = 1; number <= 100; number += 1) await vendor.creditInvoice(id, 1n)
  const error = 'Invoice has 100 credits. Only all that is left can be credited now'
  await vendor.expectRefused(pathOf(id), { amount: 1 }, 409, error)
  expect((await vendor.post(pathOf(id), { amount: 99 })).body.invoice.amount_due).toBe(0)
})

test('the list of credits has each once, whatever the size of its pages, and refuses what it doesn’t know', async () => {
  const other = await freshVendor()
  const id = await other.invoice()
  for (const amount of [1, 2, 3]) await other.post(pathOf(id), { amount })
  const paged: number[] = []
  let after: string | null = null
  do {
    const { body } = await other.get('/credits', `limit=2${after ? `&after=${after}` : ''}`)
    paged.push(...body.credits.map(({ amount }) => amount))
    after = body.next_cursor
  } while (after)
  expect(paged).toEqual([3.09, 2.07, 1.03])
  for (const limit of ['0', '101', 'all']) {
    expectRefusal(
      await other.get('/credits', `limit=${limit}`),
      400,
      'limit must be a whole number from 1 to 100',
    )
  }
  expectRefusal(await other.get('/credits', 'stat=1'), 400, 'Unknown parameter stat')
  expectRefusal(await other.get('/credits', 'limit=1&limit=2'), 400, 'limit is given more than once')
  expectRefusal(await other.get('/credits', 'invoice_id=7'), 400, 'invoice_id must be a UUID')
  const { next_cursor: cursor } = (await other.get('/credits', 'limit=1')).body
  expectRefusal(await other.get('/credits', `after=${cursor}&invoice_id=${id}`), 400, 'Invalid cursor')
  expectRefusal(await vendor.get('/credits', `after=${cursor}`), 400, 'Invalid cursor')
})

test('a credit that does not exist is 404', async () => {
  for (const id of [UNKNOWN_ID, 'x', await vendor.invoice()]) {
    expectRefusal(await vendor.get(`/credit/${id}`), 404, 'Credit not found')
  }
})
