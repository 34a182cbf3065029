import { beforeEach, describe, expect, test } from 'vitest'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeEach(async () => {
  vendor = await freshVendor()
})

describe('an invoice by email', () => {
  test('creates a customer with the email as its name', async () => {
    const { body } = await vendor.post('/invoice', { email: ' New@Example.com ', amount: 5 })
    const { customer } = (await vendor.get(`/customer/${body.invoice.customer_id}`)).body
    expect(customer).toMatchObject({ name: 'New@Example.com', email: 'New@Example.com' })
    expect(body.invoice.email).toBe('New@Example.com')
    expect(await vendor.count('customers')).toBe(1)
  })

  test.each(['ada@example.com', 'ADA@EXAMPLE.COM', '  Ada@example.com'])(
    'uses the customer with %j',
    async (email) => {
      const customerId = await vendor.customer({ email: 'Ada@Example.com' })
      const { body } = await vendor.post('/invoice', { email, amount: 5 })
      expect(body.invoice.customer_id).toBe(customerId)
      expect(await vendor.count('customers')).toBe(1)
    },
  )

  test('creates one customer, however many concurrent invoices there are', async () => {
    const body = { email: 'ada@example.com', amount: 5 }
    const answers = await Promise.all(Array.from({ length: 12 }, () => vendor.post('/invoice', body)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map((answer) => answer.body.invoice.customer_id)).size).toBe(1)
    expect(await vendor.count('customers')).toBe(1)
    expect(await vendor.count('invoices')).toBe(12)
  })
})
