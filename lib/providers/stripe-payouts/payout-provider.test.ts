import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { memoryStore } from '@/lib/providers/testing/airwallex-stand-in'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import { payoutProviderContract, transferTo } from '@/lib/providers/testing/payout-provider-contract'
import { stripePayoutFaults } from '@/lib/providers/testing/stripe-faults'
import { FULLNESSES } from '@/lib/providers/testing/stripe-objects'
import { FINANCIAL_ACCOUNT, STRIPE_ACCOUNTS } from '@/lib/providers/testing/stripe-payout-books'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import type { PayoutProvider, TransferRequest } from '../payout-provider'
import { createStripePayoutProvider, type StripePayoutOptions } from './payout-provider'

// The package waits half a second and more between tries.
beforeAll(() => {
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.01)
})
afterAll(() => vi.restoreAllMocks())

function optionsAt(standIn: StripeStandIn): StripePayoutOptions {
  return {
    secretKey: standIn.secretKey,
    apiBase: standIn.apiBase,
    financialAccount: FINANCIAL_ACCOUNT,
    networks: ['RTP', 'ACH'],
    recipients: memoryStore(),
  }
}

for (const fullness of FULLNESSES) {
  payoutProviderContract(`Stripe Global Payouts with ${fullness} objects`, async () => {
    const standIn = await StripeStandIn.start(fullness)
    const options = optionsAt(standIn)
    const nowhere = { protocol: 'http' as const, host: '127.0.0.1', port: 1 }
    return {
      provider: createStripePayoutProvider(options),
      unreachable: createStripePayoutProvider({ ...options, apiBase: nowhere }),
      wrongKey: createStripePayoutProvider({ ...options, secretKey: 'sk_test_another' }),
      balance: () => ({ availableMinor: BigInt(standIn.payoutBooks.balanceMinor()), pendingMinor: 0n }),
      feeMinor: null,
      accounts: STRIPE_ACCOUNTS,
      faults: stripePayoutFaults(standIn),
      unusedKey: 'unknown',
      countTransfers: async (key) => standIn.payoutBooks.countPayments(key),
      close: () => standIn.close(),
    }
  })
}

let standIn: StripeStandIn
let provider: PayoutProvider

const send = (request: TransferRequest, through = provider) =>
  callProvider((signal) => through.send(request, signal), { secret: request.beneficiary.accountNumber })
const lookUp = (key: string, id: string | null = null) =>
  callProvider((signal) => provider.lookUp({ key, id }, signal))

