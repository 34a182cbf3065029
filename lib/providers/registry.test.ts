import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ProviderStandIns, startProviderStandIns } from '@/e2e/fixtures/provider-stand-ins'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import { checkoutFor } from '@/lib/providers/testing/payment-provider-contract'

let providers: ProviderStandIns

beforeAll(async () => {
  providers = await startProviderStandIns()
})
afterAll(() => providers?.close())
beforeEach(() => vi.resetModules())

type Settings = Partial<ProviderStandIns['settings']>

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

  test('calls the configured address with the configured key', async () => {
    const registry = await registryWith(providers.settings)
    const request = checkoutFor('buyer@example.com')
    const provider = registry.paymentProviderFor('live')
    const session = acceptedValue(
      await callProvider((signal) => provider.createCheckoutSession(request, signal), { timeoutMs: 20_000 }),
    )
    expect(providers.stripe.books.session(session.reference).metadata).toEqual({
      counterfoil_key: request.key,
    })
    const payouts = registry.payoutProviderFor('live')
    // The key was accepted, and there is no transfer of that name.
    const found = await callProvider((signal) => payouts.lookUp({ key: '0198c3a1', id: null }, signal), {
      timeoutMs: 20_000,
    })
    expect(found).toMatchObject({ kind: 'unknown', isUnseen: true })
  })
})

test('test mode always uses the sandbox', async () => {
  const registry = await registryWith(providers.settings)
  expect(registry.paymentProviderFor('test').name).toBe('sandbox')
  expect(registry.payoutProviderFor('test').name).toBe('sandbox')
  expect(registry.payoutProviders()).toContain(registry.payoutProviderFor('test'))
})
