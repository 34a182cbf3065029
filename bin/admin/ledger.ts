import { env } from '@/lib/env'
import { exportJournal } from '@/lib/ledger/export-journal'
import { formatMajor } from '@/lib/money/money'
import { checkLedgerBooks } from '@/lib/operator/check-books'
import { requireProvidersOf } from '@/lib/providers/registry'
import { reconcileDay } from '@/lib/reconciliation/reconcile-day'
import type { Pair, ReconciliationReport } from '@/lib/reconciliation/report'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import { type Commands, modeFlag, UsageError, vendorIdOf } from './command'

export const ledgerCommands: Commands<'ledger'> = {
  'ledger verify': {
    async run() {
      const { problems, ...report } = await checkLedgerBooks()
      return { output: report, ...(report.ok ? {} : { failure: problems.join('\n') }) }
    },
  },
  'ledger reconcile': {
    async run(flags) {
      const day = pastDay(flags.date ?? '')
      const mode = modeFlag({ mode: flags.mode ?? 'live' })
      const providers = requireProvidersOf(mode)
      const report = await reconcileDay({ mode, day }, { providers, timeoutMs: env.PROVIDER_TIMEOUT_MS })
      const failure = problemsOf(report).join('\n')
      return { output: present(report), ...(failure ? { failure } : {}) }
    },
  },
  'ledger export': {
    async run(flags) {
      if (flags.format !== 'hledger') throw new UsageError('--format must be hledger')
      const mode = modeFlag({ mode: flags.mode ?? 'live' })
      return { output: exportJournal(mode, flags.vendor ? await vendorIdOf(flags) : null) }
    },
  },
}

/** A UTC day that has started. */
function pastDay(date: string): Date {
  const day = parseIsoDate(date)
  if (!day) throw new UsageError('--date must be a day like 2026-01-31')
  if (day >= dayAfter(now(), 1)) throw new UsageError('--date must not be in the future')
  return day
}

function present(report: ReconciliationReport) {
  const { mode, day, isDayOver, matched, markedByHand, totals, differences, inFlight, unanswered } = report
  return {
    ok: differences.length + unanswered.length === 0,
    date: formatIsoDate(day),
    mode,
    day_over: isDayOver,
    matched,
    marked_by_hand: markedByHand,
    totals: totals.map(({ kind, currency, ours, theirs }) => ({
      kind,
      currency,
      provider: { count: theirs.count, amount: formatMajor(theirs.amountMinor, currency) },
      ledger: { count: ours.count, amount: formatMajor(ours.amountMinor, currency) },
    })),
    differences: differences.map(({ difference, ...pair }) => ({ difference, ...presentPair(pair) })),
    in_flight: inFlight.map(presentPair),
    unanswered,
  }
}

function presentPair({ kind, provider, ours, theirs }: Pair) {
  return {
    kind,
    provider,
    vendor: ours?.vendorEmail ?? null,
    id: ours?.id ?? theirs?.key ?? null,
    invoice_id: ours?.invoiceId ?? null,
    provider_reference: theirs?.reference ?? ours?.providerReference ?? null,
    ours: ours && {
      status: ours.status,
      amount: formatMajor(ours.amountMinor, ours.currency),
      posted: ours.postedMinor === null ? null : formatMajor(ours.postedMinor, ours.currency),
      currency: ours.currency,
      created_at: ours.createdAt.toISOString(),
    },
    theirs: theirs && {
      status: theirs.providerStatus,
      amount: theirs.amountMinor === null ? null : formatMajor(theirs.amountMinor, theirs.currency),
      currency: theirs.currency,
      created_at: theirs.createdAt.toISOString(),
    },
  }
}

/** One line per problem. */
function problemsOf({ differences, unanswered }: ReconciliationReport): string[] {
  return [
    ...unanswered.map(({ provider, kind, reason }) => `${kind}s at ${provider} were not compared: ${reason}`),
    ...differences.map(({ difference, kind, provider, ours, theirs }) => {
      const name = `${kind} ${ours?.id ?? theirs?.key ?? ''} (${provider} ${theirs?.reference ?? 'has none'})`
      return `${difference}: ${name}: ours ${inWords(ours, ours?.status)}, the provider's ${inWords(theirs, theirs?.providerStatus)}`
    }),
  ]
}

function inWords(side: { amountMinor: bigint | null; currency: string } | null, status = ''): string {
  if (!side) return 'missing'
  const amount = side.amountMinor === null ? 'no amount' : formatMajor(side.amountMinor, side.currency)
  return `${status} ${amount} ${side.currency}`
}
