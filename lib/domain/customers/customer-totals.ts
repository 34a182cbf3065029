import type { Transaction } from '@/lib/db/transaction'

/** What there was and is between the account and one customer in one currency. Minor units, with fees. */
export type CustomerTotals = {
  currency: string
  paidMinor: bigint
  /** To be paid, and not overdue. */
  openMinor: bigint
  overdueMinor: bigint
  /** What has arrived at the customer's bank. */
  paidOutMinor: bigint
}

/** The customer's totals by currency; none where there is neither an invoice nor a payout. */
export async function customerTotals(
  tx: Transaction,
  accountId: string,
  customerId: string,
): Promise<CustomerTotals[]> {
  return tx.$queryRaw<CustomerTotals[]>`
    SELECT currency,
           coalesce(sum(amount_minor) FILTER (WHERE what = 'PAID'), 0)::bigint AS "paidMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what IN ('CREATED', 'FAILED')), 0)::bigint AS "openMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'UNPAID'), 0)::bigint AS "overdueMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'PAID OUT'), 0)::bigint AS "paidOutMinor"
      FROM (SELECT currency, status::text AS what, base_amount_minor + fee_amount_minor AS amount_minor
              FROM invoices
             WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid
            UNION ALL
            SELECT currency, CASE status WHEN 'PAID' THEN 'PAID OUT' ELSE 'NOT PAID OUT' END, amount_minor
              FROM payouts
             WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid) amounts
     GROUP BY currency
     ORDER BY currency`
}
