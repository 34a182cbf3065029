import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { wakeCheckout } from '@/lib/invoices/checkout-session'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { providersOf } from '@/lib/providers/registry'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { dueCheckouts, gate, latestSession, sessionsOf, workOnCheckout } from './hosted-checkout.fixture'
import { checkoutProvider, openHostedCheckout } from './open-hosted-checkout'
import { findPayableInvoice } from './payable-invoice'
import {
  booksOf,
  LONG_TIMEOUT_MS,
  PAID_ONCE,
  type PayableInvoice,
  payableInvoice,
} from './payable-invoice.fixture'

let standIn: StripeStandIn
let provider: PaymentProvider
let invoice: PayableInvoice

beforeAll(async () => {
  standIn = await StripeStandIn.start()
  provider = createStripePaymentProvider(standIn.options)
})
afterAll(() => standIn?.close())
beforeEach(async () => {
  standIn.books.sessions.clear()
  standIn.requests.length = 0
  invoice = await payableInvoice(provider)
})

const open = async (by = provider) =>
  (await openHostedCheckout(invoice.token, { provider: by, timeoutMs: LONG_TIMEOUT_MS })).url
const pageOf = (reference: string) => `https://checkout.stripe.com/c/pay/${reference}`
const minted = () => standIn.count('POST /v1/checkout/sessions')
/** Expires the invoice's latest session. */
const expireLatest = async () => standIn.books.expire((await latestSession(invoice)).providerReference)

describe('a click on the payment link', () => {
  test('leads to the session created with the invoice, for the amount with the fee', async () => {
    const url = await open()
    const [session, ...others] = standIn.books.sessions.values()
    expect(others).toEqual([])
    expect(url).toBe(pageOf(session?.id ?? ''))
    expect(session).toMatchObject({ amount: 10_320, currency: 'usd', email: 'buyer@example.com' })
  })

  test('leads to the same session while it is open', async () => {
    const urls = [await open(), await open(), await open()]
    expect(new Set(urls).size).toBe(1)
    expect(standIn.books.sessions.size).toBe(1)
    expect(await sessionsOf(invoice)).toHaveLength(1)
  })

  test('has us poll the session from then on', async () => {
    expect(await latestSession(invoice)).toMatchObject({ status: 'OPEN', nextAttemptAt: null })
    await open()
    expect((await latestSession(invoice)).nextAttemptAt).not.toBeNull()
  })

  test('replaces an expired session, and then keeps the new one', async () => {
    const first = await open()
    await expireLatest()
    const second = await open()
    expect(second).not.toBe(first)
    expect(await open()).toBe(second)
    expect((await sessionsOf(invoice)).map(({ status }) => status)).toEqual(['EXPIRED', 'OPEN'])
    await expireLatest()
    expect(await open()).not.toBe(second)
    expect(minted()).toBe(3)
  })
})

test('a session unknown to the provider, because its account was replaced, is replaced', async () => {
  const first = await open()
  standIn.books.sessions.clear()
  const second = await open()
  expect(second).not.toBe(first)
  expect(await open()).toBe(second)
  // The first one is still polled: with the old account's key restored, it may turn out to be paid.
  expect((await sessionsOf(invoice)).map(({ status }) => status)).toEqual(['OPEN', 'OPEN'])
  standIn.books.pay((await latestSession(invoice)).providerReference)
  await expect(open()).rejects.toMatchObject({ code: 'invoice_already_paid' })
  expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
})

