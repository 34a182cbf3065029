import type { Transaction } from '@/lib/db/transaction'
import { dayAfter } from '@/lib/time/dates'

export type Outstanding = {
  currency: string
  openMinor: bigint
  openCount: number
  overdueMinor: bigint
  overdueCount: number
}

/** Unpaid amounts by currency, before and after their due date (`Unpaid`). Minor units. */
export async function outstandingInvoices(tx: Transaction, accountId: string): Promise<Outstanding[]> {
  return tx.$queryRaw<Outstanding[]>`
    SELECT currency,
           coalesce(sum(base_amount_minor + fee_amount_minor) FILTER (WHERE status <> 'UNPAID'), 0)::bigint AS "openMinor",
           (count(*) FILTER (WHERE status <> 'UNPAID'))::int AS "openCount",
           coalesce(sum(base_amount_minor + fee_amount_minor) FILTER (WHERE status = 'UNPAID'), 0)::bigint AS "overdueMinor",
           (count(*) FILTER (WHERE status = 'UNPAID'))::int AS "overdueCount"
    FROM invoices
    WHERE account_id = ${accountId}::uuid AND status <> 'PAID'
    GROUP BY currency
    ORDER BY currency`
}

export type DayVolume = { day: Date; currency: string; amountMinor: bigint; invoiceCount: number }

/**
 * Amounts paid on each UTC day of the last `days`, today included, by currency. Minor units; days without a
 * payment are omitted.
 */
export async function paidVolumeByDay(
  tx: Transaction,
  accountId: string,
  { today, days }: { today: Date; days: number },
): Promise<DayVolume[]> {
  const from = dayAfter(today, 1 - days)
  const until = dayAfter(today, 1)
  return tx.$queryRaw<DayVolume[]>`
    SELECT (paid_at AT TIME ZONE 'UTC')::date AS "day",
           currency,
           sum(base_amount_minor + fee_amount_minor)::bigint AS "amountMinor",
           count(*)::int AS "invoiceCount"
    FROM invoices
    WHERE account_id = ${accountId}::uuid AND status = 'PAID' AND paid_at >= ${from} AND paid_at < ${until}
    GROUP BY 1, 2
    ORDER BY 1, 2`
}
