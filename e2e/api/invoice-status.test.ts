import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, send } from '../fixtures/api-client'
import { isoDay, timed, UNKNOWN_ID, writtenDay } from '../fixtures/formats'
import { invoiceBody } from '../fixtures/request-bodies'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeEach(async () => {
  vendor = await freshVendor()
})

/** Marks everything due before today unpaid; no other test depends on that. */
function sweep(): Promise<object> {
  return operate('invoice sweep-overdue', { 'as-of': isoDay(new Date()) })
}

async function statusOf(invoiceId: string): Promise<string> {
  return (await vendor.get(`/invoice/${invoiceId}`)).body.invoice.status
}

/** The invoice's webhook payloads, in order. */
async function payloadsOf(invoiceId: string): Promise<unknown[]> {
  const { rows } = await database.query<{ payload: string }>(
    'SELECT payload FROM webhook_deliveries WHERE account_id = $1 AND invoice_id = $2 ORDER BY sequence',
    [vendor.account.id, invoiceId],
  )
  return rows.map(({ payload }) => JSON.parse(payload))
}

describe('the status of an invoice', () => {
  test('that is unpaid says so, and reveals nothing of the fee or the checkout', async () => {
    const items = [{ title: 'Consulting', qty: 1.5, price: 10 }]
    const { invoice } = (await vendor.post('/invoice', { ...invoiceBody(), items, currency: 'eur' })).body
    const { status, body } = await vendor.unchanged(() => vendor.get(`/invoice/${invoice.id}`))
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      invoice: {
        id: invoice.id,
        amount: 15.44,
        currency: 'EUR',
        email: invoice.email,
        provider: null,
        status: 'Invoice Created',
        created_on: invoice.created_on,
        paid_on: null,
        payment_link: invoice.payment_link,
        items: [{ name: 'Consulting', qty: 1.5, price: 10 }],
        due_date: invoice.due_date,
        customer_id: invoice.customer_id,
      },
    })
  })

  test('is "Paid" once it is paid, with the date and the method', async () => {
    const invoiceId = await vendor.invoice({ amount: 100 })
    const before = (await vendor.get(`/invoice/${invoiceId}`)).body.invoice
    const { from, to } = await timed(() => operate('invoice mark-paid', { invoice: invoiceId }))
    const { invoice } = (await vendor.get(`/invoice/${invoiceId}`)).body
    expect(invoice).toEqual({ ...before, status: 'Paid', provider: 'card', paid_on: expect.any(String) })
    expect([writtenDay(from), writtenDay(to)]).toContain(invoice.paid_on)
    await vendor.expectWallet('100.00')
  })

  test('is "Unpaid" after its due date, and "Paid" after a late payment', async () => {
    const overdue = await vendor.invoice({ due_date: isoDay(new Date(), -2) })
    const dueLater = await vendor.invoice({ due_date: isoDay(new Date(), 2) })
    await sweep()
    expect(await statusOf(overdue)).toBe('Unpaid')
    expect(await statusOf(dueLater)).toBe('Invoice Created')
    const { invoice } = (await vendor.get(`/invoice/${overdue}`)).body
    expect(invoice).toMatchObject({ paid_on: null, provider: null })
    await operate('invoice mark-paid', { invoice: overdue })
    expect(await statusOf(overdue)).toBe('Paid')
    await vendor.expectWallet('100.00')
  })

  test('stays "Paid" when the due date passes', async () => {
    const invoiceId = await vendor.invoice({ due_date: '2001-01-01' })
    await operate('invoice mark-paid', { invoice: invoiceId })
    await vendor.unchanged(sweep)
    expect(await statusOf(invoiceId)).toBe('Paid')
  })

  test('changes to "Paid" once: a second payment is refused and moves nothing', async () => {
    const invoiceId = await vendor.invoice()
    await operate('invoice mark-paid', { invoice: invoiceId })
    await vendor.unchanged(() =>
      expect(operate('invoice mark-paid', { invoice: invoiceId })).rejects.toThrow(/paid/i),
    )
    await vendor.expectWallet('100.00')
  })

  test('can’t be changed by hand in live mode', async () => {
    const live = await vendor.live()
    const invoice = await live.builtInvoice(await live.customer())
    await live.unchanged(() => expect(operate('invoice mark-paid', { invoice })).rejects.toThrow())
    expect((await live.get(`/invoice/${invoice}`)).body.invoice.status).toBe('Invoice Created')
  })

  test('changes to "Paid" once, however many concurrent requests mark it', async () => {
    const invoiceId = await vendor.invoice()
    const marks = Array.from({ length: 8 }, () => operate('invoice mark-paid', { invoice: invoiceId }))
    const outcomes = await Promise.allSettled(marks)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await vendor.expectWallet('100.00')
  })
})

describe('a change of status', () => {
  test('is sent to the webhook in the format of invoice status, each one once', async () => {
    const due_date = isoDay(new Date(), -1)
    const invoiceId = await vendor.invoice({ due_date, webhook_url: 'http://127.0.0.1:9/hook' })
    expect(await payloadsOf(invoiceId)).toEqual([])
    await sweep()
    const unpaid = (await vendor.get(`/invoice/${invoiceId}`)).body.invoice
    await sweep()
    await operate('invoice mark-paid', { invoice: invoiceId })
    const paid = (await vendor.get(`/invoice/${invoiceId}`)).body.invoice
    expect(await payloadsOf(invoiceId)).toEqual([{ invoice: unpaid }, { invoice: paid }])
    expect([unpaid.status, paid.status]).toEqual(['Unpaid', 'Paid'])
  })

  test('is sent to nobody without a webhook_url', async () => {
    const invoiceId = await vendor.invoice()
    await operate('invoice mark-paid', { invoice: invoiceId })
    expect(await vendor.count('webhook_deliveries')).toBe(0)
    expect(await vendor.count('invoice_status_changes')).toBe(1)
  })
})

describe('"Invoice not found"', () => {
  test.each([UNKNOWN_ID, 'x', '0', '-1', "' OR 1=1", `${UNKNOWN_ID}0`, UNKNOWN_ID.slice(1)])(
    'for %j',
    async (id) => {
      expectRefusal(await vendor.get(`/invoice/${encodeURIComponent(id)}`), 404, 'Invoice not found')
    },
  )

  test('for the id of a customer', async () => {
    expectRefusal(await vendor.get(`/invoice/${await vendor.customer()}`), 404, 'Invoice not found')
  })

  test('comes after a missing and a wrong key', async () => {
    const path = '/api/v2/invoice/x'
    expectRefusal(await send({ method: 'GET', path }), 400, 'api_key parameter is required')
    expectRefusal(
      await send({ method: 'GET', path: `${path}?api_key=` }),
      400,
      'api_key parameter is required',
    )
    expectRefusal(await send({ method: 'GET', path: `${path}?api_key=x` }), 401, 'Invalid API Key')
  })

  test('is the answer to a banned vendor too', async () => {
    await vendor.ban()
    expectRefusal(await vendor.get(`/invoice/${UNKNOWN_ID}`), 404, 'Invoice not found')
  })
})