describe('several tabs', () => {
  test('opened at once lead to one session', async () => {
    await expireLatest()
    const urls = await Promise.all(Array.from({ length: 6 }, () => open()))
    expect(new Set(urls).size).toBe(1)
    expect(standIn.books.sessions.size).toBe(2)
    expect(await sessionsOf(invoice)).toHaveLength(2)
  })

  test('where one looked before another created a session lead to that session', async () => {
    await expireLatest()
    const [hasLooked, otherIsDone] = [gate(), gate()]
    const slow: PaymentProvider = {
      ...provider,
      async readCheckoutSession(reference, signal) {
        const outcome = await provider.readCheckoutSession(reference, signal)
        hasLooked.open()
        await otherIsDone.passed
        return outcome
      },
    }
    const slowTab = open(slow)
    await hasLooked.passed
    const url = await open()
    otherIsDone.open()
    expect(await slowTab).toBe(url)
    expect(await sessionsOf(invoice)).toHaveLength(2)
  })

  test('that ask under different keys lead to one session too', async () => {
    await expireLatest()
    let keys = 0
    const other: PaymentProvider = {
      ...provider,
      createCheckoutSession: (request, signal) => {
        keys += 1
        return provider.createCheckoutSession({ ...request, key: `${request.key}:${keys}` }, signal)
      },
    }
    const urls = await Promise.all(Array.from({ length: 6 }, () => open(other)))
    expect(new Set(urls).size).toBe(1)
    expect(await sessionsOf(invoice)).toHaveLength(2)
  })

  test('where one paid while another was looking: nobody is sent to pay again', async () => {
    await open()
    const { providerReference, number } = await latestSession(invoice)
    const overtaken: PaymentProvider = {
      ...provider,
      async readCheckoutSession(reference, signal) {
        const outcome = await provider.readCheckoutSession(reference, signal)
        standIn.books.pay(providerReference)
        const row = { tenantId: invoice.accountId, id: number.toString() }
        await inOrmTransaction((tx) => wakeCheckout(tx, 'stripe', providerReference))
        await workOnCheckout(row, { providers: [provider], timeoutMs: LONG_TIMEOUT_MS })
        return outcome
      },
    }
    await expect(open(overtaken)).rejects.toMatchObject({ code: 'invoice_already_paid' })
    expect(await booksOf(invoice)).toMatchObject(PAID_ONCE)
    // Once settled, it is never polled again.
    expect(await latestSession(invoice)).toMatchObject({ status: 'PAID', nextAttemptAt: null })
    expect(await dueCheckouts()).toEqual([])
  })
})

describe('a session that was paid meanwhile', () => {
  test('is booked by the next click, which leads nowhere', async () => {
    await open()
    standIn.books.pay((await latestSession(invoice)).providerReference)
    await expect(open()).rejects.toMatchObject({ code: 'invoice_already_paid' })
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    await expect(open()).rejects.toMatchObject({ code: 'invoice_already_paid' })
    expect(standIn.books.sessions.size).toBe(1)
  })

  test('by a transfer that takes days can’t be paid a second time meanwhile', async () => {
    await open()
    const { providerReference } = await latestSession(invoice)
    standIn.books.payLater(providerReference)
    await expect(open()).rejects.toMatchObject({ code: 'payment_in_progress' })
    standIn.books.settle(providerReference, false)
    expect(await open()).not.toBe(pageOf(providerReference))
    expect((await booksOf(invoice)).status).toBe('CREATED')
  })
})

describe('a link that can’t be paid', () => {
  test('calls no provider: it is unknown, or its vendor is banned', async () => {
    const calls = standIn.requests.length
    const options = { provider, timeoutMs: LONG_TIMEOUT_MS }
    const unknown = openHostedCheckout('A'.repeat(44), options)
    await expect(unknown).rejects.toMatchObject({ code: 'payment_link_not_found' })
    await inOrmTransaction((tx) => markVendorBanned(tx, invoice.account.vendorId, null, anOperator))
    await expect(open()).rejects.toMatchObject({ code: 'vendor_banned' })
    expect(standIn.requests).toHaveLength(calls)
  })
})

describe('the provider that a buyer is sent to', () => {
  const providers = providersOf('test').payments
  const choose = async () => {
    const payable = await findPayableInvoice(connectionPool(), invoice.token)
    return (await checkoutProvider(payable, randomUUID())).name
  }
  afterEach(() => void providers.splice(1))

  test('is that of the invoice’s latest session, so that nobody pays at two', async () => {
    providers.push(provider)
    expect(providers.map(({ name }) => name)).toEqual(['sandbox', 'stripe'])
    expect(await choose()).toBe('stripe')
  })

  test('is the one that is chosen for new invoices where the former is not configured any more', async () => {
    expect(await choose()).toBe('sandbox')
  })
})
