import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  airwallexNotification,
  type Notification,
  type ProviderStandIns,
  startProviderStandIns,
  stripeNotification,
} from '@/e2e/fixtures/provider-stand-ins'
import { expectUnchanged } from '@/e2e/fixtures/unchanged-rows'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { expectDeclared } from '@/lib/http/declared.fixture'
import { paymentToken } from '@/lib/http/links'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { log } from '@/lib/log'
import { payoutWork } from '@/lib/payouts/jobs'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { DAY_MS, MINUTE_MS } from '@/lib/time/units'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildLiveApproval,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { checkoutWork } from './jobs'
import { openHostedCheckout } from './open-hosted-checkout'
import { receiveNotification } from './provider-notifications'

const RECEIVED = { status: 200, body: { received: true } }
const REFUSED = { status: 400, body: { error: 'The signature is not valid' } }

let providers: ProviderStandIns
let live: Awaited<ReturnType<typeof buildVendor>>['live']
let invoiceId: string
let sessionId: string
let payoutId: string

beforeAll(async () => {
  providers = await startProviderStandIns()
  Object.assign(env, providers.settings, { PROVIDER_TIMEOUT_MS: 20_000 })
})
afterAll(() => providers?.close())
beforeEach(async () => {
  live = await buildLiveApproval((await buildVendor()).id)
  await makeInvoice()
  await payOut()
})
afterEach(() => Object.assign(env, providers.settings))

