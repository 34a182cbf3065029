import type { Transaction } from '@/lib/db/transaction'

export type Outstanding = {
  currency: string
  openMinor: bigint
  openCount: number
  overdueMinor: bigint
  overdueCount: number
}

/** What is still to be paid, by currency: before its due day, and after it (`Unpaid`). Minor units. */
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
