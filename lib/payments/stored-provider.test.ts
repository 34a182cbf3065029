import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import type { RowKey } from '@/lib/jobs/queue'
import { workOn } from '@/lib/jobs/queue.fixture'
import { paymentProviderFor } from '@/lib/providers/registry'
import { acceptedValue } from '@/lib/providers/testing/contract'
import { setClock } from '@/lib/time/clock'
import { latestSession } from './hosted-checkout.fixture'
import { checkoutWork, paymentWork } from './jobs'
import { booksOf, GOOD_CARD, type PayableInvoice, payableInvoice, UNPAID } from './payable-invoice.fixture'

/** A provider that no settings name. */
const GONE = 'gone'

const sandbox = paymentProviderFor('test')
let time: Date
let invoice: PayableInvoice

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  invoice = await payableInvoice(sandbox)
})
afterEach(() => setClock(null))

/** A second payment of 103.20 through the removed provider, to be refunded. */
async function refund(providerReference: string) {
  const { accountId, invoiceId } = invoice
  const id = newId()
  await database().payment.create({
    data: {
      accountId,
      id,
      invoiceId,
      provider: GONE,
      providerReference,
      status: 'REFUNDING',
      amountMinor: 10_320n,
      currency: 'USD',
      paidWith: 'card',
      nextAttemptAt: time,
      createdAt: time,
      settledAt: time,
    },
  })
  return { tenantId: accountId, id }
}

/** The sandbox charges the invoice's session. */
async function payAtSandbox(): Promise<string> {
  const { providerReference: sessionReference } = await latestSession(invoice)
  const signal = AbortSignal.timeout(20_000)
  const payment = { key: newId(), sessionReference, cardNumber: GOOD_CARD }
  expect(await sandbox.rehearsal?.pay(payment, signal)).toMatchObject({ kind: 'accepted' })
  const session = acceptedValue(await sandbox.readCheckoutSession(sessionReference, signal))
  return session.paymentReference ?? ''
}

const readPayment = ({ id }: RowKey) => database().payment.findFirstOrThrow({ where: { id } })
const isTriedLater = expect.objectContaining({ leaseUntil: null, attemptCount: 1 })

describe('work of a provider that is no longer configured', () => {
  test('a refund stays open: no other provider is asked to make it', async () => {
    const reference = await payAtSandbox()
    const row = await refund(reference)
    await workOn(paymentWork, row)
    expect(await readPayment(row)).toEqual(isTriedLater)
    expect(await readPayment(row)).toMatchObject({ status: 'REFUNDING' })
    expect(await database().sandboxRefund.count({ where: { idempotencyKey: row.id } })).toBe(0)
  })

  test('a checkout session stays open: another provider’s session with the same reference pays nothing', async () => {
    await payAtSandbox()
    const { accountId, number } = await latestSession(invoice)
    const where = { accountId_number: { accountId, number } }
    await database().checkoutSession.update({ where, data: { provider: GONE, nextAttemptAt: time } })
    await workOn(checkoutWork, { tenantId: accountId, id: number.toString() })
    expect(await latestSession(invoice)).toEqual(isTriedLater)
    expect(await latestSession(invoice)).toMatchObject({ status: 'OPEN' })
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })
})
