import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { type Fault, StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { setClock } from '@/lib/time/clock'
import { latestSession, sessionsOf } from './hosted-checkout.fixture'
import { openHostedCheckout } from './open-hosted-checkout'
import { LONG_TIMEOUT_MS, type PayableInvoice, payableInvoice } from './payable-invoice.fixture'

const CREATE = /^POST \/v1\/checkout\/sessions$/
const READ = /^GET \/v1\/checkout\/sessions\//
/** Long enough for a request to arrive, even on a busy machine. */
const SHORT_TIMEOUT_MS = 2000

let standIn: StripeStandIn
let provider: PaymentProvider
let invoice: PayableInvoice

beforeAll(async () => {
  // The package waits half a second and more between tries.
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.01)
  standIn = await StripeStandIn.start()
  provider = createStripePaymentProvider(standIn.options)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await standIn?.close()
})
beforeEach(async () => {
  // Freeze the clock: an idempotency key is used for some minutes only.
  const time = new Date()
  setClock(() => time)
  standIn.books.sessions.clear()
  standIn.requests.length = 0
  invoice = await payableInvoice(provider)
})
afterEach(() => setClock(null))

const open = async (by = provider, timeoutMs = LONG_TIMEOUT_MS) =>
  (await openHostedCheckout(invoice.token, { provider: by, timeoutMs })).url
const pageOf = (reference: string) => `https://checkout.stripe.com/c/pay/${reference}`
const minted = () => standIn.count('POST /v1/checkout/sessions')
/** Expires the invoice's latest session. */
const expireLatest = async () => standIn.books.expire((await latestSession(invoice)).providerReference)

describe('a provider that is down', () => {
  const unavailable = (fault: Omit<Fault, 'on'>, status: number) =>
    ({ fault, expected: { code: 'payment_provider_failed', details: { httpStatus: status } } }) as const
  const faults = {
    'answers 503': unavailable({ when: 'before', how: { status: 503, text: 'down' }, times: 3 }, 503),
    'never answers': unavailable({ when: 'before', how: 'silence' }, 504),
    'never answers, having done it': unavailable({ when: 'after', how: 'silence' }, 504),
    'cuts the line, having done it': unavailable({ when: 'after', how: 'reset', times: 3 }, 504),
  }

  test.each(Object.entries(faults))(
    'with %s makes a click fail, and the next one succeeds',
    async (_how, { fault, expected }) => {
      await expireLatest()
      standIn.fail({ ...fault, on: CREATE })
      await expect(open(provider, SHORT_TIMEOUT_MS)).rejects.toMatchObject(expected)
      expect((await sessionsOf(invoice)).map(({ status }) => status)).toEqual(['EXPIRED'])
      const url = await open()
      // One new session, whether or not the first request created it.
      expect(standIn.books.sessions.size).toBe(2)
      expect(url).toBe(pageOf((await latestSession(invoice)).providerReference))
    },
  )

  test('that can’t report on the latest session gets no second one', async () => {
    await open()
    standIn.fail({ when: 'before', how: { status: 500, text: 'oops' }, times: 3, on: READ })
    await expect(open()).rejects.toMatchObject({ code: 'payment_provider_failed' })
    expect(minted()).toBe(1)
    expect(await latestSession(invoice)).toMatchObject({ status: 'OPEN' })
  })

  test('that repeats its failure under a key is asked under another key later', async () => {
    await expireLatest()
    const failing = new Set<string>()
    const stubborn: PaymentProvider = {
      ...provider,
      async createCheckoutSession(request, signal) {
        if (failing.size === 0) failing.add(request.key)
        if (failing.has(request.key)) return { kind: 'unknown', reason: 'Stripe answered 500' }
        return provider.createCheckoutSession(request, signal)
      },
    }
    await expect(open(stubborn)).rejects.toMatchObject({ code: 'payment_provider_failed' })
    const later = Date.now() + 10 * 60_000
    setClock(() => new Date(later))
    expect(await open(stubborn)).toBe(pageOf((await latestSession(invoice)).providerReference))
  })

  test('that refuses is reported with its status', async () => {
    await expireLatest()
    const text = JSON.stringify({
      error: { type: 'invalid_request_error', code: 'account_invalid', message: 'No' },
    })
    standIn.fail({ when: 'before', how: { status: 403, text }, on: CREATE })
    await expect(open()).rejects.toMatchObject({
      code: 'payment_provider_failed',
      details: { httpStatus: 403 },
    })
  })

  test('does not matter when we crash: the buyer is sent to the session it created', async () => {
    await expireLatest()
    const dying: PaymentProvider = {
      ...provider,
      async createCheckoutSession(request, signal) {
        await provider.createCheckoutSession(request, signal)
        throw new Error('the process died')
      },
    }
    await expect(open(dying)).rejects.toThrow('died')
    await open()
    expect(standIn.books.sessions.size).toBe(2)
  })
})
