import { operatorRead } from '@/lib/api/dashboard/operator-operation'
import type { Mode } from '@/lib/auth/mode'
import { env } from '@/lib/env'
import { refuseInput } from '@/lib/http/refusals'
import type { AmountView } from '@/lib/money/money'
import { formatMajor } from '@/lib/money/money'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import { reconcileDay } from './reconcile-day'
import type { Difference, Pair, ReconciliationReport } from './report'

type SideView = { status: string; amount: AmountView | null; createdAt: string }

export type PairView = {
  kind: Pair['kind']
  provider: string
  /** Our id, or the key by which the provider knows the item. */
  id: string | null
  providerReference: string | null
  vendor: { id: string; email: string } | null
  ours: SideView | null
  theirs: SideView | null
  /** The amount posted in the ledger; null if the item has no entries of its own. */
  posted: AmountView | null
}

export type DifferenceView = PairView & { difference: Difference['difference'] }

export type ReconciliationView = {
  date: string
  mode: Mode
  isDayOver: boolean
  matched: number
  markedByHand: number
  totals: {
    kind: Pair['kind']
    currency: string
    theirs: AmountView
    theirCount: number
    ours: AmountView
    ourCount: number
  }[]
  differences: DifferenceView[]
  differenceCount: number
  inFlight: PairView[]
  inFlightCount: number
  unanswered: ReconciliationReport['unanswered']
}

/** Longest list on the page; the operator command shows all. */
const MOST_SHOWN = 200

/** Reconciles a day (`date`) of one mode (`of`) with its providers. Slow, because it queries them. */
export const reconcile = operatorRead('/api/dashboard/operator/reconciliation', async ({ url }) => {
  const mode = url.searchParams.get('of')
  if (mode !== 'test' && mode !== 'live') refuseInput('of must be test or live')
  const day = parseIsoDate(url.searchParams.get('date') ?? '')
  if (!day) refuseInput('date must be a day like 2026-01-31')
  if (day >= dayAfter(now(), 1)) refuseInput('date must not be in the future')
  const providers = { payments: paymentProviderFor(mode), payouts: payoutProviderFor(mode) }
  const report = await reconcileDay({ mode, day }, { providers, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  return { status: 200, body: present(report) }
})

function present(report: ReconciliationReport): ReconciliationView {
  const { mode, isDayOver, matched, markedByHand, differences, inFlight, unanswered } = report
  return {
    date: formatIsoDate(report.day),
    mode,
    isDayOver,
    matched,
    markedByHand,
    totals: report.totals.map(({ kind, currency, ours, theirs }) => ({
      kind,
      currency,
      theirs: amountOf(theirs.amountMinor, currency),
      theirCount: theirs.count,
      ours: amountOf(ours.amountMinor, currency),
      ourCount: ours.count,
    })),
    differences: differences
      .slice(0, MOST_SHOWN)
      .map((pair) => ({ ...presentPair(pair), difference: pair.difference })),
    differenceCount: differences.length,
    inFlight: inFlight.slice(0, MOST_SHOWN).map(presentPair),
    inFlightCount: inFlight.length,
    unanswered,
  }
}

function presentPair({ kind, provider, ours, theirs }: Pair): PairView {
  return {
    kind,
    provider,
    id: ours?.id ?? theirs?.key ?? null,
    providerReference: theirs?.reference ?? ours?.providerReference ?? null,
    vendor: ours && { id: ours.vendorId, email: ours.vendorEmail },
    ours: ours && presentSide(ours),
    theirs: theirs && presentSide(theirs),
    posted: ours && ours.postedMinor !== null ? amountOf(ours.postedMinor, ours.currency) : null,
  }
}

function presentSide(side: {
  status: string
  amountMinor: bigint | null
  currency: string
  createdAt: Date
}): SideView {
  const { status, amountMinor, currency, createdAt } = side
  const amount = amountMinor === null ? null : amountOf(amountMinor, currency)
  return { status, amount, createdAt: createdAt.toISOString() }
}

function amountOf(amountMinor: bigint, currency: string): AmountView {
  return { amount: formatMajor(amountMinor, currency), currency }
}
