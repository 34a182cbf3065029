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
           coalesce(open.total_minor, 0)::bigint AS "openMinor",
           coalesce(open.invoice_count, 0)::int AS "openCount",
           coalesce(overdue.total_minor, 0) AS "overdueMinor",
           coalesce(overdue.invoice_count, 0) AS "overdueCount"
      FROM (SELECT currency, sum(base_amount_minor + fee_amount_minor) AS total_minor, count(*) AS invoice_count
              FROM invoices
             WHERE account_id = ${accountId}::uuid AND status IN ('CREATED', 'FAILED')
             GROUP BY currency) AS open
      FULL JOIN (SELECT currency, total_minor, invoice_count
                   FROM overdue_sums
                  WHERE account_id = ${accountId}::uuid AND invoice_count > 0) AS overdue USING (currency)
     ORDER BY currency`
}

export type DayVolume = { day: Date; currency: string; amountMinor: bigint; invoiceCount: number }

/**
 * Amounts paid on each UTC day of the last `days`, today included, by currency. Minor units; days without a
 * payment are omitted. Each day is a range of its own in the index invoices_paid_by_time, with nothing to sort.
 */
export async function paidVolumeByDay(
  tx: Transaction,
  accountId: string,
  { today, days }: { today: Date; days: number },
): Promise<DayVolume[]> {
  const from = dayAfter(today, 1 - days)
  return tx.$queryRaw<DayVolume[]>`
    SELECT (day AT TIME ZONE 'UTC')::date AS "day", paid.*
      FROM generate_series(${from}::timestamptz, ${dayAfter(today, 0)}::timestamptz, '24 hours') AS day
      CROSS JOIN LATERAL (
        SELECT currency,
               sum(base_amount_minor + fee_amount_minor)::bigint AS "amountMinor",
               count(*)::int AS "invoiceCount"
          FROM invoices
         WHERE account_id = ${accountId}::uuid AND status = 'PAID'
           AND paid_at >= day AND paid_at < day + interval '24 hours'
         GROUP BY currency) AS paid
     ORDER BY 1, currency`
}
