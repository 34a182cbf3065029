import { env } from '@/lib/env'
import { providersOf } from '@/lib/providers/registry'
import type { Access, Outcome } from '@/lib/providers/shared/outcome'
import type { Commands } from './command'

/** Longer than the service's own limit: an operator would rather wait than guess. */
const CHECK_TIMEOUT_MS = 15_000

const STRIPE_SETTINGS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'] as const
const AIRWALLEX_SETTINGS = [
  'AIRWALLEX_CLIENT_ID',
  'AIRWALLEX_API_KEY',
  'AIRWALLEX_WEBHOOK_SECRET',
  'AIRWALLEX_BASE_URL',
] as const

type Setting = (typeof STRIPE_SETTINGS | typeof AIRWALLEX_SETTINGS)[number]

type Checkable = { check(signal: AbortSignal): Promise<Outcome<Access>> }

type Candidate = {
  name: string
  kind: 'payments' | 'payouts'
  mode: 'test' | 'live'
  provider: Checkable | null
  /** The settings that configure it; names only, because the values are secrets. */
  settings: readonly Setting[]
}

export const providerCommands: Commands<'providers'> = {
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
  const [test, live] = [providersOf('test'), providersOf('live')]
  return [
    { name: 'sandbox', kind: 'payments', mode: 'test', provider: test.payments, settings: [] },
    { name: 'sandbox', kind: 'payouts', mode: 'test', provider: test.payouts, settings: [] },
    { name: 'stripe', kind: 'payments', mode: 'live', provider: live.payments, settings: STRIPE_SETTINGS },
    {
      name: 'airwallex',
      kind: 'payouts',
      mode: 'live',
      provider: live.payouts,
      settings: AIRWALLEX_SETTINGS,
    },
  ]
}

async function report({ name, kind, mode, provider, settings }: Candidate) {
  const outcome = await provider?.check(AbortSignal.timeout(CHECK_TIMEOUT_MS))
  return {
    provider: name,
    kind,
    mode,
    configured: provider !== null,
    settings: provider ? settings.filter((setting) => env[setting] !== undefined) : [],
    answers: outcome?.kind === 'accepted',
    real_money: outcome?.kind === 'accepted' ? outcome.value.movesRealMoney : null,
    missing: outcome?.kind === 'accepted' ? outcome.value.gaps : [],
    problem: outcome ? problemOf(outcome) : null,
  }
}

function problemOf(outcome: Outcome<Access>): string | null {
  if (outcome.kind === 'accepted') return null
  return outcome.kind === 'rejected' ? `${outcome.code}: ${outcome.detail}` : outcome.reason
}
