import type { Orm } from '@/lib/db/client'
import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import { NIL_ID } from '@/lib/ids'
import type { LedgerReason } from './post-transaction'

/** The owner of accounts that belong to the vendor account as a whole. */
export const NO_OWNER = NIL_ID

/** One side of an entry; the posting has the currency. */
export type LedgerAccountRef =
  | { kind: Exclude<LedgerAccountKind, 'customer_wallet'> }
  | { kind: 'customer_wallet'; customerId: string }

/** Accounts whose balance is a column. For the others it is the sum of their entries. */
const WALLETS: ReadonlySet<LedgerAccountKind> = new Set([
  'credit_wallet',
  'pending_wallet',
  'customer_wallet',
  'owed_by_vendor',
])

export function isWallet(kind: LedgerAccountKind): boolean {
  return WALLETS.has(kind)
}

export function ownerOf(ref: LedgerAccountRef): string {
  return ref.kind === 'customer_wallet' ? ref.customerId : NO_OWNER
}

export type WalletBalance = {
  currency: string
  /** Available to pay out. */
  availableMinor: bigint
  /** Live mode: of paid invoices, not available yet. */
  pendingMinor: bigint
  /** The time at which the next part of `pendingMinor` becomes available. */
  nextReleaseAt: Date | null
  /** Taken from `availableMinor` for payouts that are not settled. */
  heldMinor: bigint
  /** Debt, which the next income settles first. */
  owedMinor: bigint
}

/** The vendor's balances in each currency that it has used, ordered by currency. Minor units. */
export function walletBalances(tx: Orm, accountId: string): Promise<WalletBalance[]> {
  return tx.$queryRaw<WalletBalance[]>`
    SELECT wallet.currency,
           coalesce(sum(wallet.balance_minor) FILTER (WHERE wallet.kind = 'credit_wallet'), 0)::bigint
             AS "availableMinor",
           coalesce(sum(wallet.balance_minor) FILTER (WHERE wallet.kind = 'pending_wallet'), 0)::bigint
             AS "pendingMinor",
           coalesce(-sum(wallet.balance_minor) FILTER (WHERE wallet.kind = 'owed_by_vendor'), 0)::bigint
             AS "owedMinor",
           (SELECT min(hold.release_at) FROM wallet_holds AS hold
             WHERE hold.account_id = ${accountId}::uuid AND hold.currency = wallet.currency
               AND hold.released_at IS NULL AND hold.left_minor > 0) AS "nextReleaseAt",
           (SELECT coalesce(sum(payout.amount_minor), 0)::bigint FROM payouts AS payout
             WHERE payout.account_id = ${accountId}::uuid AND payout.currency = wallet.currency
               AND payout.status = 'PROCESSING') AS "heldMinor"
      FROM ledger_accounts AS wallet
     WHERE wallet.account_id = ${accountId}::uuid
       AND wallet.kind IN ('credit_wallet', 'pending_wallet', 'owed_by_vendor')
     GROUP BY wallet.currency
     ORDER BY wallet.currency`
}

/** One ledger entry for display. `amountMinor` moved from source to destination. */
export type EntryDetails = {
  transactionId: string
  position: number
  reason: LedgerReason
  /** The id of the payment, refund, dispute or payout that caused it. */
  referenceId: string
  source: LedgerAccountKind
  destination: LedgerAccountKind
  amountMinor: bigint
  currency: string
  createdAt: Date
}

/** Every entry caused by an invoice with its recorded payments, refunds and disputes, or by a payout, in posting order. */
export function entriesOf(tx: Orm, accountId: string, referenceId: string): Promise<EntryDetails[]> {
  return tx.$queryRaw<EntryDetails[]>`
    SELECT entry.transaction_id AS "transactionId", entry.position, posted.reason, posted.reference_id AS "referenceId",
           source.kind::text AS source, destination.kind::text AS destination,
           entry.amount_minor AS "amountMinor", entry.currency, posted.created_at AS "createdAt"
      FROM ledger_transactions posted
      JOIN ledger_entries entry ON entry.account_id = posted.account_id AND entry.transaction_id = posted.id
      JOIN ledger_accounts source ON source.account_id = entry.account_id AND source.id = entry.source_id
      JOIN ledger_accounts destination
        ON destination.account_id = entry.account_id AND destination.id = entry.destination_id
     WHERE posted.account_id = ${accountId}::uuid
       AND posted.reference_id IN (
             SELECT ${referenceId}::uuid
             UNION ALL
             SELECT id FROM refunds WHERE account_id = ${accountId}::uuid AND invoice_id = ${referenceId}::uuid
             UNION ALL
             SELECT id FROM disputes WHERE account_id = ${accountId}::uuid AND invoice_id = ${referenceId}::uuid
             UNION ALL
             SELECT id FROM outside_payments
              WHERE account_id = ${accountId}::uuid AND invoice_id = ${referenceId}::uuid)
     ORDER BY posted.id, entry.position`
}
