import type { Transaction } from '@/lib/db/transaction'
import { ensureLedgerAccount, type LedgerAccountRef } from './accounts'
import { type LedgerTransactionHeader, type ResolvedEntry, writeTransaction } from './write-transaction'

/** `amountMinor`, above zero, goes from `source` to `destination`: direction is never a sign. */
export type Posting = { source: LedgerAccountRef; destination: LedgerAccountRef; amountMinor: bigint }

/**
 * Posts one ledger transaction: its entries, and the wallets' balances with them.
 *
 * Guarantees that the same reason and reference are posted once (a unique key refuses the second), and
 * that no wallet goes below zero: then it throws `insufficient_balance`, and the caller's transaction
 * must not be committed.
 */
export async function postTransaction(
  tx: Transaction,
  header: Omit<LedgerTransactionHeader, 'reversesId'>,
  postings: Posting[],
): Promise<void> {
  const { accountId, currency } = header
  const entries: ResolvedEntry[] = []
  for (const { source, destination, amountMinor } of postings) {
    entries.push({
      source: await ensureLedgerAccount(tx, accountId, source, currency),
      destination: await ensureLedgerAccount(tx, accountId, destination, currency),
      amountMinor,
    })
  }
  await writeTransaction(tx, header, entries)
}
