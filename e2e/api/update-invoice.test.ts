import { beforeAll, expect, test } from 'vitest'
import { expectRefusal, send } from '../fixtures/api-client'
import { isoDay, UNKNOWN_ID } from '../fixtures/formats'
import { freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeAll(async () => {
  vendor = await freshVendor()
})

test('an invoice is changed, and says so wherever it is', async () => {
  const id = await vendor.invoice({ reference: 'order-1', metadata: { a: '1', b: '2' } })
  const before = (await vendor.get(`/invoice/${id}`)).body.invoice
  const { status, body } = await vendor.patch(`/invoice/${id}`, {
    due_date: '2040-01-31',
    reference: 'order-2',
    metadata: { a: null, c: '3' },
    redirect_url: 'https://shop.example.com/thanks',
  })
  const changed = { due_date: '2040-01-31', reference: 'order-2', metadata: { b: '2', c: '3' } }
  expect(status).toBe(200)
  expect(body.invoice).toMatchObject({
    ...before,
    ...changed,
    redirect_url: 'https://shop.example.com/thanks',
    webhook_url: null,
    recurring_invoice_id: null,
  })
  const { invoice } = (await vendor.get(`/invoice/${id}`)).body
  expect(invoice).toEqual({ ...before, ...changed })
  expect((await vendor.get('/invoices', 'reference=order-2')).body.invoices).toEqual([body.invoice])
  const { events } = (await vendor.get('/events', 'limit=100')).body
  expect(events.filter(({ type }) => type === 'invoice.updated').map(({ data }) => data)).toEqual([invoice])
})

test('an update that changes nothing leaves no trace', async () => {
  const id = await vendor.invoice({ reference: 'order-3' })
  await vendor.unchanged(async () => {
    for (const body of [{}, { reference: 'order-3' }, { metadata: {} }]) {
      expect((await vendor.patch(`/invoice/${id}`, body)).status).toBe(200)
    }
  })
})

test('an invoice is changed to nothing that could not be created, and not once it is paid or voided', async () => {
  const [open, paid, voided] = [await vendor.invoice(), await vendor.invoice(), await vendor.invoice()]
  await operate('invoice mark-paid', { invoice: paid })
  await vendor.post(`/invoice/${voided}/void`, {})
  const update = (body: Parameters<Vendor['patch']>[1], id = open) => vendor.patch(`/invoice/${id}`, body)
  await vendor.unchanged(async () => {
    const path = `/api/v2/invoice/${open}`
    expectRefusal(await send({ method: 'PATCH', path, body: '[' }), 400, 'Invalid JSON body')
    expectRefusal(await update({ due_date: '31.1.2040' }), 400, 'Invalid due_date format. Use YYYY-MM-DD')
    expectRefusal(await update({ due_date: null }), 400, 'Invalid due_date format. Use YYYY-MM-DD')
    expectRefusal(await update({ redirect_url: 'x', due_date: 'x' }), 400, 'Invalid redirect_url')
    expectRefusal(await update({ webhook_url: 'mailto:x@example.com' }), 400, 'Invalid webhook_url')
    expectRefusal(await update({ reference: 5 }), 400, 'reference must be a string')
    expect((await update({ metadata: { depth: { too: 'deep' } } })).status).toBe(400)
    expectRefusal(await update({ reference: 'x' }, paid), 409, 'Invoice is already paid')
    expectRefusal(await update({ reference: 'x' }, voided), 409, 'Invoice was voided')
    for (const id of [UNKNOWN_ID, 'x']) expectRefusal(await update({}, id), 404, 'Invoice not found')
  })
})

test('an Unpaid invoice with a later due date stays Unpaid, and can be paid', async () => {
  const id = await vendor.invoice({ due_date: '2020-01-01' })
  await operate('invoice sweep-overdue', {})
  const { invoice } = (await vendor.patch(`/invoice/${id}`, { due_date: '2040-01-31' })).body
  expect(invoice).toMatchObject({ status: 'Unpaid', due_date: '2040-01-31' })
  await operate('invoice sweep-overdue', {})
  expect((await vendor.get(`/invoice/${id}`)).body.invoice.status).toBe('Unpaid')
  expect((await vendor.post(`/test/invoice/${id}/pay`, {})).body.invoice.status).toBe('Paid')
})

test('a later due date keeps an open invoice from becoming Unpaid', async () => {
  const later = await freshVendor()
  const tomorrow = isoDay(new Date(), 1)
  const [id, unchanged] = [
    await later.invoice({ due_date: tomorrow }),
    await later.invoice({ due_date: tomorrow }),
  ]
  await later.patch(`/invoice/${id}`, { due_date: '2040-01-31' })
  expect((await later.post('/test/clock/advance', { days: 3 })).status).toBe(200)
  const statusOf = async (invoice: string) => (await later.get(`/invoice/${invoice}`)).body.invoice.status
  expect([await statusOf(id), await statusOf(unchanged)]).toEqual(['Invoice Created', 'Unpaid'])
})
