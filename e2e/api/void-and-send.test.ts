import { beforeAll, describe, expect, test } from 'vitest'
import { exchange, expectRefusal, expectReplay, send } from '../fixtures/api-client'
import { UNKNOWN_ID } from '../fixtures/formats'
import { freshVendor, operate, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let other: Vendor

beforeAll(async () => {
  vendor = await freshVendor()
  other = await freshVendor()
})

/** Both take an invoice in their path and an empty body. */
describe.each(['void', 'send'])('%s', (action) => {
  const pathOf = (id: string) => `/invoice/${id}/${action}`
  const post = (path: string, headers: Record<string, string>, body = '{}') =>
    send({ method: 'POST', path: `/api/v2${path}`, headers, body })
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  test('needs a key that is known, of its scope and from its address, and a vendor that is not banned', async () => {
    const path = pathOf(await vendor.invoice())
    const flags = { vendor: vendor.email, mode: 'test' }
    const create = async (limits: Record<string, string>) =>
      (await operate<{ key: string }>('key create', { ...flags, ...limits })).key
    const reader = await create({ scopes: 'read,payouts' })
    const elsewhere = await create({ addresses: '192.0.2.0/24' })
    const banned = await freshVendor()
    await banned.ban()
    await vendor.unchanged(async () => {
      expectRefusal(await post(path, {}), 400, 'api_key is required')
      expectRefusal(await post(path, bearer('x')), 401, 'Invalid API Key')
      expectRefusal(await post(path, bearer(reader)), 403, 'This API key does not have the scope invoices')
      expect((await post(path, bearer(elsewhere))).status).toBe(403)
      expectRefusal(await post(path, bearer(vendor.key), '['), 400, 'Invalid JSON body')
    })
    expectRefusal(await post(path, bearer(banned.key)), 403, 'This vendor account has been banned.')
  })

  test('of another account’s invoice, or of none, is 404', async () => {
    const theirs = await other.invoice()
    await other.unchanged(() => vendor.expectRefused(pathOf(theirs), {}, 404, 'Invoice not found'))
    for (const id of [UNKNOWN_ID, 'x', '%00']) {
      expectRefusal(await vendor.post(pathOf(id), {}), 404, 'Invoice not found')
    }
  })

  test('takes an Idempotency-Key', async () => {
    const path = pathOf(await vendor.invoice())
    const key = { 'idempotency-key': `${action}-1` }
    const first = await vendor.post(path, {}, key)
    expect(first.status).toBe(200)
    expectReplay(await vendor.unchanged(() => vendor.post(path, {}, key)), first)
    const reused = 'Idempotency-Key was already used with different parameters'
    await vendor.expectRefused(path, { more: 1 }, 422, reused, key)
    const empty = { 'idempotency-key': ' ' }
    await vendor.expectRefused(path, {}, 400, 'Idempotency-Key must not be empty', empty)
    const long = { 'idempotency-key': 'k'.repeat(256) }
    await vendor.expectRefused(path, {}, 400, 'Idempotency-Key must be at most 255 characters', long)
  })

  test('of a paid invoice is 409', async () => {
    const id = await vendor.invoice()
    await operate('invoice mark-paid', { invoice: id })
    await vendor.expectRefused(pathOf(id), {}, 409, 'Invoice is already paid')
  })
})

test('an invoice that is paid in part can’t be voided, and sent again it asks for the rest', async () => {
  const id = await vendor.invoice()
  await vendor.recordPayment(id, 100n)
  await vendor.expectRefused(
    `/invoice/${id}/void`,
    {},
    409,
    'Invoice has recorded payments. Remove them first',
  )
  const { status, body } = await vendor.post(`/invoice/${id}/send`, {})
  expect([status, body.invoice.amount_due]).toEqual([200, 102.2])
})

test('an invoice that is credited in part can’t be voided', async () => {
  const id = await vendor.invoice()
  await vendor.creditInvoice(id, 100n)
  await vendor.expectRefused(
    `/invoice/${id}/void`,
    {},
    409,
    'Invoice is credited in part. Credit the rest instead',
  )
})

test('a voided invoice says so wherever it is, and its payment link too', async () => {
  const id = await vendor.invoice({ reference: 'order-9' })
  const before = (await vendor.get(`/invoice/${id}`)).body.invoice
  const { status, body } = await vendor.post(`/invoice/${id}/void`, {})
  expect(status).toBe(200)
  expect(body.invoice).toMatchObject({ ...before, voided_on: before.created_on, reference: 'order-9' })
  expect((await vendor.get(`/invoice/${id}`)).body.invoice).toEqual({
    ...before,
    voided_on: before.created_on,
  })
  const again = await vendor.unchanged(() => vendor.post(`/invoice/${id}/void`, {}))
  expect([again.status, again.body]).toEqual([200, body])
  expect((await vendor.get('/invoices', 'reference=order-9')).body.invoices).toEqual([body.invoice])
  const page = await exchange({ method: 'GET', path: new URL(before.payment_link).pathname })
  expect(page.text).toContain('This invoice was canceled')
  expect(page.text).not.toContain('autoComplete="cc-number"')
  await vendor.expectRefused(`/invoice/${id}/send`, {}, 409, 'Invoice was voided')
})

test('an invoice is sent again, five times a day', async () => {
  const id = await vendor.invoice({ email: 'buyer@example.com' })
  const mails = async () => {
    const { mail } = (await vendor.post(`/invoice/${id}/send`, {})).body
    return mail
  }
  for (let sends = 0; sends < 5; sends += 1) {
    expect(await mails()).toEqual({
      recipient: 'buyer@example.com',
      status: 'kept',
      reason: 'Test mode sends email only to your own address',
    })
  }
  const refused = await vendor.post(`/invoice/${id}/send`, {}, { 'idempotency-key': 'too-often' })
  expectRefusal(refused, 429, 'Invoice was sent too often')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
})
