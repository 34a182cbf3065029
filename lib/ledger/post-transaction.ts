import assert from 'node:assert/strict'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { ensureLedgerAccount, type LedgerAccountRef } from './accounts'

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
  /** The invoice, payout or operator's action behind the transaction. */
  referenceId: string
  currency: string
  reversesId?: string
  note?: string
}

type EntrySide = { id: string; isWallet: boolean }

/** An entry with its ledger accounts resolved. `amountMinor` moves from source to destination. */
type ResolvedEntry = { source: EntrySide; destination: EntrySide; amountMinor: bigint }

/** Inserts a ledger transaction with its entries and updates the wallets they touch. */
async function writeTransaction(
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
  // Last, so that wallet rows stay locked as briefly as possible.
  await moveWallets(tx, { accountId, id, reason: header.reason, createdAt }, entries)
}

type Posted = { accountId: string; id: string; reason: LedgerReason; createdAt: Date }

/** Updates the balances and writes a statement line for each wallet while its row is locked. */
async function moveWallets(tx: Transaction, posted: Posted, entries: ResolvedEntry[]): Promise<void> {
  const { accountId, id: transactionId, reason, createdAt } = posted
  const changes = new Map<string, bigint>()
  for (const { source, destination, amountMinor } of entries) {
    assert(amountMinor > 0n, 'an entry moves an amount above zero')
    if (source.isWallet) changes.set(source.id, (changes.get(source.id) ?? 0n) - amountMinor)
    if (destination.isWallet) changes.set(destination.id, (changes.get(destination.id) ?? 0n) + amountMinor)
  }
  // In id order: otherwise two postings that cross the same wallets would deadlock.
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

/** `amountMinor`, above zero, moves from `source` to `destination`: direction is never a sign. */
export type Posting = { source: LedgerAccountRef; destination: LedgerAccountRef; amountMinor: bigint }

/**
 * Posts one ledger transaction: its entries, and the wallets' balances with them.
 *
 * The same reason and reference post once (a unique key refuses the second). No wallet goes below zero: then
 * it throws `insufficient_balance`, and the caller's transaction must not be committed.
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

/**
 * Posts the mirror image of an earlier transaction: every entry reversed, in the opposite order. The new
 * transaction names the one it reverses, which can be reversed once (a unique key).
 */
export async function reverseTransaction(
  tx: Transaction,
  original: {
    accountId: string
    referenceId: string
    reason: 'payout.requested' | 'payout.delivered'
    currency: string
  },
): Promise<void> {
  const { accountId, referenceId, reason, currency } = original
  const reversed = await tx.ledgerTransaction.findFirstOrThrow({
    where: { accountId, referenceId, reason },
    include: {
      entries: {
        orderBy: { position: 'desc' },
        include: {
          source: { select: { balanceMinor: true } },
          destination: { select: { balanceMinor: true } },
        },
      },
    },
  })
  await writeTransaction(
    tx,
    { accountId, referenceId, reason: `${reason}.reversed`, currency, reversesId: reversed.id },
    reversed.entries.map((entry) => ({
      source: { id: entry.destinationId, isWallet: entry.destination.balanceMinor !== null },
      destination: { id: entry.sourceId, isWallet: entry.source.balanceMinor !== null },
      amountMinor: entry.amountMinor,
    })),
  )
}
