import { expect, test } from 'vitest'
import type { Fields } from '../fixtures/api-client'
import { payoutBody } from '../fixtures/request-bodies'
import { freshVendor } from '../fixtures/vendor'

test('a refund of items is refused where one is not on the invoice, is named twice, has less left, or an amount is sent too', async () => {
  const vendor = await freshVendor()
  const path = `/invoice/${await vendor.paidInvoice(10)}/refund`
  const refused = (body: Fields, message: string) => vendor.expectRefused(path, body, 400, message)
  const one = { item: 1, amount: 4 }
  const many = Array.from({ length: 101 }, () => one)
  await refused({ items: many }, 'items must have at most 100 entries')
  await refused({ items: [one, one] }, 'Each item can be named once')
  await refused({ items: [one], amount: 4 }, 'Send amount or items, not both')
  await refused({ items: [{ item: 2, amount: 4 }] }, 'The invoice has no item at this place')
  expect((await vendor.post(path, { items: [one] })).status).toBe(200)
  await refused({ items: [{ item: 1, amount: 6.01 }] }, 'The amount exceeds what is left of an item')
})

test('a refund is refused of an invoice that is unpaid or was paid in cash, or of an amount that is invalid, not left, or not in the wallet', async () => {
  const vendor = await freshVendor()
  const [open, paid] = [await vendor.invoice(), await vendor.paidInvoice(10)]
  const path = (id: string) => `/invoice/${id}/refund`
  await vendor.expectRefused(path(open), {}, 409, 'Invoice is not paid')
  await vendor.expectRefused(path(paid), { amount: 'ten' }, 400, 'Invalid amount format')
  await vendor.expectRefused(path(paid), { amount: 0 }, 400, 'amount must be greater than 0')
  await vendor.expectRefused(path(paid), { amount: 11 }, 400, 'Refund exceeds the amount that is left')
  const inCash = await vendor.invoice()
  await vendor.recordPayment(inCash, null)
  await vendor.expectRefused(path(inCash), {}, 409, 'Invoice was not paid by card')
  const poor = await freshVendor()
  const spent = await poor.paidInvoice(10)
  const customer = await poor.customer()
  const account = await poor.bankAccount(customer)
  expect((await poor.post(`/customer/${customer}/payout`, payoutBody(account))).status).toBe(200)
  await poor.expectRefused(path(spent), {}, 400, 'Insufficient available balance')
})
