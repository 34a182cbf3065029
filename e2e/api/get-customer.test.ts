import { beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, expectRefusal, send } from '../fixtures/api-client'
import { timed, UNKNOWN_ID, writtenDay } from '../fixtures/formats'
import { freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let customerId: string

beforeEach(async () => {
  vendor = await freshVendor()
  customerId = await vendor.customer()
})

/** Id of a paid invoice of the customer. */
async function paidInvoice(fields: Record<string, string | number>): Promise<string> {
  const id = await vendor.invoice({ customer_id: customerId, ...fields })
  await operate('invoice mark-paid', { invoice: id })
  return id
}

describe('a customer', () => {
  test('is returned as created, with nothing paid', async () => {
    const creation = await vendor.post('/customer', {
      name: 'Grace',
      email: 'Grace@example.com',
      city: 'Arlington',
    })
    const { id } = creation.body.customer
    const { status, body } = await vendor.get(`/customer/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'success',
      customer: creation.body.customer,
      customer_url: expect.stringContaining(id),
      paid_invoices: [],
      total_paid_count: 0,
      total_paid_amount: {},
    })
  })

  test('has a URL in the dashboard of this service', async () => {
    const { body } = await vendor.get(`/customer/${customerId}`)
    expect(new URL(body.customer_url).origin).toBe(BASE_URL)
  })

  test('can be read without changing anything', async () => {
    await vendor.unchanged(() => vendor.get(`/customer/${customerId}`))
  })

  test('that does not exist is 404', async () => {
    for (const id of [
      UNKNOWN_ID,
      'x',
      '1',
      UNKNOWN_ID.replaceAll('-', ''),
      `${UNKNOWN_ID}0`,
      `{${UNKNOWN_ID}}`,
    ]) {
      const path = encodeURIComponent(id)
      expectRefusal(await vendor.get(`/customer/${path}`), 404, 'Customer not found')
    }
  })

  test('is not found by the id of an invoice or a bank account', async () => {
    const invoiceId = await vendor.invoice({ customer_id: customerId })
    const bankAccountId = await vendor.bankAccount(customerId)
    for (const id of [invoiceId, bankAccountId]) {
      expectRefusal(await vendor.get(`/customer/${id}`), 404, 'Customer not found')
    }
  })
})

describe('paid invoices', () => {
  test('have the format of invoice status', async () => {
    const { result: id, from, to } = await timed(() => paidInvoice({ amount: 100, due_date: '2999-12-31' }))
    const { body } = await vendor.get(`/customer/${customerId}`)
    const answer = await vendor.get(`/invoice/${id}`)
    expect(body.paid_invoices).toEqual([answer.body.invoice])
    expect(body.paid_invoices[0]).toMatchObject({
      id,
      amount: 103.2,
      currency: 'USD',
      status: 'Paid',
      provider: 'card',
      customer_id: customerId,
      items: [{ name: 'Payment', qty: 1, price: 100 }],
      due_date: '2999-12-31',
    })
    expect([writtenDay(from), writtenDay(to)]).toContain(body.paid_invoices[0]?.paid_on)
  })

  test('are sorted by time of payment, newest first', async () => {
    const invoices: string[] = []
    for (const amount of [1, 2, 3, 4])
      invoices.push(await vendor.invoice({ customer_id: customerId, amount }))
    const [first = '', second = '', third = '', fourth = ''] = invoices
    const paidInOrder = [third, first, fourth, second]
    for (const invoice of paidInOrder) await operate('invoice mark-paid', { invoice })
    const { body } = await vendor.get(`/customer/${customerId}`)
    expect(body.paid_invoices.map(({ id }) => id)).toEqual(paidInOrder.toReversed())
    expect(body.total_paid_count).toBe(4)
  })

  test('are summed by currency, fees included, to the last minor unit', async () => {
    await paidInvoice({ amount: 100 })
    await paidInvoice({ amount: '0.10' })
    await paidInvoice({ amount: 0.2 })
    await paidInvoice({ amount: 1000, currency: 'JPY' })
    await paidInvoice({ amount: '1.234', currency: 'kwd' })
    const { body } = await vendor.get(`/customer/${customerId}`)
    expect(body.total_paid_count).toBe(5)
    // 103.20 + (0.10 + 0.00 + 0.30) + (0.20 + 0.01 + 0.30); 1000 + 29; 1.234 + 0.036.
    expect(body.total_paid_amount).toEqual({ USD: 104.11, JPY: 1029, KWD: 1.27 })
    const summed = body.paid_invoices.filter(({ currency }) => currency === 'USD').map(({ amount }) => amount)
    expect(summed).toEqual([0.51, 0.4, 103.2])
  })

  test('exclude open and overdue ones, and those of other customers', async () => {
    await vendor.invoice({ customer_id: customerId })
    await vendor.invoice({ customer_id: customerId, due_date: '2001-01-01' })
    const other = await vendor.customer()
    const othersInvoice = await vendor.invoice({ customer_id: other })
    await operate('invoice mark-paid', { invoice: othersInvoice })
    const { body } = await vendor.get(`/customer/${customerId}`)
    expect(body).toMatchObject({ paid_invoices: [], total_paid_count: 0, total_paid_amount: {} })
    expect((await vendor.get(`/customer/${other}`)).body.total_paid_count).toBe(1)
  })

  test('are complete even if there are many', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => paidInvoice({ amount: 1 })))
    const { body } = await vendor.get(`/customer/${customerId}`)
    expect(body.paid_invoices.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(body.total_paid_count).toBe(30)
    // 1.00 + 0.03 + 0.30 each.
    expect(body.total_paid_amount).toEqual({ USD: 39.9 })
  })
})

describe('of two faults, the earlier one is reported', () => {
  test('a missing key before a wrong id', async () => {
    const answer = await send({ method: 'GET', path: '/api/v2/customer/x' })
    expectRefusal(answer, 400, 'api_key parameter is required')
  })

  test('a wrong key before a wrong id', async () => {
    const answer = await send({ method: 'GET', path: '/api/v2/customer/x?api_key=x' })
    expectRefusal(answer, 401, 'Invalid API Key')
  })

  test('a banned vendor gets 404 for a missing customer', async () => {
    await vendor.ban()
    expectRefusal(await vendor.get(`/customer/${UNKNOWN_ID}`), 404, 'Customer not found')
  })
})
