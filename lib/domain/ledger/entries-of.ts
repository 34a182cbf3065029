import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import type { LedgerReason } from './write-transaction'

/** One entry of the ledger, for people. `amountMinor` went from source to destination. */
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

/** Every entry that an invoice, a payout or an operator's action has caused, in the order of posting. */
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
