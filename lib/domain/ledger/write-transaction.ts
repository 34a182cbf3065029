import assert from 'node:assert/strict'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'

export type LedgerReason =
  | 'invoice.paid'
  | 'payout.requested'
  | 'payout.delivered'
  | 'payout.requested.reversed'
  | 'payout.delivered.reversed'
  | 'wallet.credited'

export type LedgerTransactionHeader = {
  accountId: string
  reason: LedgerReason
  /** The invoice, payout or operator action that caused it. */
  referenceId: string
  currency: string
  reversesId?: string
  note?: string
}

type EntrySide = { id: string; isWallet: boolean }

/** An entry whose accounts are known. `amountMinor` goes from source to destination. */
export type ResolvedEntry = { source: EntrySide; destination: EntrySide; amountMinor: bigint }

/** Inserts a ledger transaction with its entries and moves the wallets that they touch. */
export async function writeTransaction(
  tx: Transaction,
  header: LedgerTransactionHeader,
  entries: ResolvedEntry[],
): Promise<void> {
  assert(entries.length > 0, 'a ledger transaction has entries')
  const { accountId, currency, ...rest } = header
  const id = newId()
  const createdAt = now()
  await tx.ledgerTransaction.create({ data: { accountId, id, ...rest, createdAt } })
  await tx.ledgerEntry.createMany({
    data: entries.map((entry, index) => ({
      accountId,
      transactionId: id,
      position: index + 1,
      sourceId: entry.source.id,
      destinationId: entry.destination.id,
      amountMinor: entry.amountMinor,
      currency,
    })),
  })
  // Last, so that a wallet's row is locked for as little of the transaction as can be.
  await moveWallets(tx, { accountId, id, reason: header.reason, createdAt }, entries)
}

type Posted = { accountId: string; id: string; reason: LedgerReason; createdAt: Date }

/** Moves the balances, and writes a line of each wallet's statement while its row is locked. */
async function moveWallets(tx: Transaction, posted: Posted, entries: ResolvedEntry[]): Promise<void> {
  const { accountId, id: transactionId, reason, createdAt } = posted
  const changes = new Map<string, bigint>()
  for (const { source, destination, amountMinor } of entries) {
    assert(amountMinor > 0n, 'an entry moves an amount above zero')
    if (source.isWallet) changes.set(source.id, (changes.get(source.id) ?? 0n) - amountMinor)
    if (destination.isWallet) changes.set(destination.id, (changes.get(destination.id) ?? 0n) + amountMinor)
  }
  // In id order: two postings that cross the same pair of wallets would deadlock otherwise.
  for (const [id, changeMinor] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (changeMinor === 0n) continue
    const moved = await tx.$executeRaw`
      WITH moved AS (
        UPDATE ledger_accounts
           SET balance_minor = balance_minor + ${changeMinor}, movement_count = movement_count + 1
         WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND balance_minor + ${changeMinor} >= 0
        RETURNING balance_minor, movement_count)
      INSERT INTO wallet_movements (account_id, wallet_id, sequence, transaction_id, reason, change_minor,
                                    balance_after_minor, created_at)
      SELECT ${accountId}::uuid, ${id}::uuid, movement_count, ${transactionId}::uuid, ${reason},
             ${changeMinor}::bigint, balance_minor, ${createdAt}::timestamptz FROM moved`
    if (moved !== 1) throw new DomainError('insufficient_balance')
  }
}
