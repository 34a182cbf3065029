import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { getInvoice } from './invoice-dashboard'
import { refundInvoice } from './payment-dashboard'
import { recordTestPayment } from './settle-payment'

const HOUR_MS = 3_600_000
let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>
let invoiceId: string

beforeEach(async () => {
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
  invoiceId = await paidInvoice()
})
afterEach(() => setClock(null))

async function paidInvoice(amountMinor = 10_000n, currency = 'USD'): Promise<string> {
  const { accountId, id } = await buildInvoice(vendor.test, { amountMinor, currency })
  const paid = { accountId, invoiceId: id }
  await inOrmTransaction((tx) => recordTestPayment(tx, paid, paymentProviderFor('test')))
  return id
}

const PATH = '/api/dashboard/invoices'

const refund = (body: object, key: string | null = newId(), id = invoiceId) =>
  browser.call(
    refundInvoice,
    'POST',
    `${PATH}/${id}/refund`,
    body,
    undefined,
    key ? { 'idempotency-key': key } : {},
  )

async function readInvoice(id = invoiceId) {
  const { body } = await browser.call(getInvoice, 'GET', `${PATH}/${id}`)
  return body as {
    refundable: { amount: string } | null
    refunded: { amount: string } | null
    timeline: { title: string; detail: string }[]
  }
}

test('refunds with a reason, which the timeline and the audit log keep', async () => {
  expect((await readInvoice()).refundable?.amount).toBe('100.00')
  expect(await refund({ amount: '40', reason: 'Sent twice' })).toMatchObject({
    status: 200,
    body: { status: 'SUCCEEDED', failureReason: null },
  })
  const { refundable, refunded, timeline } = await readInvoice()
  expect(refundable?.amount).toBe('60.00')
  expect(refunded?.amount).toBe('40.00')
  expect(timeline).toContainEqual(
    expect.objectContaining({
      title: 'Refund of $40.00',
      detail: '$40.00 was taken from your wallet. The fee isn’t returned. Reason: Sent twice',
    }),
  )
  const where = { vendorId: vendor.id, action: 'refund.requested' }
  expect(await database().auditEvent.findMany({ where })).toMatchObject([
    { subjectId: invoiceId, detail: '40.00 USD: Sent twice' },
  ])
  await refund({ amount: '60' })
  expect((await readInvoice()).refundable).toBeNull()
})

test('a second click refunds once, and a request without a key is refused', async () => {
  const key = newId()
  const [first, second] = [await refund({ amount: '10' }, key), await refund({ amount: '10' }, key)]
  expect(second.body).toEqual(first.body)
  expect(await refund({ amount: '10' }, null)).toMatchObject({ status: 400 })
  expect(await database().refund.count({ where: { invoiceId } })).toBe(1)
})

test.each([{}, { amount: '' }, { amount: 'all' }, { amount: '0' }, { amount: '1.001' }])(
  '%j is refused',
  async (body) => {
    expect((await refund(body)).status).toBe(400)
    expect(await database().refund.count({ where: { invoiceId } })).toBe(0)
  },
)

test('refunds items with what is left of them', async () => {
  const item = (title: string) => ({ title, quantityMicros: 2_000_000n, unitPriceMinor: 2_500n })
  const { accountId, id } = await buildInvoice(vendor.test, { items: [item('Design'), item('Books')] })
  const paid = { accountId, invoiceId: id }
  await inOrmTransaction((tx) => recordTestPayment(tx, paid, paymentProviderFor('test')))
  expect((await refund({ items: [{ item: 2, amount: '30' }], reason: 'Lost' }, newId(), id)).status).toBe(200)
  expect((await refund({ amount: '1', items: [{ item: 2, amount: '1' }] }, newId(), id)).status).toBe(400)
  const { body } = await browser.call(getInvoice, 'GET', `${PATH}/${id}`)
  expect(body).toMatchObject({
    refundTerms: {
      lines: [
        { chargedMinor: '5000', leftMinor: '5000' },
        { chargedMinor: '5000', leftMinor: '2000' },
      ],
    },
  })
})

test("another vendor's invoice looks missing", async () => {
  const other = await buildInvoice((await buildVendor()).test)
  expect(await refund({ amount: '1' }, newId(), other.id)).toMatchObject({
    status: 404,
    body: { error: 'Invoice not found' },
  })
})

describe('a session that was not proven lately', () => {
  test('refunds up to the vendor’s threshold for payouts in dollars, and nothing in another currency', async () => {
    const [large, euros] = [await paidInvoice(200_000n), await paidInvoice(10_000n, 'EUR')]
    setClock(() => new Date(Date.now() + HOUR_MS))
    expect((await refund({ amount: '1000' }, newId(), large)).status).toBe(200)
    const key = newId()
    expect(await refund({ amount: '1000.01' }, key, large)).toMatchObject({ status: 403 })
    expect(await refund({ amount: '1' }, newId(), euros)).toMatchObject({ status: 403 })
    // The key is free for the request that the browser repeats after the proof.
    setClock(null)
    expect((await refund({ amount: '999' }, key, large)).status).toBe(200)
  })
})
