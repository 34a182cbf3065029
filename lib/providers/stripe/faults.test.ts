import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { acceptedValue, callProvider, callUntil } from '@/lib/providers/testing/contract'
import { checkoutFor } from '@/lib/providers/testing/payment-provider-contract'
import { FULLNESSES } from '@/lib/providers/testing/stripe-objects'
import { type Fault, StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import type { PaymentProvider, RefundRequest } from '../payment-provider'
import { SignalledHttpClient } from './http-client'
import { createStripePaymentProvider } from './payment-provider'

const email = 'ann@example.com'
const today = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }
const always = Number.POSITIVE_INFINITY

// The package waits half a second and more between tries.
beforeAll(() => {
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.01)
})
afterAll(() => vi.restoreAllMocks())

let standIn: StripeStandIn
let provider: PaymentProvider

const create = (request = checkoutFor(email)) =>
  callProvider((signal) => provider.createCheckoutSession(request, signal))
const refund = (request: RefundRequest) => callProvider((signal) => provider.refund(request, signal))

async function paidSession(): Promise<RefundRequest> {
  const { reference, amountMinor, currency } = acceptedValue(await create())
  return { key: randomUUID(), paymentReference: standIn.books.pay(reference), amountMinor, currency }
}

function errorOf(status: number, error: object, headers: Record<string, string> = {}): Fault['how'] {
  return { status, text: JSON.stringify({ error: { message: 'No', ...error } }), headers }
}