describe.each(FULLNESSES)('with %s answers', (fullness) => {
  beforeAll(async () => {
    standIn = await StripeStandIn.start(fullness)
    provider = createStripePayoutProvider(optionsAt(standIn))
  })
  afterAll(() => standIn?.close())

  describe('a payment', () => {
    test('names recipient, payout method, networks and our key', async () => {
      const request = transferTo(STRIPE_ACCOUNTS.delivered)
      acceptedValue(await send(request))
      expect(standIn.payoutBooks.payments.at(-1)?.body).toMatchObject({
        amount: { value: 2500, currency: 'usd' },
        from: { financial_account: FINANCIAL_ACCOUNT, currency: 'usd' },
        to: { payout_method_options: { bank_account: { preferred_networks: ['rtp', 'ach'] } } },
        metadata: { counterfoil_key: request.key },
      })
    })

    test.each([
      ['currency_not_supported', { currency: 'EUR' }],
      ['invalid_amount', { amountMinor: 0n }],
      ['amount_too_large', { amountMinor: 2n ** 53n }],
    ])('is refused as %s before anything is sent', async (code, changes) => {
      const before = standIn.requests.length
      expect(await send(transferTo(STRIPE_ACCOUNTS.delivered, changes))).toMatchObject({
        kind: 'rejected',
        code,
      })
      expect(standIn.requests).toHaveLength(before)
    })

    test('to a company names the company', async () => {
      const { beneficiary } = transferTo(STRIPE_ACCOUNTS.delivered)
      const company = { ...beneficiary, entityType: 'COMPANY' as const, companyName: 'Ann’s Anvils LLC' }
      acceptedValue(await send(transferTo(STRIPE_ACCOUNTS.delivered, { beneficiary: company })))
    })

    test('that the account can’t cover is refused, and nothing moves', async () => {
      const before = standIn.payoutBooks.balanceMinor()
      const request = transferTo(STRIPE_ACCOUNTS.delivered, { amountMinor: BigInt(before) + 1n })
      expect(await send(request)).toMatchObject({ kind: 'rejected', code: 'insufficient_funds' })
      expect(standIn.payoutBooks.balanceMinor()).toBe(before)
    })

    test('under a key that another payment has is unknown, never refused', async () => {
      const request = transferTo(STRIPE_ACCOUNTS.delivered)
      acceptedValue(await send(request))
      expect(await send({ ...request, amountMinor: 2501n })).toEqual({
        kind: 'unknown',
        reason: 'the key belongs to a payment with other details',
      })
    })

    test('that comes back says why', async () => {
      const request = transferTo(STRIPE_ACCOUNTS.returned)
      const { id } = acceptedValue(await send(request))
      acceptedValue(await lookUp(request.key, id))
      expect(acceptedValue(await lookUp(request.key, id))).toMatchObject({
        status: 'returned',
        failure: {
          code: 'payout_method_closed',
          detail: 'Stripe says that the payment was returned: payout method closed',
        },
      })
    })
  })

  describe('a recipient', () => {
    test('is made once for a bank account, and anew where its details change', async () => {
      const request = transferTo(STRIPE_ACCOUNTS.delivered)
      const before = standIn.payoutBooks.countAccounts()
      acceptedValue(await send(request))
      acceptedValue(await send({ ...request, key: randomUUID() }))
      expect(standIn.payoutBooks.countAccounts()).toBe(before + 1)
      const moved = { ...request.beneficiary, routingNumber: '026009593' }
      acceptedValue(await send({ ...request, key: randomUUID(), beneficiary: moved }))
      expect(standIn.payoutBooks.countAccounts()).toBe(before + 2)
    })

    test('whose answer is lost is the same one when it is asked for again', async () => {
      const request = transferTo(STRIPE_ACCOUNTS.delivered)
      const before = standIn.payoutBooks.countAccounts()
      standIn.fail({ when: 'after', how: 'reset', on: /accounts$/, times: 3 })
      expect((await send(request)).kind).toBe('unknown')
      standIn.forgetFaults()
      acceptedValue(await send(request))
      expect(standIn.payoutBooks.countAccounts()).toBe(before + 1)
    })

    test('that Stripe wants more about is a refusal that says so', async () => {
      const request = transferTo(STRIPE_ACCOUNTS.notReady)
      expect(await send(request)).toMatchObject({ kind: 'rejected', code: 'payout_method_not_ready' })
      expect(standIn.payoutBooks.countPayments(request.key)).toBe(0)
    })
  })

  describe('a look-up by key', () => {
    /** A key of the kind that payouts have: it says when it was made. */
    const keyOf = (at: Date) =>
      randomUUID().replace(/^.{15}/, () => {
        const hex = at.getTime().toString(16).padStart(12, '0')
        return `${hex.slice(0, 8)}-${hex.slice(8)}-7`
      })

    test('reads the list back to before the key was made, and no further', async () => {
      for (let count = 0; count < 3; count += 1)
        acceptedValue(await send(transferTo(STRIPE_ACCOUNTS.delivered)))
      for (const payment of standIn.payoutBooks.payments)
        payment.createdAt = new Date(Date.now() - 90 * 86_400_000)
      const request = transferTo(STRIPE_ACCOUNTS.delivered, { key: keyOf(new Date()) })
      acceptedValue(await send(request))
      acceptedValue(await lookUp(request.key))
      standIn.requests.length = 0
      expect(await lookUp(keyOf(new Date()))).toMatchObject({ kind: 'unknown', isUnseen: true })
      expect(standIn.count('GET /v2/money_management/outbound_payments')).toBe(1)
    })

    test('of a payment that was not made by us finds none', async () => {
      const stranger = standIn.payoutBooks.payments[0]
      if (stranger) stranger.body.metadata = {}
      expect((await lookUp(randomUUID())).kind).toBe('unknown')
    })
  })

  test('a refusal says nothing about a payment that was sent before and got no answer', async () => {
    const on = /^POST \/v2\/money_management\/outbound_payments$/
    const refused = JSON.stringify({ error: { type: 'invalid_request_error', code: 'parameter_invalid' } })
    standIn.fail({ when: 'after', how: { status: 502, text: 'Bad gateway' }, on })
    standIn.fail({ when: 'before', how: { status: 400, text: refused }, on })
    const request = transferTo(STRIPE_ACCOUNTS.delivered)
    expect((await send(request)).kind).toBe('unknown')
    standIn.forgetFaults()
    expect(acceptedValue(await lookUp(request.key)).status).toBe('delivered')
  })

  test('a check says what the financial account lacks', async () => {
    expect(acceptedValue(await callProvider((signal) => provider.check(signal)))).toEqual({
      movesRealMoney: false,
      gaps: [],
    })
    standIn.payoutBooks.status = 'pending'
    const { gaps } = acceptedValue(await callProvider((signal) => provider.check(signal)))
    standIn.payoutBooks.status = 'open'
    expect(gaps).toEqual(['The financial account is pending'])
  })
})
