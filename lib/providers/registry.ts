import { inAccountBatch } from '@/lib/db/account-batches'
import { connectionPool, database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { sandboxCheckoutUrl, sandboxDisputeUrl } from '@/lib/http/links'
import type { Together } from '@/lib/providers/sandbox/connection'
import { createSandboxPaymentProvider } from '@/lib/providers/sandbox/payment-provider'
import { createSandboxPayoutProvider } from '@/lib/providers/sandbox/payout-provider'
import { now } from '@/lib/time/clock'
import type {
  Adapter,
  BeneficiaryStore,
  Manifest,
  NotificationReading,
  ReceivedNotification,
} from './manifest'
import { isProviderConfigured, MANIFESTS } from './manifests'
import { observedPayments, observedPayouts, paymentsOf, payoutsOf } from './observed'
import type { PaymentProvider } from './payment-provider'
import type { PayoutProvider } from './payout-provider'
import { decidingRule, type Rule, rulesOf, type Subject, takes } from './rules'

/* The providers of each mode: the sandbox for test mode, the configured ones for live mode. */

/** In the order of preference, where no rule says another. */
type Providers = { payments: PaymentProvider[]; payouts: PayoutProvider[] }

type Configured = { manifest: Manifest; adapter: Adapter<Record<string, unknown>> }

/** Imported here rather than by the manifests, which every process reads. */
const all: Configured[] = await Promise.all(
  MANIFESTS.map(async (manifest) => ({ manifest, adapter: await manifest.load() })),
)

function configured(): Configured[] {
  return all.filter(({ manifest }) => isProviderConfigured(manifest, env))
}

let registered: Record<Mode, Providers> | undefined

function providers(): Record<Mode, Providers> {
  // Created on first use rather than on import: a build has no database.
  registered ??= {
    test: {
      payments: [
        observedPayments(
          createSandboxPaymentProvider({
            pool: connectionPool(),
            clock: now,
            pageUrl: sandboxCheckoutUrl,
            disputeUrl: sandboxDisputeUrl(),
            together: sandboxTogether,
          }),
        ),
      ],
      payouts: [observedPayouts(createSandboxPayoutProvider(connectionPool(), now, sandboxTogether))],
    },
    live: {
      payments: configured().flatMap(({ manifest, adapter }) => {
        const provider = adapter.payments?.(env, surroundingsOf(manifest))
        return provider ? [observedPayments(provider)] : []
      }),
      payouts: configured().flatMap(({ manifest, adapter }) => {
        const provider = adapter.payouts?.(env, surroundingsOf(manifest))
        return provider ? [observedPayouts(provider)] : []
      }),
    },
  }
  return registered
}

/** The sandbox's records are its own: they share a commit across all of its customers. */
const sandboxTogether: Together = (kind, work, alone) =>
  inAccountBatch({ accountId: 'sandbox', kind }, work, alone)

function surroundingsOf({ name }: Manifest) {
  return {
    environment: env.PROVIDERS,
    notificationUrl: `${env.PUBLIC_URL}/api/providers/${name}`,
    beneficiaries: beneficiaryStore(name),
  }
}

export function beneficiaryStore(provider: string): BeneficiaryStore {
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

/** The log lines of a provider's calls name the request that they are for. */
type Origin = { requestId?: string | null }

/**
 * The provider of a new payment; without a subject the first one, to see whether there is any. Throws
 * `live_mode_unavailable` if none is configured for the mode, or none takes the currency, or payments from the country.
 */
export function paymentProviderFor(
  mode: Mode,
  { subject, requestId = null }: Origin & { subject?: Subject } = {},
): PaymentProvider {
  const { payments } = providers()[mode]
  const chosen = mode === 'live' && subject ? chosenProvider(subject) : payments[0]?.name
  const provider = payments.find(({ name }) => name === chosen)
  if (!provider) throw new DomainError('live_mode_unavailable')
  return paymentsOf(provider, requestId)
}

/** The live provider of a payment by the rules, or without any the first one that can take it. */
function chosenProvider(subject: Subject): string | undefined {
  const rules = rulesOf(env, 'payments')
  const isAble = (provider: string) =>
    MANIFESTS.some((manifest) => manifest.name === provider && takes(manifest, subject))
  if (rules.length > 0) return decidingRule(rules, subject, isAble)?.provider
  return providers().live.payments.find(({ name }) => isAble(name))?.name
}

/**
 * The provider of a new payout of a vendor, with the rails that its rule allows; without a vendor the first one. Throws
 * `live_mode_unavailable` if none is configured for the mode.
 */
export function payoutProviderFor(
  mode: Mode,
  { vendorId, requestId = null }: Origin & { vendorId?: string } = {},
): PayoutProvider {
  const { payouts } = providers()[mode]
  const rule = mode === 'live' && vendorId ? payoutRule(vendorId) : null
  const provider = rule ? payouts.find(({ name }) => name === rule.provider) : payouts[0]
  if (!provider) throw new DomainError('live_mode_unavailable')
  return withRailsOf(rule, payoutsOf(provider, requestId))
}

/** The provider of a payout that was made through it, with the rails that its rule allows for what is left to try. */
export async function providerUnderRules(
  provider: PayoutProvider,
  readVendorId: () => Promise<string>,
): Promise<PayoutProvider> {
  const isLimited = rulesOf(env, 'payouts').some(
    ({ rails, ...rule }) => rails && rule.provider === provider.name,
  )
  return isLimited ? withRailsOf(payoutRule(await readVendorId()), provider) : provider
}

/** Every payout is in US dollars to a bank in the United States. */
function payoutRule(vendorId: string): Rule | null {
  return decidingRule(rulesOf(env, 'payouts'), { vendorId, currency: 'USD', country: 'US' })
}

function withRailsOf(rule: Rule | null, provider: PayoutProvider): PayoutProvider {
  return rule?.rails && rule.provider === provider.name ? { ...provider, rails: rule.rails } : provider
}

/** The configured payment providers, among which to find the one stored with a payment. */
export function paymentProviders(): PaymentProvider[] {
  return Object.values(providers()).flatMap(({ payments }) => payments)
}

/** The configured payout providers, among which to find the one stored with a payout. */
export function payoutProviders(): PayoutProvider[] {
  return Object.values(providers()).flatMap(({ payouts }) => payouts)
}

/** The providers of a mode; none of a kind that is not configured. */
export function providersOf(mode: Mode): Providers {
  return providers()[mode]
}

/** The same; throws `live_mode_unavailable` where a kind has none. */
export function requireProvidersOf(mode: Mode): Providers {
  const providers = providersOf(mode)
  if (providers.payments.length === 0 || providers.payouts.length === 0)
    throw new DomainError('live_mode_unavailable')
  return providers
}

/** True if live mode has a provider for payments and one for payouts. */
export function isLiveModeAvailable(): boolean {
  const { payments, payouts } = providers().live
  return payments.length > 0 && payouts.length > 0
}

/** Null: no provider of this name is configured, or it sends no notifications. */
export function readNotification(
  provider: string,
  received: ReceivedNotification,
): NotificationReading | null {
  const entry = configured().find(({ manifest }) => manifest.name === provider)
  return entry?.adapter.readNotification?.(env, received) ?? null
}
