import { statement } from '@/lib/db/statement'
import type { Period } from '@/lib/ledger/period'

/** The disputes that were lost between two moments, by currency, with what the buyers' banks keep. Minor units. */
export const lostDisputes = statement<Period, { currency: string; count: number; amountMinor: bigint }>(
  'sum_lost_disputes',
  `SELECT currency, count(*)::int AS count, sum(amount_minor)::bigint AS "amountMinor" FROM disputes
    WHERE account_id = :accountId::uuid AND status = 'LOST'
      AND settled_at >= :from::timestamptz AND settled_at < :to::timestamptz
    GROUP BY currency`,
)
