import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ProviderStandIns, startProviderStandIns } from '@/e2e/fixtures/provider-stand-ins'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import { checkoutFor } from '@/lib/providers/testing/payment-provider-contract'
import { FULLNESSES } from '@/lib/providers/testing/stripe-objects'
import type { Manifest } from './manifest'
import type { Rule } from './rules'

let providers: ProviderStandIns

beforeAll(async () => {
  providers = await startProviderStandIns()
})
afterAll(() => providers?.close())
beforeEach(() => vi.resetModules())

type Settings = Partial<
  ProviderStandIns['settings'] & { STRIPE_PAYOUTS_PREVIEW: string; PAYOUT_RULES: Rule[] }
>

/** The registry of a process with these settings. */
async function registryWith(settings: Settings) {
  const { env } = await import('@/lib/env')
  Object.assign(env, settings)
  return import('./registry')
}

const stripe = (): Settings => {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = providers.settings
  return { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL }
}
const airwallex = (): Settings => {
  const { AIRWALLEX_CLIENT_ID, AIRWALLEX_API_KEY, AIRWALLEX_WEBHOOK_SECRET, AIRWALLEX_BASE_URL } =
    providers.settings
  return { AIRWALLEX_CLIENT_ID, AIRWALLEX_API_KEY, AIRWALLEX_WEBHOOK_SECRET, AIRWALLEX_BASE_URL }
}
const unavailable = expect.objectContaining({ code: 'live_mode_unavailable' })

describe('live mode', () => {
  test('has Stripe and Airwallex when both are configured', async () => {
    const registry = await registryWith(providers.settings)
    expect(registry.isLiveModeAvailable()).toBe(true)
    expect(registry.paymentProviderFor('live').name).toBe('stripe')
    expect(registry.payoutProviderFor('live').name).toBe('airwallex')
    expect(registry.payoutProviders()).toContain(registry.payoutProviderFor('live'))
    expect(registry.paymentProviders()).toContain(registry.paymentProviderFor('live'))
  })

  test('is unavailable without providers', async () => {
    const registry = await registryWith({})
    expect(registry.isLiveModeAvailable()).toBe(false)
    expect(() => registry.paymentProviderFor('live')).toThrow(unavailable)
    expect(() => registry.payoutProviderFor('live')).toThrow(unavailable)
    expect(registry.payoutProviders()).toEqual([registry.payoutProviderFor('test')])
    expect(registry.paymentProviders()).toEqual([registry.paymentProviderFor('test')])
  })

  test.each([
    ['Stripe', stripe],
    ['Airwallex', airwallex],
  ])('is unavailable with %s alone: its keys would work for half of the API', async (_which, settings) => {
    expect((await registryWith(settings())).isLiveModeAvailable()).toBe(false)
  })

  test('needs Stripe alone where payouts go over it too, and still asks Airwallex about those made there', async () => {
    const preview = { STRIPE_PAYOUTS_PREVIEW: 'fa_standIn' }
    const alone = await registryWith({ ...stripe(), ...preview })
    expect(alone.isLiveModeAvailable()).toBe(true)
    expect(alone.payoutProviderFor('live').name).toBe('stripe_payouts')
    vi.resetModules()
    const both = await registryWith({ ...providers.settings, ...preview })
    expect(both.payoutProviderFor('live').name).toBe('stripe_payouts')
    expect(both.payoutProviders().map(({ name }) => name)).toEqual(['sandbox', 'stripe_payouts', 'airwallex'])
  })

  test.each(FULLNESSES)(
    'calls the configured address with the configured key (%s answers)',
    async (fullness) => {
      const standIns = await startProviderStandIns({ fullness })
      onTestFinished(() => standIns.close())
      const registry = await registryWith(standIns.settings)
      const request = checkoutFor('buyer@example.com')
      const provider = registry.paymentProviderFor('live')
      const session = acceptedValue(
        await callProvider((signal) => provider.createCheckoutSession(request, signal), {
          timeoutMs: 20_000,
        }),
      )
      expect(standIns.stripe.books.session(session.reference).metadata).toEqual({
        counterfoil_key: request.key,
      })
      const payouts = registry.payoutProviderFor('live')
      // The key was accepted, and there is no transfer of that name.
      const outcome = await callProvider((signal) => payouts.lookUp({ key: '0198c3a1', id: null }, signal), {
        timeoutMs: 20_000,
      })
      expect(outcome).toMatchObject({ kind: 'unknown', isUnseen: true })
    },
  )
})