/** An invoice of 100.00 whose buyer is on Stripe's page. */
async function makeInvoice(): Promise<void> {
  const provider = paymentProviderFor('live')
  const invoice = await buildInvoice(live, { provider })
  invoiceId = invoice.id
  const token = paymentToken(live.id, invoice.payToken)
  await openHostedCheckout(token, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  sessionId = (await database().checkoutSession.findFirstOrThrow({ where: { invoiceId } })).providerReference
}

/** A payout of 4.00 in progress. */
async function payOut(): Promise<void> {
  await fundWallet(live, 1000n)
  const { id: customerId } = await buildCustomer(live)
  const { id: bankAccountId } = await buildBankAccount(live, customerId, { accountNumber: ACCOUNTS.slow })
  const provider = payoutProviderFor('live')
  const request = { customerId, bankAccountId, amountMinor: 400n }
  payoutId = (await buildPayout(live, request, provider)).id
}

async function deliver(provider: string, { body, headers }: Notification) {
  const url = `http://localhost/api/providers/${provider}`
  const response = await ask(receiveNotification, new Request(url, { method: 'POST', body, headers }))
  const answer = { status: response.status, body: await response.json() }
  expectDeclared(receiveNotification, answer)
  return answer
}
const tellStripe = (notification: Notification) => deliver('stripe', notification)
const tellAirwallex = (notification: Notification) => deliver('airwallex', notification)

const session = () => providers.stripe.books.sessionObject(sessionId)
const completed = (options = {}) => stripeNotification('checkout.session.completed', session(), options)
const transfer = () => providers.airwallex.books.show(payoutId)
const paidOut = (options = {}) => airwallexNotification('payout.transfer.paid', transfer(), options)

/** Runs the worker on everything due. */
async function work(): Promise<void> {
  for (const leased of [checkoutWork, payoutWork]) {
    for (const row of await due(leased.queue)) await workOn(leased, row)
  }
}
const invoiceStatus = async () =>
  (await database().invoice.findFirstOrThrow({ where: { id: invoiceId } })).status
const payoutStatus = async () =>
  (await database().payout.findFirstOrThrow({ where: { id: payoutId } })).status

describe('a Stripe notification', () => {
  test('of a paid session pays the invoice, once, however often it comes', async () => {
    providers.stripe.books.pay(sessionId)
    for (const notification of [completed(), completed()]) {
      expect(await tellStripe(notification)).toEqual(RECEIVED)
    }
    await work()
    expect(await invoiceStatus()).toBe('PAID')
    await expectUnchanged(async () => {
      expect(await tellStripe(completed())).toEqual(RECEIVED)
      await work()
    })
  })

  test('is handled by the worker at once', async () => {
    providers.stripe.books.pay(sessionId)
    await tellStripe(completed())
    expect(await due(checkoutWork.queue)).toHaveLength(1)
  })

  test('that is genuine but wrong pays nothing: Stripe is asked', async () => {
    const lie = { ...session(), status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' }
    expect(await tellStripe(stripeNotification('checkout.session.completed', lie))).toEqual(RECEIVED)
    await work()
    expect(await invoiceStatus()).toBe('CREATED')
  })

  test('of a decline marks the invoice failed, and a late one leaves a paid invoice paid', async () => {
    const declined = {
      id: 'pi_1',
      object: 'payment_intent',
      amount: 10_320,
      currency: 'usd',
      status: 'requires_payment_method',
      metadata: providers.stripe.books.session(sessionId).paymentMetadata,
    }
    const decline = () => tellStripe(stripeNotification('payment_intent.payment_failed', declined))
    expect(await decline()).toEqual(RECEIVED)
    expect(await invoiceStatus()).toBe('FAILED')
    providers.stripe.books.pay(sessionId)
    await tellStripe(completed())
    await work()
    expect(await invoiceStatus()).toBe('PAID')
    await expectUnchanged(decline)
  })

  test('about another program’s session, or an unknown one, changes nothing', async () => {
    const others = { ...session(), id: 'cs_test_of_another' }
    const notOurs = { ...session(), metadata: {}, mode: 'subscription' }
    await expectUnchanged(async () => {
      for (const object of [others, notOurs]) {
        expect(await tellStripe(stripeNotification('checkout.session.completed', object))).toEqual(RECEIVED)
      }
      expect(await tellStripe(stripeNotification('customer.created', { object: 'customer' }))).toEqual(
        RECEIVED,
      )
    })
  })

  test.each<[string, () => Notification]>([
    ['signed with another secret', () => completed({ secret: 'whsec_of_another' })],
    ['signed ten minutes ago', () => completed({ at: new Date(Date.now() - 10 * MINUTE_MS) })],
    ['with a byte more', () => ({ ...completed(), body: `${completed().body} ` })],
    ['with no signature', () => ({ ...completed(), headers: {} })],
    ['signed as Airwallex does', () => ({ ...paidOut(), body: completed().body })],
    ['with no body', () => ({ ...completed(), body: '' })],
  ])('%s is refused and changes nothing', async (_how, notification) => {
    providers.stripe.books.pay(sessionId)
    expect(await expectUnchanged(() => tellStripe(notification()))).toEqual(REFUSED)
  })
})

describe('an Airwallex notification', () => {
  test('of a paid transfer settles the payout, once, however often and in what order they come', async () => {
    const older = airwallexNotification('payout.transfer.processing', { ...transfer(), status: 'PROCESSING' })
    providers.airwallex.books.setStatus(payoutId, 'PAID')
    for (const notification of [paidOut(), older, paidOut()]) {
      expect(await tellAirwallex(notification)).toEqual(RECEIVED)
    }
    await work()
    expect(await payoutStatus()).toBe('PAID')
    await tellAirwallex(older)
    await work()
    expect(await payoutStatus()).toBe('PAID')
  })

  test('of a late failure returns the payout', async () => {
    providers.airwallex.books.setStatus(payoutId, 'PAID')
    await tellAirwallex(paidOut())
    await work()
    providers.airwallex.books.setStatus(payoutId, 'FAILED', { code: '90802', message: 'Returned' })
    await tellAirwallex(airwallexNotification('payout.transfer.failed', transfer()))
    await work()
    expect(await payoutStatus()).toBe('RETURNED')
    await expectUnchanged(() => tellAirwallex(paidOut()))
  })

  test('that is repeated for days with its first timestamp still settles the payout', async () => {
    providers.airwallex.books.setStatus(payoutId, 'PAID')
    expect(await tellAirwallex(paidOut({ at: new Date(Date.now() - 3 * DAY_MS) }))).toEqual(RECEIVED)
    await work()
    expect(await payoutStatus()).toBe('PAID')
  })

  test('in a version that called transfers payments settles the payout, and calls the operator', async () => {
    const alarm = vi.spyOn(log, 'error').mockImplementation(() => {})
    providers.airwallex.books.setStatus(payoutId, 'PAID')
    expect(await tellAirwallex(airwallexNotification('payment.paid', transfer()))).toEqual(RECEIVED)
    expect(alarm).toHaveBeenCalledWith({ provider: 'airwallex' }, expect.stringContaining('API version'))
    alarm.mockRestore()
    await work()
    expect(await payoutStatus()).toBe('PAID')
  })

  test('that is genuine but wrong settles nothing: Airwallex is asked', async () => {
    const lie = airwallexNotification('payout.transfer.paid', { ...transfer(), status: 'PAID' })
    expect(await tellAirwallex(lie)).toEqual(RECEIVED)
    await work()
    expect(await payoutStatus()).toBe('PROCESSING')
  })

  test('about another program’s transfer, or something else, changes nothing', async () => {
    await expectUnchanged(async () => {
      for (const [name, changes] of [
        ['payout.transfer.paid', { request_id: '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c' }],
        ['payout.transfer.paid', { request_id: 'not-an-id' }],
        ['deposit.settled', {}],
      ] as const) {
        const notification = airwallexNotification(name, { ...transfer(), ...changes })
        expect(await tellAirwallex(notification)).toEqual(RECEIVED)
      }
    })
  })

  test.each<[string, () => Notification]>([
    ['signed with another secret', () => paidOut({ secret: 'whsec-of-another' })],
    ['signed eight days ago', () => paidOut({ at: new Date(Date.now() - 8 * DAY_MS) })],
    ['with a byte more', () => ({ ...paidOut(), body: `${paidOut().body} ` })],
    ['with no signature', () => ({ ...paidOut(), headers: {} })],
    ['with no body', () => ({ ...paidOut(), body: '' })],
  ])('%s is refused and changes nothing', async (_how, notification) => {
    providers.airwallex.books.setStatus(payoutId, 'PAID')
    expect(await expectUnchanged(() => tellAirwallex(notification()))).toEqual(REFUSED)
  })
})

test('while a secret is replaced, both providers may sign with the old one or the new one', async () => {
  const { STRIPE_WEBHOOK_SECRET, AIRWALLEX_WEBHOOK_SECRET } = providers.settings
  env.STRIPE_WEBHOOK_SECRET = `whsec_new, ${STRIPE_WEBHOOK_SECRET}`
  env.AIRWALLEX_WEBHOOK_SECRET = `${AIRWALLEX_WEBHOOK_SECRET},whsec-new`
  expect(await tellStripe(completed())).toEqual(RECEIVED)
  expect(await tellStripe(completed({ secret: 'whsec_new' }))).toEqual(RECEIVED)
  expect(await tellAirwallex(paidOut())).toEqual(RECEIVED)
  expect(await tellAirwallex(paidOut({ secret: 'whsec-new' }))).toEqual(RECEIVED)
  expect(await tellStripe(completed({ secret: 'whsec_gone' }))).toEqual(REFUSED)
  expect(await tellAirwallex(paidOut({ secret: 'whsec-gone' }))).toEqual(REFUSED)
})

describe('a Stripe event that is signed and can’t be read is answered as what it is', () => {
  beforeEach(() => void vi.spyOn(log, 'error').mockImplementation(() => {}))
  afterEach(() => vi.restoreAllMocks())

  test('a thin one', async () => {
    const { body, headers } = stripeNotification('v1.charge.refunded', {}, { object: 'v2.core.event' })
    expect(await expectUnchanged(() => tellStripe({ body, headers }))).toEqual({
      status: 400,
      body: { error: 'Thin events are not read: choose snapshot payloads for this endpoint' },
    })
  })

  test('one about a payment of ours, so that Stripe sends it again', async () => {
    const broken = stripeNotification('checkout.session.completed', { ...session(), amount_total: null })
    expect(await expectUnchanged(() => tellStripe(broken))).toEqual({
      status: 400,
      body: { error: 'The event is signed, but could not be read' },
    })
    expect(log.error).toHaveBeenCalledTimes(1)
  })
})

test('a provider that is not configured has no endpoint, and an oversized body is not read', async () => {
  Object.assign(env, { STRIPE_WEBHOOK_SECRET: undefined, AIRWALLEX_WEBHOOK_SECRET: undefined })
  for (const tell of [tellStripe, tellAirwallex]) {
    expect(await tell(completed())).toEqual({ status: 404, body: { error: 'Not found' } })
  }
  for (const name of ['stripe_payouts', 'sandbox', 'paypal']) {
    expect(await deliver(name, completed())).toEqual({ status: 404, body: { error: 'Not found' } })
  }
  Object.assign(env, providers.settings)
  for (const tell of [tellStripe, tellAirwallex]) {
    const huge = { ...completed(), body: 'x'.repeat(300 * 1024) }
    expect((await expectUnchanged(() => tell(huge))).status).toBe(413)
  }
})
