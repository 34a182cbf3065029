import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import {
  checkoutFor,
  type PaymentContractSetup,
  paymentProviderContract,
} from '@/lib/providers/testing/payment-provider-contract'
import { stripeFaults } from '@/lib/providers/testing/stripe-faults'
import { FULLNESSES, type Fullness } from '@/lib/providers/testing/stripe-objects'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import type { CheckoutRequest, PaymentProvider, RefundRequest } from '../payment-provider'
import { createStripePaymentProvider } from './payment-provider'

const email = 'ann@example.com'

// The package waits half a second and more between tries.
beforeAll(() => {
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.01)
})
afterAll(() => vi.restoreAllMocks())

for (const fullness of FULLNESSES)
  paymentProviderContract(`stripe with ${fullness} answers`, () => setUp(fullness))

async function setUp(fullness: Fullness): Promise<PaymentContractSetup> {
  const standIn = await StripeStandIn.start(fullness)
  const { options, books } = standIn
  const nowhere = { ...options.apiBase, port: 1 }
  return {
    provider: createStripePaymentProvider(options),
    unreachable: createStripePaymentProvider({ ...options, apiBase: nowhere }),
    wrongKey: createStripePaymentProvider({ ...options, secretKey: 'sk_test_another' }),
    emails: { accepted: email, refused: 'nobody' },
    pay: async (sessionReference) => {
      books.pay(sessionReference)
    },
    balance: () => {
      const { available, pending } = books.balance()
      return { availableMinor: BigInt(available), pendingMinor: BigInt(pending) }
    },
    feeMinor: (paymentReference) => BigInt(books.payment(paymentReference).fee ?? 0),
    faults: stripeFaults(standIn),
    refundedMinor: async (paymentReference) => BigInt(books.refundTotal(paymentReference)),
    close: () => standIn.close(),
  }
}

let standIn: StripeStandIn
let provider: PaymentProvider

const create = (request: CheckoutRequest) =>
  callProvider((signal) => provider.createCheckoutSession(request, signal))
const read = (reference: string) => callProvider((signal) => provider.readCheckoutSession(reference, signal))
const refund = (request: RefundRequest) => callProvider((signal) => provider.refund(request, signal))
const openSession = async (changes: Partial<CheckoutRequest> = {}) =>
  acceptedValue(await create(checkoutFor(email, changes)))

async function paidSession(changes: Partial<CheckoutRequest> = {}): Promise<RefundRequest> {
  const { reference, amountMinor, currency } = await openSession(changes)
  const paymentReference = standIn.books.pay(reference)
  return { key: randomUUID(), paymentReference, amountMinor, currency }
}

