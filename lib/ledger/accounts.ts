import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import type { LedgerReason } from './post-transaction'

/** The owner of accounts that belong to the vendor account as a whole. */
export const NO_OWNER = '00000000-0000-0000-0000-000000000000'

/** One side of an entry; the posting has the currency. */
export type LedgerAccountRef =
  | { kind: Exclude<LedgerAccountKind, 'customer_wallet'> }
  | { kind: 'customer_wallet'; customerId: string }

/** Accounts whose balance is a column. For the others it is the sum of their entries. */
const WALLETS: ReadonlySet<LedgerAccountKind> = new Set(['credit_wallet', 'customer_wallet'])

export function isWallet(kind: LedgerAccountKind): boolean {
  return WALLETS.has(kind)
}

export function ownerOf(ref: LedgerAccountRef): string {
  return ref.kind === 'customer_wallet' ? ref.customerId : NO_OWNER
}

export type WalletBalance = { currency: string; availableMinor: bigint; heldMinor: bigint }

/**
 * The vendor's credit wallets, ordered by currency, in minor units: `available`, and `held` for payouts that
 * are not settled.
 */
export async function creditWalletBalances(tx: Transaction, accountId: string): Promise<WalletBalance[]> {
  const wallets = await tx.ledgerAccount.findMany({
    where: { accountId, kind: 'credit_wallet' },
    select: { currency: true, balanceMinor: true },
    orderBy: { currency: 'asc' },
  })
  const held = await tx.payout.groupBy({
    by: ['currency'],
    where: { accountId, status: 'PROCESSING' },
    _sum: { amountMinor: true },
  })
  return wallets.map((wallet) => ({
    currency: wallet.currency,
    availableMinor: wallet.balanceMinor ?? 0n,
    heldMinor: held.find((sum) => sum.currency === wallet.currency)?._sum.amountMinor ?? 0n,
  }))
}

/** One ledger entry for display. `amountMinor` moved from source to destination. */
export type EntryDetails = {
  transactionId: string
  position: number
  reason: LedgerReason
  source: LedgerAccountKind
  destination: LedgerAccountKind
  amountMinor: bigint
  currency: string
  createdAt: Date
}

/** Every entry caused by an invoice, a payout or an operator's action, in posting order. */
export function entriesOf(tx: Transaction, accountId: string, referenceId: string): Promise<EntryDetails[]> {
  return tx.$queryRaw<EntryDetails[]>`
    SELECT entry.transaction_id AS "transactionId", entry.position, posted.reason,
           source.kind::text AS source, destination.kind::text AS destination,
           entry.amount_minor AS "amountMinor", entry.currency, posted.created_at AS "createdAt"
      FROM ledger_transactions posted
      JOIN ledger_entries entry ON entry.account_id = posted.account_id AND entry.transaction_id = posted.id
      JOIN ledger_accounts source ON source.account_id = entry.account_id AND source.id = entry.source_id
      JOIN ledger_accounts destination
        ON destination.account_id = entry.account_id AND destination.id = entry.destination_id
     WHERE posted.account_id = ${accountId}::uuid AND posted.reference_id = ${referenceId}::uuid
     ORDER BY posted.id, entry.position`
}
