import type { Orm } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { newId } from '@/lib/ids'
import { log } from '@/lib/log'
import { parseCurrency } from '@/lib/money/currencies'
import { now } from '@/lib/time/clock'

/** Minor units; null where the provider names no whole number of them, or no currency. */
type Reported = { amountMinor: bigint | null; currency: string | null }

type UnpostedAmount = {
  accountId: string
  kind: 'payment' | 'payout' | 'refund' | 'dispute'
  /** The invoice or payout. */
  referenceId: string
  provider: string
  /** The provider's reference of its session, transfer, refund or dispute. */
  providerReference: string
  expected: { amountMinor: bigint; currency: string }
  reported: Reported
}

/** True if a provider names exactly the amount that it was asked for. */
export function isExpected({ expected, reported }: Pick<UnpostedAmount, 'expected' | 'reported'>): boolean {
  return expected.amountMinor === reported.amountMinor && expected.currency === reported.currency
}

const addUnposted = statement<
  {
    accountId: string
    id: string
    kind: UnpostedAmount['kind']
    referenceId: string
    provider: string
    providerReference: string
    expectedMinor: bigint
    expectedCurrency: string
    reportedMinor: bigint | null
    reportedCurrency: string | null
    createdAt: Date
  },
  object
>(
  'add_unposted_amount',
  `INSERT INTO unposted_amounts (account_id, id, kind, reference_id, provider, provider_reference, expected_minor,
                                 expected_currency, reported_minor, reported_currency, created_at)
   VALUES (:accountId::uuid, :id::uuid, :kind, :referenceId::uuid, :provider, :providerReference, :expectedMinor::bigint, :expectedCurrency, :reportedMinor::bigint, :reportedCurrency, :createdAt::timestamptz)
   ON CONFLICT (account_id, kind, provider, provider_reference) DO NOTHING
   RETURNING id`,
)

/**
 * Keeps what a provider reported in another amount or currency than it was asked for, in place of posting it:
 * a person has to look. Kept and logged once per reference, however often it is reported.
 */
export async function keepUnposted(on: Queryable, unposted: UnpostedAmount): Promise<void> {
  const { accountId, kind, referenceId, provider, providerReference, expected, reported } = unposted
  const added = await addUnposted(on, {
    accountId,
    id: newId(),
    kind,
    referenceId,
    provider,
    providerReference,
    expectedMinor: expected.amountMinor,
    expectedCurrency: expected.currency,
    reportedMinor: reported.amountMinor,
    reportedCurrency: reported.currency && parseCurrency(reported.currency),
    createdAt: now(),
  })
  if (added.length === 0) return
  const words = (amount: Reported) => `${amount.amountMinor ?? '?'} ${amount.currency ?? '?'}`
  log.error(
    { accountId, kind, referenceId, provider, expected: words(expected), reported: words(reported) },
    'a provider reports another amount than it was asked for: nothing is posted',
  )
}

/** The amounts that were not posted, latest first. */
export function listUnposted(tx: Orm, limit: number) {
  return tx.unpostedAmount.findMany({ orderBy: { id: 'desc' }, take: limit })
}
