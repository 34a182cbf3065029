import assert from 'node:assert/strict'
import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import { searchText } from '@/lib/db/search-words'
import type { Queryable } from '@/lib/db/statement'
import { isCheckViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { isWallet, type LedgerAccountRef, ownerOf } from './accounts'
import { addLedgerAccounts, writePosting, writeReversal } from './statements'

export type LedgerReason =
  | 'invoice.paid'
  | 'payment.fee'
  | 'hold.released'
  | 'refund.made'
  | 'refund.failed'
  | 'dispute.opened'
  | 'dispute.won'
  | 'dispute.fee'
  | 'dispute.fee_returned'
  | 'debt.settled'
  | 'transfer.fee'
  | 'payout.requested'
  | 'payout.delivered'
  | 'payout.requested.reversed'
  | 'payout.delivered.reversed'
  | 'wallet.credited'
  | 'payment.recorded'
  | 'payment.recorded.reversed'

type LedgerTransactionHeader = {
  accountId: string
  reason: LedgerReason
  /** The invoice, payment, payout, transfer's fee, refund, dispute, recorded payment or operator's action behind the transaction. */
  referenceId: string
  currency: string
  note?: string
}

/** `amountMinor`, above zero, moves from `source` to `destination`: direction is never a sign. */
export type Posting = EntrySides & { amountMinor: bigint }

export type EntrySides = { source: LedgerAccountRef; destination: LedgerAccountRef }

/**
 * Posts one ledger transaction: its entries, and the wallets' balances with them.
 *
 * The same reason and reference post once (a unique key refuses the second). No wallet goes below zero, and
 * what a vendor owes not above: then it throws `insufficient_balance`, and the caller's transaction must not be
 * committed.
 */
export async function postTransaction(
  tx: Transaction,
  header: LedgerTransactionHeader,
  postings: Posting[],
): Promise<void> {
  assert(postings.length > 0, 'a ledger transaction has entries')
  const { accountId, reason, referenceId, currency, note = null } = header
  for (const { amountMinor } of postings) assert(amountMinor > 0n, 'an entry moves an amount above zero')
  const id = newId()
  const write = () =>
    writePosting(tx, {
      accountId,
      id,
      reason,
      referenceId,
      note,
      createdAt: now(),
      currency,
      sourceKinds: postings.map(({ source }) => source.kind),
      sourceOwners: postings.map(({ source }) => ownerOf(source)),
      destinationKinds: postings.map(({ destination }) => destination.kind),
      destinationOwners: postings.map(({ destination }) => ownerOf(destination)),
      amountsMinor: postings.map(({ amountMinor }) => amountMinor),
      noteWords: searchText([note]),
    }).catch(refuseOverdraft)
  let [written] = await write()
  if (written?.entries === 0) {
    await createAccounts(tx, header, postings)
    written = (await write())[0]
  }
  assert.equal(written?.entries, postings.length, 'every ledger account exists by now')
}

/** Names the refusal of a posting that would leave a wallet below zero; any other error stays what it is. */
export function refuseOverdraft(error: unknown): never {
  throw isCheckViolation(error, 'ledger_accounts_balance') ? new DomainError('insufficient_balance') : error
}

/** Creates the ledger accounts that a posting is the first to use. */
export async function createAccounts(
  tx: Queryable,
  { accountId, currency }: Pick<LedgerTransactionHeader, 'accountId' | 'currency'>,
  postings: EntrySides[],
): Promise<void> {
  const sides = postings.flatMap(({ source, destination }) => [source, destination])
  const kinds: LedgerAccountKind[] = sides.map(({ kind }) => kind)
  const ids = sides.map(() => newId())
  const balances = kinds.map((kind) => (isWallet(kind) ? 0n : null))
  await addLedgerAccounts(tx, {
    accountId,
    currency,
    createdAt: now(),
    ids,
    kinds,
    owners: sides.map(ownerOf),
    balancesMinor: balances,
  })
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
    reason: 'payout.requested' | 'payout.delivered' | 'payment.recorded'
  },
): Promise<void> {
  const { accountId, referenceId } = original
  const reason = `${original.reason}.reversed` as const
  const [written] = await writeReversal(tx, {
    accountId,
    id: newId(),
    reason,
    referenceId,
    createdAt: now(),
    reversed: original.reason,
  }).catch(refuseOverdraft)
  assert(written && written.entries > 0, 'only what was posted is reversed')
}
