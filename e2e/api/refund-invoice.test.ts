import { expect, test } from 'vitest'
import { payoutBody } from '../fixtures/request-bodies'
import { freshVendor } from '../fixtures/vendor'

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
