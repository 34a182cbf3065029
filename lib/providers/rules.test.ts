import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ProviderStandIns, startProviderStandIns } from '@/e2e/fixtures/provider-stand-ins'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { NO_REQUEST, prepareInvoice } from '@/lib/invoices/issue-invoice'
import { payOut } from '@/lib/payouts/create-payout'
import { reconcilePayout } from '@/lib/payouts/reconcile-payout'
import type { Account } from '@/lib/vendors/account'
import {
  buildBankAccount,
  buildCustomer,
  buildLiveApproval,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import type { Manifest } from './manifest'
import { MANIFESTS } from './manifests'
import { payoutProviders, providersOf } from './registry'
import type { Rule } from './rules'
import { ACCOUNTS } from './testing/airwallex-books'
import { FINANCIAL_ACCOUNT, STRIPE_ACCOUNTS } from './testing/stripe-payout-books'

/* What the rules choose reaches the provider, and is stored. */

const LONG_TIMEOUT_MS = 20_000
const NO_RULES = { PAYMENT_RULES: [], PAYOUT_RULES: [] }

let standIns: ProviderStandIns
let live: Account
let vendorId: string

beforeAll(async () => {
  standIns = await startProviderStandIns()
  Object.assign(env, standIns.settings, {
    PROVIDER_TIMEOUT_MS: LONG_TIMEOUT_MS,
    STRIPE_PAYOUTS_PREVIEW: FINANCIAL_ACCOUNT,
  })
})
afterAll(() => standIns?.close())
beforeEach(async () => {
  vendorId = (await buildVendor()).id
  live = await buildLiveApproval(vendorId)
  await fundWallet(live, 10_000n)
})
afterEach(() => Object.assign(env, NO_RULES))

const rule = (provider: string, more: Partial<Rule> = {}): Rule => ({
  provider,
  rails: null,
  conditions: {},
  ...more,
})

describe('a payout', () => {
  const pay = async (accountNumber: string, account = live) => {
    const { id: customerId } = await buildCustomer(account)
    const { id: bankAccountId } = await buildBankAccount(account, customerId, { accountNumber })
    const order = { customerId, bankAccountId, amountMinor: 400n }
    const { id } = await payOut(account, order, { claim: null, requestId: null })
    return readPayout(id)
  }
  const readPayout = async (id: string) => {
    const { provider, rail, formerRails, status } = await database().payout.findFirstOrThrow({
      where: { id },
    })
    return { id, provider, rail, formerRails, status }
  }

  test('goes over the provider and the rails of its vendor’s rule, and another vendor’s over the next one', async () => {
    env.PAYOUT_RULES = [
      rule('airwallex', { rails: ['ACH'], conditions: { vendor: [vendorId] } }),
      rule('stripe_payouts'),
    ]
    expect(await pay(ACCOUNTS.delivered)).toMatchObject({
      provider: 'airwallex',
      rail: 'ACH',
      status: 'PAID',
    })
    const other = await buildLiveApproval((await buildVendor()).id)
    await fundWallet(other, 10_000n)
    const stripes = await pay(STRIPE_ACCOUNTS.delivered, other)
    expect(stripes).toMatchObject({ provider: 'stripe_payouts', rail: null, status: 'PAID' })
    expect(standIns.books.airwallex?.transfers()).toHaveLength(1)
    expect(standIns.books.stripe_payouts?.transfers()).toEqual([{ key: stripes.id, amountMinor: 400n }])
  })

  test('is never sent over a rail that its rule leaves out: at once, or when a failure is learnt later', async () => {
    env.PAYOUT_RULES = [rule('airwallex', { rails: ['FEDNOW'] })]
    expect(await pay(ACCOUNTS.achOnly)).toMatchObject({ rail: 'FEDNOW', formerRails: [], status: 'FAILED' })
    const payout = await pay(ACCOUNTS.achOnlyLater)
    expect(payout.status).toBe('PROCESSING')
    await reconcilePayout(
      { accountId: live.id, payoutId: payout.id },
      { providers: payoutProviders(), timeoutMs: LONG_TIMEOUT_MS, isEarly: true },
    )
    expect(await readPayout(payout.id)).toMatchObject({ rail: 'FEDNOW', formerRails: [], status: 'FAILED' })
  })
})

test('a payout stays with its provider when no rule names that any more: its return is learnt there', async () => {
  env.PAYOUT_RULES = [rule('airwallex')]
  const { id: customerId } = await buildCustomer(live)
  const { id: bankAccountId } = await buildBankAccount(live, customerId, { accountNumber: ACCOUNTS.returned })
  const order = { customerId, bankAccountId, amountMinor: 400n }
  const { id: payoutId } = await payOut(live, order, { claim: null, requestId: null })
  env.PAYOUT_RULES = [rule('stripe_payouts')]
  for (let looks = 0; looks < 3; looks += 1) {
    await reconcilePayout(
      { accountId: live.id, payoutId },
      { providers: payoutProviders(), timeoutMs: LONG_TIMEOUT_MS, isEarly: true },
    )
  }
  expect(await database().payout.findFirstOrThrow({ where: { id: payoutId } })).toMatchObject({
    provider: 'airwallex',
    status: 'RETURNED',
  })
})

describe('the payment of an invoice', () => {
  const providers = () => providersOf('live').payments
  beforeEach(() => {
    const [stripe] = providers()
    if (stripe) providers().push({ ...stripe, name: 'another' })
    const [manifest] = MANIFESTS
    if (manifest) (MANIFESTS as unknown as Manifest[]).push({ ...manifest, name: 'another' })
    env.PAYMENT_RULES = [
      rule('another', { conditions: { vendor: [vendorId], currency: ['EUR'], country: ['DE'] } }),
      rule('stripe'),
    ]
  })
  afterEach(() => {
    providers().pop()
    ;(MANIFESTS as unknown as Manifest[]).pop()
  })

  test.each([
    ['Germany', 'EUR', 'another'],
    ['de', 'EUR', 'another'],
    ['Germany', 'USD', 'stripe'],
    ['FR', 'EUR', 'stripe'],
    ['Atlantis', 'EUR', 'stripe'],
    [undefined, 'EUR', 'stripe'],
  ])('of a customer in %s, in %s, is taken by %s', async (country, currency, provider) => {
    const { id: customerId } = await buildCustomer(live, country === undefined ? {} : { country })
    const items = [{ title: 'Advice', quantityMicros: 1_000_000n, unitPriceMinor: 10_000n }]
    const links = { dueDate: null, redirectUrl: null, webhookUrl: null }
    const invoice = { customer: { id: customerId }, currency, items, ...links }
    const { save } = await prepareInvoice(live, invoice, NO_REQUEST)
    const { id: invoiceId } = await inTransaction(save)
    expect(await database().checkoutSession.findFirstOrThrow({ where: { invoiceId } })).toMatchObject({
      provider,
    })
  })
})
