import { inAccountBatch } from '@/lib/db/account-batches'
import { connectionPool, database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { sandboxCheckoutUrl, sandboxDisputeUrl } from '@/lib/http/links'
import { createAirwallexPayoutProvider } from '@/lib/providers/airwallex/payout-provider'
import type { Together } from '@/lib/providers/sandbox/connection'
import { createSandboxPaymentProvider } from '@/lib/providers/sandbox/payment-provider'
import { createSandboxPayoutProvider } from '@/lib/providers/sandbox/payout-provider'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { now } from '@/lib/time/clock'
import { observedPayments, observedPayouts, paymentsOf, payoutsOf } from './observed'
import type { PaymentProvider } from './payment-provider'
import type { PayoutProvider } from './payout-provider'

/** Remembers a payout provider's beneficiaries. If a key is saved twice, the first id stays. */
export function beneficiaryStore(provider: string) {
  return {
    async find(key: string): Promise<string | null> {
      const row = await database().providerBeneficiary.findUnique({
        where: { provider_key: { provider, key } },
      })
      return row?.beneficiaryId ?? null
    },
    async save(key: string, beneficiaryId: string): Promise<void> {
      await database().providerBeneficiary.createMany({
        data: [{ provider, key, beneficiaryId }],
        skipDuplicates: true,
      })
    },
  }
}

/* The providers of each mode: the sandbox for test mode, the configured ones for live mode. */

type Providers = Record<Mode, { payments: PaymentProvider | null; payouts: PayoutProvider | null }>

let known: Providers | undefined

function providers(): Providers {
  // Created on first use rather than on import: a build has neither database nor settings.
  known ??= {
    test: {
      payments: observedPayments(
        createSandboxPaymentProvider({
          pool: connectionPool(),
          clock: now,
          pageUrl: sandboxCheckoutUrl,
          disputeUrl: sandboxDisputeUrl(),
          together: sandboxTogether,
        }),
      ),
      payouts: observedPayouts(createSandboxPayoutProvider(connectionPool(), now, sandboxTogether)),
    },
    live: live(),
  }
  return known
}

/** The sandbox's records are its own: they share a commit across all of its customers. */
const sandboxTogether: Together = (kind, work, alone) =>
  inAccountBatch({ accountId: 'sandbox', kind }, work, alone)

function live(): Providers['live'] {
  const [payments, payouts] = [stripe(), airwallex()]
  return { payments: payments && observedPayments(payments), payouts: payouts && observedPayouts(payouts) }
}

function stripe(): PaymentProvider | null {
  if (!env.STRIPE_SECRET_KEY) return null
  return createStripePaymentProvider({
    secretKey: env.STRIPE_SECRET_KEY,
    notificationUrl: `${env.PUBLIC_URL}/api/providers/stripe`,
    ...(env.STRIPE_API_URL ? { apiBase: addressOf(env.STRIPE_API_URL) } : {}),
  })
}

function addressOf(url: string) {
  const { protocol, hostname: host, port } = new URL(url)
  const isHttps = protocol === 'https:'
  return {
    protocol: isHttps ? ('https' as const) : ('http' as const),
    host,
    port: Number(port || (isHttps ? 443 : 80)),
  }
}

function airwallex(): PayoutProvider | null {
  if (!env.AIRWALLEX_CLIENT_ID || !env.AIRWALLEX_API_KEY) return null
  return createAirwallexPayoutProvider({
    baseUrl: env.AIRWALLEX_BASE_URL,
    clientId: env.AIRWALLEX_CLIENT_ID,
    apiKey: env.AIRWALLEX_API_KEY,
    loginAs: env.AIRWALLEX_LOGIN_AS ?? null,
    rails: env.AIRWALLEX_RAILS,
    beneficiaries: beneficiaryStore('airwallex'),
  })
}

/**
 * Throws `live_mode_unavailable` if no provider is configured for the mode. The log lines of its calls name the
 * request that they are for.
 */
export function paymentProviderFor(mode: Mode, requestId: string | null = null): PaymentProvider {
  const provider = providers()[mode].payments
  if (!provider) throw new DomainError('live_mode_unavailable')
  return paymentsOf(provider, requestId)
}

/** The same for payouts. */
export function payoutProviderFor(mode: Mode, requestId: string | null = null): PayoutProvider {
  const provider = providers()[mode].payouts
  if (!provider) throw new DomainError('live_mode_unavailable')
  return payoutsOf(provider, requestId)
}

/** The configured payment providers, among which to find the one stored with a payment. */
export function paymentProviders(): PaymentProvider[] {
  return Object.values(providers()).flatMap(({ payments }) => payments ?? [])
}

/** The configured payout providers, among which to find the one stored with a payout. */
export function payoutProviders(): PayoutProvider[] {
  return Object.values(providers()).flatMap(({ payouts }) => payouts ?? [])
}

/** The providers of a mode; null for one that is not configured. */
export function providersOf(mode: Mode): Providers[Mode] {
  return providers()[mode]
}

/** True if both live providers are configured. */
export function isLiveModeAvailable(): boolean {
  const { payments, payouts } = providers().live
  return payments !== null && payouts !== null
}

/** A provider's stored name as a person reads it: `Sandbox`. */
export function providerTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