describe.each(FULLNESSES)('with %s answers', (fullness) => {
  beforeAll(async () => {
    standIn = await StripeStandIn.start(fullness)
  })
  afterAll(() => standIn?.close())
  beforeEach(() => {
    provider = createStripePaymentProvider(standIn.options)
    standIn.requests.length = 0
    standIn.books.nextRefundStatus = 'succeeded'
  })

  describe('a session at Stripe', () => {
    test('is one line of the total, form-encoded, under our key', async () => {
      const request = checkoutFor(email, { cancelUrl: 'https://example.com/back?a=1&b=ü' })
      const session = acceptedValue(await create(request))
      expect(session.url).toBe(`https://checkout.stripe.com/c/pay/${session.reference}`)
      const [sent] = standIn.requests
      expect(Object.fromEntries(sent?.params ?? [])).toEqual({
        mode: 'payment',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '2500',
        'line_items[0][price_data][product_data][name]': 'Invoice for Ann Smith',
        customer_email: email,
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
        'metadata[counterfoil_key]': request.key,
        'payment_intent_data[metadata][counterfoil_key]': request.key,
        'payment_intent_data[statement_descriptor_suffix]': 'CORNER BAK',
        'adaptive_pricing[enabled]': 'false',
      })
      expect(sent?.headers['idempotency-key']).toBe(`checkout:${request.key}`)
      expect(sent?.headers['x-stripe-client-user-agent']).not.toContain('telemetry_id')
    })

    test.each([
      ['🧾'.repeat(300), `${'🧾'.repeat(249)}…`],
      ['x'.repeat(250), 'x'.repeat(250)],
      ['  ', 'Invoice'],
    ])('has a name that Stripe accepts', async (description, name) => {
      await openSession({ description })
      expect(standIn.requests[0]?.params.get('line_items[0][price_data][product_data][name]')).toBe(name)
    })

    test.each([
      ['Bäckerei Groß & Söhne', 'BACKEREI G'],
      ['<"Joe\'s">*', 'JOE S'],
      ['A.B-C, 7 & Co', 'A.B-C, 7 &'],
      ['12345', undefined],
      ['東京書店', undefined],
      ['', undefined],
    ])(
      'shows the vendor %j on the card’s statement as far as Stripe’s rules allow',
      async (vendorName, suffix) => {
        await openSession({ vendorName })
        const name = 'payment_intent_data[statement_descriptor_suffix]'
        expect(standIn.requests[0]?.params.get(name)).toBe(suffix)
      },
    )

    test('takes no less than Stripe’s minimum in a currency, where that is fixed', () => {
      const minimums = ['USD', 'GBP', 'JPY', 'HUF', 'KWD'].map((currency) =>
        provider.minimumMinor?.(currency),
      )
      expect(minimums).toEqual([50n, 30n, 50n, 17_500n, null])
    })

    test('that is closed can’t be paid, and one that is not open can’t be closed', async () => {
      const close = (reference: string) =>
        callProvider((signal) => provider.expireCheckoutSession?.(reference, signal) ?? Promise.reject())
      const { reference } = await openSession()
      expect(acceptedValue(await close(reference))).toMatchObject({ reference, status: 'expired', url: null })
      expect(acceptedValue(await read(reference)).status).toBe('expired')
      const { reference: other } = await openSession()
      standIn.books.pay(other)
      expect(await close(other)).toMatchObject({ kind: 'rejected', httpStatus: 400 })
      expect(await close('cs_none')).toMatchObject({ kind: 'rejected', httpStatus: 404 })
    })

    test('stays open while a bank debit is under way, and is paid once the money arrives', async () => {
      const { reference } = await openSession()
      const paymentReference = standIn.books.payLater(reference)
      expect(acceptedValue(await read(reference))).toMatchObject({
        status: 'open',
        paymentReference: null,
        url: null,
      })
      standIn.books.settle(reference, true)
      expect(acceptedValue(await read(reference))).toMatchObject({ status: 'paid', paymentReference })
    })

    test('says what it was paid with, in the request that asks for it', async () => {
      const { reference } = await openSession()
      standIn.books.pay(reference, {
        type: 'link',
        link: { country: 'US' },
      } as Stripe.Charge.PaymentMethodDetails)
      standIn.requests.length = 0
      expect(acceptedValue(await read(reference)).paidWith).toEqual({ name: 'Link', last4: null })
      expect(standIn.requests.map(({ path, params }) => [path, params.get('expand[0]')])).toEqual([
        [`/v1/checkout/sessions/${reference}`, 'payment_intent.latest_charge'],
      ])
    })

    test('is paid as well if our key may not read charges', async () => {
      const { reference } = await openSession()
      const paymentReference = standIn.books.pay(reference)
      const error = { type: 'invalid_request_error', code: 'more_permissions_required', message: 'No' }
      const how = { status: 403, text: JSON.stringify({ error }) }
      standIn.fail({ when: 'before', how, on: /^GET \/v1\/checkout\/sessions\/./ })
      expect(acceptedValue(await read(reference))).toMatchObject({
        status: 'paid',
        paymentReference,
        paidWith: null,
      })
      expect(standIn.requests.at(-1)?.params.get('expand[0]')).toBe('payment_intent')
    })

    test('is paid as well if Stripe says of it what we can’t read', async () => {
      const { reference } = await openSession()
      const details = { type: 7 } as unknown as Stripe.Charge.PaymentMethodDetails
      const paymentReference = standIn.books.pay(reference, details)
      expect(acceptedValue(await read(reference))).toMatchObject({
        status: 'paid',
        paymentReference,
        paidWith: null,
      })
    })

    test('is over when a bank debit failed, because it can’t be paid any more', async () => {
      const { reference } = await openSession()
      standIn.books.payLater(reference)
      standIn.books.settle(reference, false)
      expect(acceptedValue(await read(reference))).toMatchObject({
        status: 'expired',
        paymentReference: null,
      })
    })

    test('that was not paid in time is expired', async () => {
      const { reference } = await openSession()
      standIn.books.expire(reference)
      expect(acceptedValue(await read(reference))).toMatchObject({ status: 'expired', url: null })
    })

    test.each([
      ['JPY', 2500n, '2500'],
      ['KWD', 5120n, '5120'],
      ['ISK', 500n, '50000'],
      ['UGX', 500n, '50000'],
      ['MGA', 50_000n, '500'],
      ['USD', 99_999_999_999n, '99999999999'],
    ])('of %s %i is requested as %s, and read back the same', async (currency, amountMinor, sent) => {
      const { reference } = await openSession({ currency, amountMinor })
      expect(standIn.requests[0]?.params.get('line_items[0][price_data][unit_amount]')).toBe(sent)
      expect(acceptedValue(await read(reference))).toMatchObject({ currency, amountMinor })
      const paymentReference = standIn.books.pay(reference)
      acceptedValue(await refund({ key: randomUUID(), paymentReference, currency, amountMinor }))
      expect(standIn.books.refundTotal(paymentReference)).toBe(Number(sent))
    })

    test.each([
      ['KWD', 5124n, 'amount_not_supported'],
      ['MGA', 50_050n, 'amount_not_supported'],
      ['USD', 0n, 'amount_too_small'],
      ['USD', -1n, 'amount_too_small'],
      ['USD', 1_000_000_000_000n, 'amount_too_large'],
      ['ISK', 10_000_000_000n, 'amount_too_large'],
      ['IQD', 5000n, 'currency_not_supported'],
    ])('of %s %i is refused with %s without asking Stripe', async (currency, amountMinor, code) => {
      const outcome = await create(checkoutFor(email, { currency, amountMinor }))
      expect(outcome).toMatchObject({ kind: 'rejected', code, httpStatus: 400 })
      expect(standIn.requests).toEqual([])
    })

    test.each([
      [{ amountMinor: 49n }, 'amount_too_small'],
      [{ currency: 'XCD' }, 'invalid_request_error'],
      [{ successUrl: 'nowhere' }, 'invalid_request_error'],
    ])('refused by Stripe is refused with its code: %o', async (changes, code) => {
      const outcome = await create(checkoutFor(email, changes))
      expect(outcome).toMatchObject({ kind: 'rejected', code, httpStatus: 400 })
    })
  })

  describe('an API key unknown to Stripe', () => {
    const withWrongKey = () =>
      createStripePaymentProvider({ ...standIn.options, secretKey: 'sk_test_revoked0123' })

    test('rejects a new session for certain, without quoting the key', async () => {
      const request = checkoutFor(email)
      const outcome = await callProvider((signal) => withWrongKey().createCheckoutSession(request, signal), {
        secret: 'sk_test',
      })
      expect(outcome).toMatchObject({ kind: 'rejected', httpStatus: 401 })
    })

    test('says nothing about a session or a refund that may exist', async () => {
      const { reference } = await openSession()
      const wrong = withWrongKey()
      const outcome = await callProvider((signal) => wrong.readCheckoutSession(reference, signal))
      const request = await paidSession()
      const refunded = await callProvider((signal) => wrong.refund(request, signal))
      expect([outcome.kind, refunded.kind]).toEqual(['unknown', 'unknown'])
    })
  })

  describe('a refund at Stripe', () => {
    test('is found again after Stripe has forgotten the key, and not made twice', async () => {
      const whole = await paidSession()
      const part = { ...whole, amountMinor: 1000n }
      const first = acceptedValue(await refund(part))
      standIn.forgetKeys()
      expect(acceptedValue(await refund(part))).toEqual(first)
      expect(standIn.books.refundTotal(whole.paymentReference)).toBe(1000)
    })

    test('is found among more refunds of a payment than fit on a page', async () => {
      const whole = await paidSession({ amountMinor: 15_000n })
      const first = { ...whole, amountMinor: 100n }
      const refundRow = acceptedValue(await refund(first))
      for (let count = 0; count < 120; count += 1) {
        standIn.books.handle(
          'POST',
          '/v1/refunds',
          new Map([
            ['payment_intent', whole.paymentReference],
            ['amount', '100'],
          ]),
        )
      }
      standIn.forgetKeys()
      expect(acceptedValue(await refund(first))).toEqual(refundRow)
      expect(standIn.books.refundTotal(whole.paymentReference)).toBe(12_100)
    })

    test('of another amount under the same key is not made', async () => {
      const whole = await paidSession()
      acceptedValue(await refund({ ...whole, amountMinor: 1000n }))
      const outcome = await refund({ ...whole, amountMinor: 1500n })
      expect(outcome).toMatchObject({ kind: 'rejected', code: 'idempotency_mismatch', httpStatus: 409 })
      expect(standIn.books.refundTotal(whole.paymentReference)).toBe(1000)
    })

    test('in another currency than the payment is not made', async () => {
      const whole = await paidSession()
      const outcome = await refund({ ...whole, currency: 'JPY' })
      expect(outcome).toMatchObject({ kind: 'rejected', code: 'currency_mismatch' })
      expect(standIn.books.refunds.filter((made) => made.paymentId === whole.paymentReference)).toEqual([])
    })

    test('of an already refunded payment is refused with Stripe’s code', async () => {
      const whole = await paidSession()
      acceptedValue(await refund(whole))
      const outcome = await refund({ ...whole, key: randomUUID() })
      expect(outcome).toMatchObject({ kind: 'rejected', code: 'charge_already_refunded', httpStatus: 400 })
    })

    test('that is still pending is accepted', async () => {
      standIn.books.nextRefundStatus = 'pending'
      acceptedValue(await refund(await paidSession()))
    })

    test('that failed is rejected, and stays rejected under its key', async () => {
      standIn.books.nextRefundStatus = 'failed'
      const request = await paidSession()
      const outcome = await refund(request)
      expect(outcome).toMatchObject({ kind: 'rejected', code: 'expired_or_canceled_card', httpStatus: 402 })
      standIn.forgetKeys()
      expect(await refund(request)).toEqual(outcome)
      expect(standIn.count('POST /v1/refunds')).toBe(1)
    })
  })

  describe('a payout to the bank', () => {
    const read = async () => {
      const day = 24 * 60 * 60_000
      const range = { from: new Date(Date.now() - day), until: new Date(Date.now() + day) }
      const { items } = acceptedValue(
        await callProvider((signal) => provider.listBankPayouts?.(range, null, signal) ?? Promise.reject()),
      )
      return items.map(({ reference, status, amountMinor, currency }) => ({
        reference,
        status,
        amountMinor,
        currency,
      }))
    }

    test('is on its way, arrives, and can fail after that; one may take money from the bank', async () => {
      const reference = standIn.books.payOut(5000)
      const taken = standIn.books.payOut(-700)
      const other = { reference: taken, status: 'on_its_way', amountMinor: -700n, currency: 'USD' }
      const payout = { reference, status: 'on_its_way', amountMinor: 5000n, currency: 'USD' }
      expect(await read()).toEqual([other, payout])
      standIn.books.settlePayout(reference, 'in_transit')
      expect(await read()).toEqual([other, payout])
      standIn.books.settlePayout(reference, 'paid')
      expect(await read()).toEqual([other, { ...payout, status: 'arrived' }])
      for (const status of ['failed', 'canceled'] as const) {
        standIn.books.settlePayout(reference, status)
        expect(await read()).toEqual([other, { ...payout, status: 'failed' }])
      }
    })
  })
})
