import { connectionPool } from '@/lib/db/client'
import { type Queryable, rowsOfAccount, statement } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { isDomainError } from '@/lib/errors'
import { log } from '@/lib/log'
import { requireProvidersOf } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import type { Providers } from './items'
import { reconcileDay } from './reconcile-day'
import type { OwnItem, ReconciliationReport } from './report'

/**
 * How many days ago the days were that a night reconciles: a bank needs days for a transfer and weeks to return one, and a
 * dispute is over after months.
 */
const AGES_IN_DAYS = [1, 2, 3, 5, 7, 14, 30, 60, 90, 120]

const ROWS_AT_ONCE = 500

/**
 * Reconciles days of the last months in both modes, and keeps what was found of each item with the time: for proofs, and
 * logged where a side differs. It books nothing. A list that can't be read is compared on another night.
 */
export async function reconcileLately(providersOf = configuredProviders): Promise<void> {
  for (const mode of ['test', 'live'] as const) {
    const providers = providersOf(mode)
    if (!providers) continue
    for (const age of AGES_IN_DAYS) {
      const day = dayAfter(now(), -age)
      const report = await reconcileDay({ mode, day }, { providers, timeoutMs: env.PROVIDER_TIMEOUT_MS })
      await keepFindings(connectionPool(), report)
      const { differences, unanswered } = report
      if (differences.length > 0) {
        const [first] = differences.map(({ kind, difference, ours }) => `${kind} ${ours?.id}: ${difference}`)
        log.error(
          { mode, day: formatIsoDate(day), count: differences.length, first },
          'a provider’s list differs from the books',
        )
      }
      for (const { provider, kind, reason } of unanswered) {
        log.warn({ mode, day: formatIsoDate(day), provider, kind, reason }, 'a list could not be compared')
      }
    }
  }
}

function configuredProviders(mode: 'test' | 'live'): Providers | null {
  try {
    return requireProvidersOf(mode)
  } catch (error) {
    if (isDomainError(error, 'live_mode_unavailable')) return null
    throw error
  }
}

/** Keeps what was found of each row of ours, unless a later look is kept already. */
async function keepFindings(on: Queryable, { judged }: ReconciliationReport): Promise<void> {
  const checkedAt = now()
  type Finding = Omit<ReconciliationReport['judged'][number], 'ours'> & { row: OwnItem['rows'][number] }
  const byAccount = new Map<string, Finding[]>()
  for (const { ours, ...pair } of judged) {
    // A session that isn't booked has no payment to keep it for.
    if (!ours || ours.status === 'UNBOOKED') continue
    const findings = byAccount.get(ours.accountId) ?? []
    byAccount.set(ours.accountId, findings)
    findings.push(...ours.rows.map((row) => ({ ...pair, row })))
  }
  for (const [accountId, findings] of byAccount) {
    for (let start = 0; start < findings.length; start += ROWS_AT_ONCE) {
      const some = findings.slice(start, start + ROWS_AT_ONCE)
      await saveFindings(on, {
        accountId,
        checkedAt,
        kinds: some.map(({ kind }) => kind),
        itemIds: some.map(({ row }) => row.id),
        verdicts: some.map(({ verdict }) => verdict),
        statuses: some.map(({ row }) => row.status),
        references: some.map(({ theirs }) => theirs?.reference ?? null),
        providerStatuses: some.map(({ theirs }) => theirs?.providerStatus ?? null),
        amountsMinor: some.map(({ theirs }) => theirs?.amountMinor ?? null),
        currencies: some.map(({ theirs }) => theirs?.currency ?? null),
        createdAts: some.map(({ theirs }) => theirs?.createdAt.toISOString() ?? null),
      })
    }
  }
}

const saveFindings = statement<
  {
    accountId: string
    checkedAt: Date
    kinds: string[]
    itemIds: string[]
    verdicts: string[]
    statuses: string[]
    references: (string | null)[]
    providerStatuses: (string | null)[]
    amountsMinor: (bigint | null)[]
    currencies: (string | null)[]
    createdAts: (string | null)[]
  },
  object
>(
  'save_reconciled_items',
  `INSERT INTO reconciled_items (account_id, kind, item_id, verdict, status, provider_reference, provider_status,
                                 provider_minor, provider_currency, provider_created_at, checked_at)
   ${rowsOfAccount(`
     SELECT item.*, :checkedAt::timestamptz
       FROM unnest(:kinds::text[], :itemIds::uuid[], :verdicts::text[], :statuses::text[], :references::text[],
                   :providerStatuses::text[], :amountsMinor::bigint[], :currencies::text[], :createdAts::timestamptz[]) AS item`)}
   ON CONFLICT (account_id, kind, item_id) DO UPDATE
      SET verdict = excluded.verdict, status = excluded.status, provider_reference = excluded.provider_reference,
          provider_status = excluded.provider_status, provider_minor = excluded.provider_minor,
          provider_currency = excluded.provider_currency, provider_created_at = excluded.provider_created_at,
          checked_at = excluded.checked_at
    WHERE reconciled_items.checked_at <= excluded.checked_at`,
)
