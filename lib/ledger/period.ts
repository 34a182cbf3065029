import { type Queryable, statement } from '@/lib/db/statement'
import { endIdOf, firstIdOf } from '@/lib/ids'
import type { LedgerReason } from './post-transaction'

/* A vendor's own accounts between two moments: the balance at each, and what moved them. */

/** From the first moment to the second, which is excluded. */
export type Period = { accountId: string; from: Date; to: Date }

/** A vendor's money and debt. What it owes is zero or below. */
export type OwnFund = 'credit_wallet' | 'pending_wallet' | 'owed_by_vendor'

const OWN_FUNDS = `('credit_wallet', 'pending_wallet', 'owed_by_vendor')`

type BalanceRow = { kind: OwnFund; currency: string; balanceMinor: bigint }

/**
 * The sum of all that moved before a moment. A line of a statement is numbered up to five minutes after the time that it
 * carries, so the last line that is older than that has the sum of all lines with lower numbers, and only those around it are
 * added: as fast for the first month as for the last.
 */
const findBalancesAt = statement<{ accountId: string; at: Date }, BalanceRow>(
  'find_balances_at',
  `SELECT wallet.kind::text AS kind, wallet.currency,
          (coalesce(last.balance_after_minor, 0) + coalesce(late.change_minor, 0))::bigint AS "balanceMinor"
     FROM ledger_accounts AS wallet
     LEFT JOIN LATERAL (
       SELECT sequence, balance_after_minor, created_at FROM wallet_movements
        WHERE account_id = :accountId::uuid AND wallet_id = wallet.id
          AND created_at < :at::timestamptz - interval '5 minutes'
        ORDER BY created_at DESC, sequence DESC LIMIT 1) AS last ON true
     LEFT JOIN LATERAL (
       SELECT sum(change_minor) AS change_minor FROM wallet_movements
        WHERE account_id = :accountId::uuid AND wallet_id = wallet.id
          AND created_at > coalesce(last.created_at, '-infinity') - interval '5 minutes'
          AND created_at < :at::timestamptz AND sequence > coalesce(last.sequence, 0)) AS late ON true
    WHERE wallet.account_id = :accountId::uuid AND wallet.kind IN ${OWN_FUNDS}
    ORDER BY wallet.currency, wallet.kind`,
)

/** The balances just before a moment, in each currency that the vendor has used by now. Minor units. */
export function balancesAt(on: Queryable, accountId: string, at: Date): Promise<BalanceRow[]> {
  return findBalancesAt(on, { accountId, at })
}

/** The ledger transactions of one reason and currency. Minor units. */
export type Movements = {
  reason: LedgerReason
  /** A payout to the vendor itself, or its reversal. */
  isWithdrawal: boolean
  currency: string
  count: number
  /** What they add to the vendor's money and debt together. */
  fundsMinor: bigint
  /** What they add to the fees of the platform. */
  feesMinor: bigint
}

const into = (kinds: string) => `
          sum(CASE WHEN destination.kind IN ${kinds} THEN entry.amount_minor ELSE 0 END
              - CASE WHEN source.kind IN ${kinds} THEN entry.amount_minor ELSE 0 END)::bigint`

/** By the ids first, which begin with the time, so that nothing but the period is read. */
const findMovements = statement<Period & { firstId: string; endId: string }, Movements>(
  'find_movements_of_period',
  `SELECT posted.reason, coalesce(payee.is_self, false) AS "isWithdrawal", entry.currency,
          count(DISTINCT posted.id)::int AS count,
          ${into(OWN_FUNDS)} AS "fundsMinor",
          ${into(`('platform_fees')`)} AS "feesMinor"
     FROM ledger_transactions AS posted
     JOIN ledger_entries AS entry
       ON entry.account_id = :accountId::uuid AND entry.transaction_id = posted.id
      AND entry.transaction_id >= :firstId::uuid AND entry.transaction_id < :endId::uuid
     JOIN ledger_accounts AS source ON source.account_id = :accountId::uuid AND source.id = entry.source_id
     JOIN ledger_accounts AS destination
       ON destination.account_id = :accountId::uuid AND destination.id = entry.destination_id
     LEFT JOIN payouts AS payout
       ON posted.reason LIKE 'payout.requested%' AND payout.account_id = :accountId::uuid
      AND payout.id = posted.reference_id
     LEFT JOIN customers AS payee
       ON payee.account_id = :accountId::uuid AND payee.id = payout.customer_id AND payee.is_self
    WHERE posted.account_id = :accountId::uuid
      AND posted.id >= :firstId::uuid AND posted.id < :endId::uuid
      AND posted.created_at >= :from::timestamptz AND posted.created_at < :to::timestamptz
    GROUP BY 1, 2, 3`,
)

/**
 * All that moved between two moments. What it adds to the vendor's money and debt is the difference of `balancesAt` between
 * them.
 */
export function movementsOf(on: Queryable, { accountId, from, to }: Period): Promise<Movements[]> {
  return findMovements(on, { accountId, from, to, firstId: firstIdOf(from), endId: endIdOf(to) })
}
