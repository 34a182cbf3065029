import { z } from 'zod'
import { airwallex } from './airwallex/manifest'
import type { Adapter, Environment, Manifest, RailTerms, SettingProblem, SettingsOf } from './manifest'
import { stripe } from './stripe/manifest'
import { stripePayouts } from './stripe-payouts/manifest'

/**
 * The providers of live mode, each with its code, which only those import that call it. Where no rule says which one takes a
 * payment or makes a payout, it is the first that is configured and can.
 */
const LIVE_PROVIDERS = [
  withCode(stripe, async () => (await import('./stripe/adapter')).adapter),
  withCode(stripePayouts, async () => (await import('./stripe-payouts/adapter')).adapter),
  withCode(airwallex, async () => (await import('./airwallex/adapter')).adapter),
]

/** An adapter takes the values of all settings. */
type AnyAdapter = Adapter<Record<string, unknown>>

function withCode<Own extends Omit<Manifest, 'settings'> & { settings: z.ZodRawShape }>(
  manifest: Own,
  load: () => Promise<Adapter<SettingsOf<Own>>>,
) {
  return { ...manifest, load: load as () => Promise<AnyAdapter> }
}

export const MANIFESTS: readonly (Manifest & { load(): Promise<AnyAdapter> })[] = LIVE_PROVIDERS

type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The settings of all providers. */
export const PROVIDER_SETTINGS = Object.assign({}, ...MANIFESTS.map(({ settings }) => settings)) as Joined<
  (typeof LIVE_PROVIDERS)[number]['settings']
>

type Settings = Record<string, unknown>

export function isProviderConfigured({ needs }: Manifest, settings: Settings): boolean {
  return needs.every((name) => settings[name] !== undefined)
}

export function configuredProviders(settings: Settings): Manifest[] {
  return MANIFESTS.filter((manifest) => isProviderConfigured(manifest, settings))
}

/** The names of a provider's settings whose values are not the default ones. */
export function ownSettings({ settings: shape }: Manifest, settings: Settings): string[] {
  const defaults: Settings = z.object(shape).parse({})
  return Object.keys(shape).filter((name) => String(settings[name]) !== String(defaults[name]))
}

/** A network's terms at a provider; null for a name of another time, or a provider that states none. */
export function railTerms(provider: string, rail: string): RailTerms | null {
  return MANIFESTS.find(({ name }) => name === provider)?.payouts?.rails[rail] ?? null
}

/** A provider's stored name as a person reads it: `Sandbox`. It may be of another time. */
export function providerTitle(name: string): string {
  const manifest = MANIFESTS.find((each) => each.name === name)
  return manifest?.title ?? name.charAt(0).toUpperCase() + name.slice(1)
}

/** The host that a configured provider's money moves through; null if that is this machine: a stand-in, which moves no real money. */
function remoteHost(manifest: Manifest, settings: ProviderValues): string | null {
  const { url } = manifest.api(settings, settings.PROVIDERS)
  if (!isProviderConfigured(manifest, settings) || !URL.canParse(url)) return null
  const { hostname } = new URL(url)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
  return isLoopback ? null : hostname
}

type ProviderValues = Settings & { PROVIDERS: Environment; PUBLIC_URL?: string | undefined }

/**
 * Problems with the settings of live mode. Money must be real on both sides, or on none: a payment that a provider's test
 * environment made up would be paid out, or a payout that it only pretended to make would count as delivered.
 */
export function providerProblems(settings: ProviderValues): SettingProblem[] {
  const environment = settings.PROVIDERS
  const problems = MANIFESTS.flatMap((manifest): SettingProblem[] => {
    const { setting, url } = manifest.api(settings, environment)
    const host = remoteHost(manifest, settings)
    // A shared address is the other provider's to check.
    const isOpen = host !== null && !manifest.needsOf && !url.startsWith('https:')
    return [
      ...missingSettings(manifest, settings),
      ...(isOpen ? [[setting, 'must be an https:// URL'] satisfies SettingProblem] : []),
      ...manifest.problems(settings, { environment, host }),
    ]
  })
  const isRemote = MANIFESTS.some((manifest) => remoteHost(manifest, settings) !== null)
  if (isRemote && !settings.PUBLIC_URL?.startsWith('https:')) {
    problems.push(['PUBLIC_URL', 'must be an https:// URL in live mode: buyers and providers use it'])
  }
  return problems
}

/** Settings that go together, where only some are set. */
function missingSettings({ needs, needsOf = [] }: Manifest, settings: Settings): SettingProblem[] {
  const missing = needs.filter((name) => settings[name] === undefined)
  if (missing.length === needs.length) return []
  const alone = needs[0]
  const isAlone = missing.length === 0 && needsOf.some((name) => settings[name] === undefined)
  return [
    ...missing.map((name): SettingProblem => [name, `goes with ${needs.join(', ')}`]),
    ...(isAlone && alone ? [[alone, `goes with ${needsOf.join(', ')}`] satisfies SettingProblem] : []),
  ]
}
