import { z } from 'zod'
import { operator } from '@/lib/auth/session-access'
import { env } from '@/lib/env'
import { operation } from '@/lib/http/operation'
import { refuseInput } from '@/lib/http/refusals'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import type { AmountView } from '@/lib/money/money'
import { formatMajor } from '@/lib/money/money'
import { requireProvidersOf } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import { reconcileDay } from './reconcile-day'
import type { Pair, ReconciliationReport } from './report'

const kind = z.enum(['payment', 'refund', 'dispute', 'payout'])

const sideView = z.object({ status: z.string(), amount: amountView.nullable(), createdAt: moment })

type SideView = z.infer<typeof sideView>

const pairView = z.object({
  kind,
  provider: z.string(),
  id: z.string().nullable().describe('Our id, or the key by which the provider knows it.'),
  providerReference: z.string().nullable(),
  vendor: z.object({ id: z.string(), email: z.string() }).nullable(),
  ours: sideView.nullable(),
  theirs: sideView.nullable(),
  posted: amountView.nullable().describe('The amount in the ledger; null without entries of its own.'),
})

export type PairView = z.infer<typeof pairView>

const differenceView = pairView.extend({
  difference: z.enum([
    'missing_at_provider',
    'missing_in_ledger',
    'amount_differs',
    'status_differs',
    'ledger_differs',
  ]),
})

export type DifferenceView = z.infer<typeof differenceView>

const reconciliationView = z.object({
  date: dayText,
  mode: z.enum(['test', 'live']),
  isDayOver: z.boolean(),
  matched: z.int(),
  markedByHand: z.int(),
  totals: z.array(
    z.object({
      kind,
      currency: z.string(),
      theirs: amountView,
      theirCount: z.int(),
      ours: amountView,
      ourCount: z.int(),
    }),
  ),
  differences: z.array(differenceView),
  differenceCount: z.int(),
  inFlight: z.array(pairView),
  inFlightCount: z.int(),
  unanswered: z.custom<ReconciliationReport['unanswered']>(Array.isArray).meta({ type: 'array', items: {} }),
})

export type ReconciliationView = z.infer<typeof reconciliationView>

/** The page shows this much of a long list; the command shows all. */
const MAX_ROWS = 200

export const reconcile = operation({
  method: 'GET',
  path: '/api/dashboard/operator/reconciliation',
  summary: 'Reconcile a day',
  description: 'Compares a day (`date`) of one mode (`of`) with its providers. It asks them, so it is slow.',
  tag: 'Operator',
  access: operator,
  answers: { 200: reconciliationView },
  errors: ['invalid_input', 'live_mode_unavailable'],
}).handle(async ({ search }) => {
  const mode = search.get('of')
  if (mode !== 'test' && mode !== 'live') refuseInput('of must be test or live')
  const day = parseIsoDate(search.get('date') ?? '')
  if (!day) refuseInput('date must be a day like 2026-01-31')
  if (day >= dayAfter(now(), 1)) refuseInput('date must not be in the future')
  const providers = requireProvidersOf(mode)
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
      .slice(0, MAX_ROWS)
      .map((pair) => ({ ...presentPair(pair), difference: pair.difference })),
    differenceCount: differences.length,
    inFlight: inFlight.slice(0, MAX_ROWS).map(presentPair),
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
    ours: ours && presentSide(ours, ours.status),
    theirs: theirs && presentSide(theirs, theirs.providerStatus),
    posted: ours && ours.postedMinor !== null ? amountOf(ours.postedMinor, ours.currency) : null,
  }
}

function presentSide(
  { amountMinor, currency, createdAt }: { amountMinor: bigint | null; currency: string; createdAt: Date },
  status: string,
): SideView {
  const amount = amountMinor === null ? null : amountOf(amountMinor, currency)
  return { status, amount, createdAt: createdAt.toISOString() }
}

function amountOf(amountMinor: bigint, currency: string): AmountView {
  return { amount: formatMajor(amountMinor, currency), currency }
}