const inUse = errorOf(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use' })
const lockTimeout = { type: 'invalid_request_error', code: 'lock_timeout' }

describe.each(FULLNESSES)('with %s answers', (fullness) => {
  beforeEach(async () => {
    standIn = await StripeStandIn.start(fullness)
    provider = createStripePaymentProvider(standIn.options)
  })
  afterEach(() => standIn?.close())

  describe('a temporary failure is retried under the same key:', () => {
    const passing: [string, Fault][] = [
      ['a connection cut before Stripe acted', { when: 'before', how: 'reset' }],
      ['a connection cut after it', { when: 'after', how: 'reset' }],
      ['an answer cut in the middle', { when: 'after', how: 'cut' }],
      ['a 500 after Stripe acted', { when: 'after', how: errorOf(500, { type: 'api_error' }) }],
      ['a 503 from in front of Stripe', { when: 'before', how: { status: 503, text: '<html>' }, times: 2 }],
      ['another request with the key under way', { when: 'before', how: inUse, times: 2 }],
      [
        'a lock that Stripe says is worth waiting for',
        { when: 'before', how: errorOf(429, lockTimeout, { 'stripe-should-retry': 'true' }) },
      ],
    ]

    test.each(passing)('a session is created once after %s', async (_name, fault) => {
      standIn.fail(fault)
      const { reference } = acceptedValue(await create())
      expect([...standIn.books.sessions.keys()]).toEqual([reference])
      expect(new Set(standIn.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    })

    test.each(passing)('a refund is made once after %s', async (_name, fault) => {
      const request = await paidSession()
      standIn.fail({ ...fault, on: /^POST \/v1\/refunds$/ })
      acceptedValue(await refund(request))
      expect(standIn.books.refundTotal(request.paymentReference)).toBe(2500)
    })

    test('a refund that was made, and whose repeat is refused, does not count as refused', async () => {
      const request = await paidSession()
      const on = /^POST \/v1\/refunds$/
      standIn.fail({ when: 'after', how: 'reset', on })
      standIn.fail({ when: 'before', how: errorOf(400, { type: 'invalid_request_error' }), on })
      expect((await refund(request)).kind).toBe('unknown')
      acceptedValue(await refund(request))
      expect(standIn.books.refundTotal(request.paymentReference)).toBe(2500)
    })
  })

  describe('a lasting failure is unknown:', () => {
    const lasting: [string, Fault['how'], number][] = [
      ['a cut connection', 'reset', 3],
      ['a 500', errorOf(500, { type: 'api_error' }), 3],
      [
        'a 500 that Stripe says will stay',
        errorOf(500, { type: 'api_error' }, { 'stripe-should-retry': 'false' }),
        1,
      ],
      ['a 502 page', { status: 502, text: '<html>Bad gateway</html>' }, 3],
      ['a 409', inUse, 3],
      ['a 409 without a code', errorOf(409, { type: 'idempotency_error' }), 3],
      ['a 429 without a code', errorOf(429, { type: 'invalid_request_error' }), 1],
      ['a 424', errorOf(424, { type: 'api_error' }), 1],
      [
        'a 429',
        errorOf(429, { type: 'invalid_request_error', code: 'rate_limit' }, { 'retry-after': '1' }),
        1,
      ],
      [
        'a rate limit with status 400',
        errorOf(400, { type: 'invalid_request_error', code: 'rate_limit' }),
        1,
      ],
      ['a 403 from a proxy', { status: 403, text: '{"error":{"message":"blocked"}}' }, 1],
      ['a 400 from a proxy', { status: 400, text: '{"error":"bad_request"}' }, 1],
      ['a 404 page', { status: 404, text: '<html>Not found</html>' }, 1],
      ['a redirect', { status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }, 1],
      ['no JSON', { status: 200, text: '{"id":' }, 1],
      ['JSON null', { status: 200, text: 'null' }, 1],
      ['a JSON string', { status: 200, text: '"garbage"' }, 1],
      ['a JSON number', { status: 200, text: '5' }, 1],
      ['an empty object', { status: 200, text: '{}' }, 1],
      ['an object of another kind', { status: 200, text: '{"object":"customer","id":"cus_1"}' }, 1],
      ['an answer without end', { status: 200, text: ' '.repeat(3_000_000) }, 3],
    ]

    test.each(lasting)('%s', async (_name, how, tries) => {
      const request = await paidSession()
      standIn.requests.length = 0
      standIn.fail({ when: 'before', how, times: always })
      const outcomes = await Promise.all([
        create(),
        callProvider((signal) => provider.readCheckoutSession('cs_test_1', signal)),
        refund(request),
        callProvider((signal) => provider.listPayments(today, null, signal)),
        callProvider((signal) => provider.listRefunds(today, null, signal)),
        callProvider((signal) => provider.listDisputes(today, null, signal)),
        callProvider((signal) => provider.check(signal)),
      ])
      expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['unknown']))
      expect(standIn.count('POST /v1/checkout/sessions')).toBe(tries)
      expect(standIn.books.refunds).toEqual([])
    })

    test('names the request id for Stripe’s support', async () => {
      standIn.fail({ when: 'before', how: errorOf(500, {}, { 'stripe-should-retry': 'false' }) })
      const reason = 'Stripe answered 500 (req_standIn)'
      expect(await create()).toEqual({ kind: 'unknown', reason, httpStatus: 500 })
    })
  })

  describe('a refusal by Stripe is certain:', () => {
    test.each([
      [400, { type: 'invalid_request_error', code: 'parameter_invalid_empty' }, 'parameter_invalid_empty'],
      [400, { type: 'idempotency_error' }, 'idempotency_error'],
      [402, { type: 'card_error', code: 'card_declined' }, 'card_declined'],
      [402, { type: 'card_error', code: 'Nothing like a code' }, 'refused'],
      [403, { type: 'invalid_request_error' }, 'invalid_request_error'],
      [404, { type: 'invalid_request_error', code: 'resource_missing' }, 'resource_missing'],
    ])('%i %o', async (httpStatus, error, code) => {
      standIn.fail({ when: 'before', how: errorOf(httpStatus, error) })
      expect(await create()).toMatchObject({ kind: 'rejected', code, httpStatus })
      expect(standIn.requests).toHaveLength(1)
    })

    test('except for a refund whose key was used otherwise: the next look-up tells', async () => {
      const request = await paidSession()
      standIn.fail({ when: 'after', how: errorOf(400, { type: 'idempotency_error' }), on: /^POST/ })
      expect((await refund(request)).kind).toBe('unknown')
      acceptedValue(await refund(request))
      expect(standIn.books.refundTotal(request.paymentReference)).toBe(2500)
    })
  })

  describe('no answer', () => {
    test.each(['silence', 'stall'] as const)(
      '(%s) ends a call with its signal, and nothing is sent afterwards',
      async (how) => {
        standIn.fail({ when: 'after', how, times: always })
        const request = checkoutFor(email)
        const outcome = await callUntil(
          (signal) => provider.createCheckoutSession(request, signal),
          () => standIn.unansweredRequest(),
        )
        expect(outcome).toEqual({ kind: 'unknown', reason: 'no answer from Stripe in time' })
        expect(standIn.requests).toHaveLength(1)
        expect(standIn.books.sessions.size).toBe(1)
      },
    )

    test.each(['before', 'after'] as const)(
      'to a refund, lost %s Stripe acted, is resolved by asking again',
      async (when) => {
        const request = await paidSession()
        standIn.fail({ when, how: 'silence', on: /^POST/ })
        const lost = await callUntil(
          (signal) => provider.refund(request, signal),
          () => standIn.unansweredRequest(),
        )
        expect(lost.kind).toBe('unknown')
        expect(standIn.books.refundTotal(request.paymentReference)).toBe(when === 'after' ? 2500 : 0)
        acceptedValue(await refund(request))
        expect(standIn.books.refundTotal(request.paymentReference)).toBe(2500)
      },
    )

    test('to a refund whose 500 Stripe repeats for a day is resolved by a look-up', async () => {
      const request = await paidSession()
      const kept500 = errorOf(500, { type: 'api_error' }, { 'stripe-should-retry': 'false' })
      standIn.fail({ when: 'after', how: kept500, on: /^POST/, times: always })
      expect((await refund(request)).kind).toBe('unknown')
      acceptedValue(await refund(request))
      expect(standIn.books.refundTotal(request.paymentReference)).toBe(2500)
    })
  })

  describe('a try', () => {
    const get = (signal: AbortSignal, timeoutMs: number) => {
      const { host, port, protocol } = standIn.apiBase
      const client = new SignalledHttpClient(signal)
      return client.makeRequest(host, String(port), '/v1/none', 'GET', {}, '', protocol, timeoutMs)
    }

    test.each(['silence', 'stall'] as const)('ends with its own timeout on %s', async (how) => {
      standIn.fail({ when: 'before', how })
      await expect(get(new AbortController().signal, 100)).rejects.toThrow('timeout')
    })

    test('is not started, and the package is not told to retry, once the signal has ended', async () => {
      const request = get(AbortSignal.abort(), 5000).then(
        () => 'made',
        () => 'failed',
      )
      const another = get(new AbortController().signal, 5000).then(() => 'another is answered')
      expect(await Promise.race([request, another])).toBe('another is answered')
      expect(standIn.requests).toHaveLength(1)
    })
  })
})
