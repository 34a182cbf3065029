import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '@/lib/db/transaction'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { setClock } from '@/lib/time/clock'
import { dueCheckouts, gate, latestSession, sessionsOf, workOnCheckout } from './hosted-checkout.fixture'
import { openHostedCheckout } from './open-hosted-checkout'
import {
  booksOf,
  LONG_TIMEOUT_MS,
  PAID_ONCE,
  type PayableInvoice,
  payableInvoice,
  UNPAID,
} from './payable-invoice.fixture'
import { noteHostedDecline, reconcileOpenCheckouts, wakeCheckout } from './reconcile-checkout'

let standIn: StripeStandIn
let provider: PaymentProvider
let invoice: PayableInvoice
let reference: string
let time: Date

beforeAll(async () => {
  standIn = await StripeStandIn.start()
  provider = createStripePaymentProvider({ secretKey: standIn.secretKey, apiBase: standIn.apiBase })
})
afterAll(() => standIn?.close())
beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  invoice = await payableInvoice(provider)
  await click()
  reference = (await latestSession(invoice)).providerReference
})
afterEach(async () => {
  setClock(null)
  await expectSoundLedger()
})

const options = () => ({ provider, providers: [provider], timeoutMs: LONG_TIMEOUT_MS })
const click = () => openHostedCheckout(invoice.token, options())
const wake = (session = reference, name = 'stripe') => inTransaction((tx) => wakeCheckout(tx, name, session))
const decline = (key = invoice.invoiceId, name = 'stripe') =>
  inTransaction((tx) => noteHostedDecline(tx, name, key))
const dueHere = async () => (await dueCheckouts()).filter(({ tenantId }) => tenantId === invoice.accountId)

/** Runs the worker on what is due. */
async function work(): Promise<number> {
  const due = await dueHere()
  for (const key of due) await workOnCheckout(key, options())
  return due.length
}

const notification = () => wake().then(work)
const comeBack = () =>
  reconcileOpenCheckouts({ accountId: invoice.accountId, id: invoice.invoiceId }, options())

describe('a notification', () => {
  test('about a session that nobody was sent to is ignored', async () => {
    const other = await payableInvoice(provider)
    const session = await latestSession(other)
    await wake(session.providerReference)
    await decline(other.invoiceId)
    expect(await sessionsOf(other)).toEqual([session])
    expect((await booksOf(other)).status).toBe('CREATED')
  })

  test('about another provider’s session, or an unknown one, triggers nothing', async () => {
    const before = await latestSession(invoice)
    await wake(reference, 'sandbox')
    await wake('cs_test_unknown')
    expect(await latestSession(invoice)).toEqual(before)
    expect(await dueHere()).toEqual([])
  })
})

describe('a decline on the provider’s page', () => {
  test('marks the invoice failed, once, and it can still be paid', async () => {
    await Promise.all([decline(), decline(`${invoice.invoiceId}:7:1`), decline()])
    await decline()
    expect(await booksOf(invoice)).toMatchObject({ status: 'FAILED', history: ['CREATED>FAILED'] })
    standIn.books.pay(reference)
    await notification()
    expect(await booksOf(invoice)).toEqual({
      ...PAID_ONCE,
      history: ['CREATED>FAILED', 'FAILED>PAID'],
      events: ['Failed', 'Paid'],
      payments: ['SUCCEEDED'],
    })
  })

  test('reported after the payment changes nothing', async () => {
    standIn.books.pay(reference)
    await notification()
    await decline()
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('reported at the moment of the payment leaves it paid', async () => {
    standIn.books.pay(reference)
    const start = gate()
    const both = [comeBack, decline].map((tell) => start.passed.then((): Promise<unknown> => tell()))
    start.open()
    await Promise.all(both)
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', transactions: 1, availableMinor: 10_000n })
  })

  test.each([
    ['no id', 'not-an-id:1'],
    ['nothing', ''],
    ['another deployment’s invoice', '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c:1'],
  ])('under a key with %s changes nothing', async (_what, key) => {
    await decline(key)
    await decline(invoice.invoiceId, 'sandbox')
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })

  test('of a payment that takes days marks the invoice failed, and the next click starts a new session', async () => {
    standIn.books.payLater(reference)
    await notification()
    standIn.books.settle(reference, false)
    await decline()
    await notification()
    expect((await booksOf(invoice)).status).toBe('FAILED')
    await click()
    expect((await sessionsOf(invoice)).map(({ state }) => state)).toEqual(['EXPIRED', 'OPEN'])
  })
})
