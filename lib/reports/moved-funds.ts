import { type Queryable, statement } from '@/lib/db/statement'
import { endIdOf, firstIdOf, NIL_ID } from '@/lib/ids'
import type { Period } from '@/lib/ledger/period'
import type { LedgerReason } from '@/lib/ledger/post-transaction'

/** A ledger transaction that moved the vendor's own money, with the document behind it. Minor units. */
export type MovedFunds = {
  id: string
  reason: LedgerReason
  note: string | null
  currency: string
  /** What it adds to each: available, on hold, owed (which is zero or below), and the fees of the platform. */
  availableMinor: bigint
  pendingMinor: bigint
  owedMinor: bigint
  feesMinor: bigint
  invoiceId: string | null
  invoiceNumber: string | null
  payoutId: string | null
  /** A payout to the vendor itself. */
  isWithdrawal: boolean
  customerId: string | null
  customerName: string | null
}

const into = (kind: string) => `
  sum(CASE WHEN destination.kind = '${kind}' THEN entry.amount_minor
           WHEN source.kind = '${kind}' THEN -entry.amount_minor ELSE 0 END)::bigint`

/** A page of the period, by the ids first, which begin with the time. */
const findMovedFunds = statement<
  Period & { firstId: string; endId: string; reasons: string[]; after: string; limit: number },
  MovedFunds
>(
  'find_moved_funds',
  `SELECT posted.id, posted.reason, posted.note, moved.currency, moved."availableMinor", moved."pendingMinor",
          moved."owedMinor", moved."feesMinor", invoice.id AS "invoiceId", invoice.number AS "invoiceNumber",
          payout.id AS "payoutId", coalesce(customer.is_self, false) AS "isWithdrawal",
          customer.id AS "customerId", customer.name AS "customerName"
     FROM (SELECT * FROM ledger_transactions AS chosen
            WHERE chosen.account_id = :accountId::uuid AND chosen.id >= :firstId::uuid AND chosen.id < :endId::uuid
              AND chosen.created_at >= :from::timestamptz AND chosen.created_at < :to::timestamptz
              AND chosen.reason = ANY (:reasons::text[]) AND chosen.id > :after::uuid
            ORDER BY chosen.id LIMIT :limit::int) AS posted
    CROSS JOIN LATERAL (
      SELECT min(entry.currency) AS currency, ${into('credit_wallet')} AS "availableMinor",
             ${into('pending_wallet')} AS "pendingMinor", ${into('owed_by_vendor')} AS "owedMinor",
             ${into('platform_fees')} AS "feesMinor"
        FROM ledger_entries AS entry
        JOIN ledger_accounts AS source ON source.account_id = :accountId::uuid AND source.id = entry.source_id
        JOIN ledger_accounts AS destination
          ON destination.account_id = :accountId::uuid AND destination.id = entry.destination_id
       WHERE entry.account_id = :accountId::uuid AND entry.transaction_id = posted.id) AS moved
     LEFT JOIN refunds AS refund ON refund.account_id = :accountId::uuid AND refund.id = posted.reference_id
     LEFT JOIN disputes AS dispute ON dispute.account_id = :accountId::uuid AND dispute.id = posted.reference_id
     LEFT JOIN invoices AS invoice
       ON invoice.account_id = :accountId::uuid
      AND invoice.id = coalesce(refund.invoice_id, dispute.invoice_id, posted.reference_id)
     LEFT JOIN payouts AS payout ON payout.account_id = :accountId::uuid AND payout.id = posted.reference_id
     LEFT JOIN customers AS customer
       ON customer.account_id = :accountId::uuid AND customer.id = coalesce(invoice.customer_id, payout.customer_id)
    ORDER BY posted.id`,
)

const PAGE_ROWS = 1000

/** The transactions of these reasons between two moments, in their order, a page at a time. */
export async function* movedFundsIn(
  on: Queryable,
  period: Period,
  reasons: LedgerReason[],
): AsyncGenerator<MovedFunds[]> {
  const values = { ...period, firstId: firstIdOf(period.from), endId: endIdOf(period.to), reasons }
  for (let after = NIL_ID; ; ) {
    const page = await findMovedFunds(on, { ...values, after, limit: PAGE_ROWS })
    const last = page.at(-1)
    if (!last) return
    yield page
    if (page.length < PAGE_ROWS) return
    after = last.id
  }
}
