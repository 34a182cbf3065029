import { env } from '@/lib/env'
import { presentAmount } from '@/lib/money/money'
import { readProviderChoices } from '@/lib/operator/provider-choices'
import type { Manifest } from '@/lib/providers/manifest'
import { isProviderConfigured, MANIFESTS, ownSettings } from '@/lib/providers/manifests'
import { providersOf } from '@/lib/providers/registry'
import { RULE_KINDS } from '@/lib/providers/rules'
import type { AccountCheck, HeldBalance, Outcome } from '@/lib/providers/shared/outcome'
import type { Commands } from './command'

/** Longer than the service's own limit: an operator would rather wait than guess. */
const CHECK_TIMEOUT_MS = 15_000

type Checkable = {
  check(signal: AbortSignal): Promise<Outcome<AccountCheck>>
  readBalance?(signal: AbortSignal): Promise<Outcome<HeldBalance[]>>
}

type Candidate = {
  name: string
  kind: 'payments' | 'payouts'
  mode: 'test' | 'live'
  provider: Checkable | null
  /** The settings that configure it; names only, because the values are secrets. */
  settings: string[]
  /** What follows from the settings, and what no check can tell. */
  notes: string[]
}

export const providerCommands: Commands<'providers'> = {
  'providers rules': {
    async run() {
      return { output: await readProviderChoices() }
    },
  },
  'providers check': {
    async run() {
      const output = await Promise.all(candidates().map(report))
      const failures = output.flatMap(({ provider, kind, problem, missing }) =>
        [...(problem === null ? [] : [problem]), ...missing].map((text) => `${provider} (${kind}): ${text}`),
      )
      return { output, ...(failures.length > 0 ? { failure: failures.join('\n') } : {}) }
    },
  },
}

function candidates(): Candidate[] {
  const test = providersOf('test')
  const sandbox = { name: 'sandbox', mode: 'test' as const, settings: [], notes: [] }
  return [
    ...test.payments.map((provider) => ({ ...sandbox, kind: 'payments' as const, provider })),
    ...test.payouts.map((provider) => ({ ...sandbox, kind: 'payouts' as const, provider })),
    ...MANIFESTS.filter((each) => !each.isPreview || isProviderConfigured(each, env)).flatMap(candidatesOf),
  ]
}

function candidatesOf(manifest: Manifest): Candidate[] {
  const live = providersOf('live')
  return RULE_KINDS.filter((kind) => manifest[kind]).map((kind) => ({
    name: manifest.name,
    kind,
    mode: 'live',
    provider: live[kind].find(({ name }) => name === manifest.name) ?? null,
    settings: ownSettings(manifest, env),
    notes: manifest.notes(env),
  }))
}

async function report({ name, kind, mode, provider, settings, notes }: Candidate) {
  const outcome = await provider?.check(AbortSignal.timeout(CHECK_TIMEOUT_MS))
  const isWell = outcome?.kind === 'accepted'
  const balance = isWell ? await provider?.readBalance?.(AbortSignal.timeout(CHECK_TIMEOUT_MS)) : undefined
  return {
    provider: name,
    kind,
    mode,
    configured: provider !== null,
    settings: provider ? settings : [],
    answers: isWell,
    real_money: outcome?.kind === 'accepted' ? outcome.value.movesRealMoney : null,
    missing: [
      ...(outcome?.kind === 'accepted' ? outcome.value.gaps : []),
      ...(balance && balance.kind !== 'accepted' ? [`No balance: ${problemOf(balance)}`] : []),
    ],
    balance: balance?.kind === 'accepted' ? balance.value.map(balanceWords) : [],
    notes: provider ? [...notes, ...(outcome?.kind === 'accepted' ? (outcome.value.notes ?? []) : [])] : [],
    problem: outcome ? problemOf(outcome) : null,
  }
}

function balanceWords({ currency, availableMinor, pendingMinor }: HeldBalance): string {
  const [available, pending] = [availableMinor, pendingMinor].map(
    (minor) => presentAmount(minor, currency).amount,
  )
  return `${available} ${currency} available, ${pending} ${currency} pending`
}

function problemOf(outcome: Outcome<unknown>): string | null {
  if (outcome.kind === 'accepted') return null
  return outcome.kind === 'rejected' ? `${outcome.code}: ${outcome.detail}` : outcome.reason
}