test('test mode always uses the sandbox', async () => {
  const registry = await registryWith(providers.settings)
  expect(registry.paymentProviderFor('test').name).toBe('sandbox')
  expect(registry.payoutProviderFor('test').name).toBe('sandbox')
  expect(registry.payoutProviders()).toContain(registry.payoutProviderFor('test'))
})

describe('rules', () => {
  const [one, other] = ['0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c', '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4d']
  const both = () => ({ ...providers.settings, STRIPE_PAYOUTS_PREVIEW: 'fa_standIn' })
  const rule = (provider: string, rails: string[] | null = null, conditions: Rule['conditions'] = {}) => ({
    provider,
    rails,
    conditions,
  })

  test('choose the provider of a vendor’s payouts, and its rails', async () => {
    const registry = await registryWith({
      ...both(),
      PAYOUT_RULES: [rule('airwallex', ['FEDWIRE'], { vendor: [one] }), rule('stripe_payouts')],
    })
    expect(registry.payoutProviderFor('live', { vendorId: one })).toMatchObject({
      name: 'airwallex',
      rails: ['FEDWIRE'],
    })
    expect(registry.payoutProviderFor('live', { vendorId: other })).toMatchObject({ name: 'stripe_payouts' })
    // Test mode has the sandbox alone.
    expect(registry.payoutProviderFor('test', { vendorId: one }).name).toBe('sandbox')
    // What is under way stays where it is, on the rails that are allowed now.
    const airwallex = registry.payoutProviders().find(({ name }) => name === 'airwallex')
    if (!airwallex) return expect.fail('it is configured')
    expect((await registry.providerUnderRules(airwallex, async () => one)).rails).toEqual(['FEDWIRE'])
    expect((await registry.providerUnderRules(airwallex, async () => other)).rails).toEqual(airwallex.rails)
  })

  test('without any, the first configured provider makes payouts, on its own rails', async () => {
    const registry = await registryWith(both())
    expect(registry.payoutProviderFor('live', { vendorId: one }).name).toBe('stripe_payouts')
    const alone = await registry.providerUnderRules(registry.payoutProviderFor('live'), () =>
      expect.fail('not asked'),
    )
    expect(alone).toBe(registry.payoutProviderFor('live'))
  })

  test('name no currency and no country that a provider doesn’t take', async () => {
    const { ruleProblems, takes } = await import('./rules')
    const local = {
      name: 'local',
      payments: { currencies: ['EUR'], countries: ['DE', 'AT'], refunds: '', limits: '' },
    }
    const PAYMENT_RULES = [
      rule('local', null, { currency: ['EUR', 'SEK'], country: ['DE', 'SE'] }),
      rule('local', null, { currency: ['EUR'], country: ['AT'] }),
      rule('local'),
    ]
    expect(ruleProblems({ PAYMENT_RULES, PAYOUT_RULES: [] }, [local as unknown as Manifest])).toEqual([
      ['PAYMENT_RULES', 'local takes no SEK'],
      ['PAYMENT_RULES', 'local takes nothing from SE'],
    ])
    const canTake = (currency: string, country: string | null) =>
      takes(local, { vendorId: one, currency, country })
    expect([canTake('EUR', 'DE'), canTake('EUR', null), canTake('SEK', 'DE'), canTake('EUR', 'SE')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('choose the provider of a payment by vendor, currency and country', async () => {
    const { decidingRule } = await import('./rules')
    const rules = [
      rule('a', null, { vendor: [one], currency: ['EUR'] }),
      rule('b', null, { country: ['DE', 'AT'] }),
      rule('c'),
    ]
    const choose = (vendorId: string, currency: string, country: string | null) =>
      decidingRule(rules, { vendorId, currency, country })?.provider
    expect(choose(one, 'EUR', 'DE')).toBe('a')
    expect(choose(one, 'USD', 'AT')).toBe('b')
    expect(choose(other, 'EUR', 'DE')).toBe('b')
    expect(choose(other, 'EUR', null)).toBe('c')
    // A provider that can't take it is passed over, whatever its rule says.
    const isAble = (provider: string) => provider !== 'b'
    expect(decidingRule(rules, { vendorId: other, currency: 'EUR', country: 'DE' }, isAble)?.provider).toBe(
      'c',
    )
    expect(decidingRule([], { vendorId: one, currency: 'EUR', country: null })).toBeNull()
  })
})
