import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptedValue } from '@/lib/providers/testing/contract'
import { checkoutFor } from '@/lib/providers/testing/payment-provider-contract'
import { FULLNESSES } from '@/lib/providers/testing/stripe-objects'
import {
  type SignedNotification,
  StripeStandIn,
  signedNotification,
} from '@/lib/providers/testing/stripe-stand-in'
import type { CheckoutRequest, PaymentProvider } from '../payment-provider'
import { STRIPE_VERSION, UnreadableEventError, verifyStripeNotification } from './notifications'
import { createStripePaymentProvider } from './payment-provider'

const secret = 'whsec_Zm9yIHRlc3RzIG9ubHk'

let standIn: StripeStandIn
let provider: PaymentProvider
let request: CheckoutRequest
let reference: string
async function openSession(changes: Partial<CheckoutRequest> = {}): Promise<void> {
  request = checkoutFor('ann@example.com', changes)
  const outcome = await provider.createCheckoutSession(request, AbortSignal.timeout(10_000))
  reference = acceptedValue(outcome).reference
}

const verify = (delivery: SignedNotification) => verifyStripeNotification({ ...delivery, secrets: [secret] })
const aboutSession = (type: string, changes: object = {}) =>
  signedNotification(secret, `checkout.session.${type}`, {
    ...standIn.books.sessionObject(reference),
    ...changes,
  })

describe.each(FULLNESSES)('with %s objects', (fullness) => {
  beforeAll(async () => {
    standIn = await StripeStandIn.start(fullness)
    provider = createStripePaymentProvider(standIn.options)
  })
  afterAll(() => standIn?.close())

  beforeEach(() => openSession())

  describe('a Stripe notification', () => {
    test('of a payment names session, payment, key and amount', () => {
      const paymentReference = standIn.books.pay(reference)
      expect(verify(aboutSession('completed'))).toEqual({
        eventId: expect.stringMatching(/^evt_/),
        isOfOtherRelease: false,
        kind: 'paid',
        sessionReference: reference,
        paymentReference,
        key: request.key,
        amountMinor: 2500n,
        currency: 'USD',
      })
    })

    test.each([
      ['2025-03-31.basil', true],
      ['2024-06-20', true],
      [null, true],
      [STRIPE_VERSION, false],
      [STRIPE_VERSION.replace(/^\d{4}-\d\d-\d\d/, '2027-01-01'), false],
    ])('in API version %s says whether that is another release than ours', (api_version, isOther) => {
      const { rawBody } = aboutSession('completed')
      const text = JSON.stringify({ ...JSON.parse(rawBody), api_version })
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: text, secret })
      expect(verify({ rawBody: text, signature })?.isOfOtherRelease).toBe(isOther)
    })

    test('that a buyer finished, while the money takes days, is not a payment yet', () => {
      standIn.books.payLater(reference)
      expect(verify(aboutSession('completed'))?.kind).toBe('ignored')
    })

    test('that such money arrived is a payment, and that it did not is a failure', async () => {
      const paymentReference = standIn.books.payLater(reference)
      standIn.books.settle(reference, true)
      expect(verify(aboutSession('async_payment_succeeded'))).toMatchObject({
        kind: 'paid',
        paymentReference,
      })
      await openSession()
      standIn.books.payLater(reference)
      standIn.books.settle(reference, false)
      expect(verify(aboutSession('async_payment_failed'))).toMatchObject({
        kind: 'failed',
        sessionReference: reference,
      })
    })

    test('of an expired session says so', () => {
      standIn.books.expire(reference)
      const expected = { kind: 'expired', sessionReference: reference, paymentReference: null }
      expect(verify(aboutSession('expired'))).toMatchObject(expected)
    })

    test('of a card declined on Stripe’s page leads to the session by our key', () => {
      const paymentReference = standIn.books.payLater(reference)
      const object = standIn.books.paymentObject(paymentReference)
      expect(verify(signedNotification(secret, 'payment_intent.payment_failed', object))).toMatchObject({
        kind: 'failed',
        sessionReference: null,
        paymentReference,
        key: request.key,
        amountMinor: 2500n,
      })
    })

    test.each([
      'charge.refunded',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.refund.updated',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
    ])('%s names the payment', (type) => {
      const { books } = standIn
      const paymentReference = books.pay(reference)
      const object = type.includes('dispute')
        ? books.disputeObject(books.dispute(paymentReference))
        : type === 'charge.refunded'
          ? books.chargeObject(paymentReference)
          : books.refundObject(books.refundByHand(paymentReference, 1000))
      expect(verify(signedNotification(secret, type, object))).toMatchObject({
        kind: 'reversed',
        sessionReference: null,
        paymentReference,
      })
    })

    test('of a bank’s warning of fraud names the payment, and of a charge that has none wakes nothing', () => {
      const paymentReference = standIn.books.pay(reference)
      const warning = standIn.books.fraudWarningObject(standIn.books.warnOfFraud(paymentReference))
      const about = (payment_intent: string | null | undefined) =>
        verify(
          signedNotification(secret, 'radar.early_fraud_warning.created', { ...warning, payment_intent }),
        )
      expect(about(paymentReference)).toMatchObject({ kind: 'reversed', paymentReference })
      for (const none of [undefined, null]) {
        expect(about(none)).toMatchObject({ kind: 'ignored', paymentReference: null })
      }
    })

    test.each(['payout.created', 'payout.paid', 'payout.failed', 'payout.canceled'])(
      '%s wakes a look at the payouts',
      (type) => {
        const object = standIn.books.payoutObject(standIn.books.payOut(500))
        expect(verify(signedNotification(secret, type, object))).toMatchObject({
          kind: 'banked',
          paymentReference: null,
        })
        expect(verify(signedNotification(secret, 'balance.available', { object: 'balance' }))?.kind).toBe(
          'banked',
        )
      },
    )

    test.each([
      ['JPY', 2500n],
      ['KWD', 5120n],
      ['ISK', 500n],
      ['MGA', 50_000n],
    ])('counts %s in our minor units', async (currency, amountMinor) => {
      await openSession({ currency, amountMinor })
      standIn.books.pay(reference)
      expect(verify(aboutSession('completed'))).toMatchObject({ kind: 'paid', currency, amountMinor })
    })

    test('is the same when it comes twice, in any order', () => {
      const expired = aboutSession('expired', { status: 'expired' })
      standIn.books.pay(reference)
      const paid = aboutSession('completed')
      const inOrder = [expired, paid, paid].map(verify)
      const reversed = [paid, paid, expired].map(verify).reverse()
      expect(reversed).toEqual(inOrder)
      expect(inOrder.map((notification) => notification?.kind)).toEqual(['expired', 'paid', 'paid'])
      expect(inOrder[1]?.eventId).toBe(inOrder[2]?.eventId)
      expect(inOrder[0]?.eventId).not.toBe(inOrder[1]?.eventId)
    })

    test('is read from bytes as from text', () => {
      standIn.books.pay(reference)
      const { rawBody, signature } = aboutSession('completed', { customer_email: 'jürgen@example.com' })
      expect(verify({ rawBody, signature })?.kind).toBe('paid')
      expect(
        verifyStripeNotification({ rawBody: Buffer.from(rawBody), signature, secrets: [secret] })?.kind,
      ).toBe('paid')
    })
  })

  describe('a notification that is not for us', () => {
    test.each([
      ['customer.created', { object: 'customer' }],
      ['payment_intent.succeeded', { object: 'payment_intent' }],
      ['charge.refunded', { object: 'charge', payment_intent: null, amount_refunded: 5, currency: 'usd' }],
      ['checkout.session.completed', { object: 'checkout.session', mode: 'setup', metadata: {} }],
      [
        'checkout.session.completed',
        { object: 'checkout.session', mode: 'payment', metadata: { other: 'x' } },
      ],
      [
        'payment_intent.payment_failed',
        {
          object: 'payment_intent',
          id: 'pi_1',
          amount: 5,
          currency: 'usd',
          status: 'canceled',
          metadata: {},
        },
      ],
    ])('(%s %o) is ignored', (type, object) => {
      expect(verify(signedNotification(secret, type, object))).toEqual({
        eventId: expect.stringMatching(/^evt_/),
        isOfOtherRelease: false,
        kind: 'ignored',
        sessionReference: null,
        paymentReference: null,
        key: null,
        amountMinor: null,
        currency: null,
      })
    })
  })

  describe('a notification is refused', () => {
    const delivery = () => {
      standIn.books.pay(reference)
      return aboutSession('completed')
    }

    test('if one byte of its body was changed', () => {
      const { rawBody, signature } = delivery()
      expect(verify({ rawBody: rawBody.replace('2500', '2501'), signature })).toBeNull()
      expect(verify({ rawBody: JSON.stringify(JSON.parse(rawBody)), signature })).toBeNull()
    })

    test('if it is signed with another secret', () => {
      expect(verifyStripeNotification({ ...delivery(), secrets: ['whsec_other'] })).toBeNull()
    })

    test.each([null, '', 'nonsense', 't=1,v1=', 't=,v0=abc'])('if its signature is %o', (signature) => {
      expect(verifyStripeNotification({ ...delivery(), signature, secrets: [secret] })).toBeNull()
    })

    test('if it is older than five minutes', () => {
      const seconds = Math.floor(Date.now() / 1000)
      const object = standIn.books.sessionObject(reference)
      const aged = (age: number) =>
        verify(signedNotification(secret, 'checkout.session.expired', object, { timestamp: seconds - age }))
      expect(aged(290)).not.toBeNull()
      expect(aged(310)).toBeNull()
    })

    test('if we have no secret', () => {
      const { rawBody, signature } = signedNotification('x', 'customer.created', {})
      for (const secrets of [[], [''], [' ']]) {
        expect(verifyStripeNotification({ rawBody, signature, secrets })).toBeNull()
      }
    })

    test.each(['', 'no JSON', 'null', '[]', '"text"', '{"object":"event"}'])(
      'if its body is %o',
      (rawBody) => {
        const { signature } = signedNotification(secret, 'x', {})
        expect(verify({ rawBody, signature })).toBeNull()
      },
    )
  })

  test('a notification signed with either of two secrets is genuine', () => {
    const secrets = [secret, 'whsec_new']
    for (const each of secrets) {
      const delivery = signedNotification(each, 'customer.created', { object: 'customer' })
      expect(verifyStripeNotification({ ...delivery, secrets })?.kind).toBe('ignored')
    }
  })

  /** A body as sent, signed with our secret. */
  function signed(rawBody: string): SignedNotification {
    return { rawBody, signature: Stripe.webhooks.generateTestHeaderString({ payload: rawBody, secret }) }
  }

  describe('a signed notification that can’t be read is no forgery', () => {
    test('if it is about a payment of ours, so that Stripe sends it again', () => {
      standIn.books.pay(reference)
      for (const changes of [{ amount_total: null }, { currency: 'dollars' }, { payment_intent: null }]) {
        expect(() => verify(aboutSession('completed', changes))).toThrow(new UnreadableEventError(false))
      }
    })

    test.each(['no JSON', 'null', '[]', '"text"', '{"object":"event"}'])('if its body is %o', (rawBody) => {
      expect(() => verify(signed(rawBody))).toThrow(new UnreadableEventError(false))
    })

    test('if it is a thin event', () => {
      const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v1.charge.refunded', related_object: null }
      expect(() => verify(signed(JSON.stringify(thin)))).toThrow(new UnreadableEventError(true))
    })
  })
})
