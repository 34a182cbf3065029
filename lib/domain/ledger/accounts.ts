import { now } from '@/lib/clock'
import type { LedgerAccountKind } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'

/** The owner of every account that belongs to the vendor account as a whole. */
export const NO_OWNER = '00000000-0000-0000-0000-000000000000'

/** One side of an entry; the currency is the posting's. */
export type LedgerAccountRef =
  | { kind: Exclude<LedgerAccountKind, 'customer_wallet'> }
  | { kind: 'customer_wallet'; customerId: string }

/** The kinds whose balance is a column; the others' is the sum of their entries. */
const WALLETS: ReadonlySet<LedgerAccountKind> = new Set(['credit_wallet', 'customer_wallet'])

function ownerOf(ref: LedgerAccountRef): string {
  return ref.kind === 'customer_wallet' ? ref.customerId : NO_OWNER
}

/** Finds the ledger account, or makes it at its first posting. */
export async function ensureLedgerAccount(
  tx: Transaction,
  accountId: string,
  ref: LedgerAccountRef,
  currency: string,
): Promise<{ id: string; isWallet: boolean }> {
  const where = { accountId, kind: ref.kind, currency, ownerId: ownerOf(ref) }
  const isWallet = WALLETS.has(ref.kind)
  const found = await tx.ledgerAccount.findFirst({ where, select: { id: true } })
  if (found) return { id: found.id, isWallet }
  // Two first postings may meet here: the loser's insert does nothing, and both read the winner's row.
  await tx.ledgerAccount.createMany({
    data: [{ ...where, id: newId(), balanceMinor: isWallet ? 0n : null, createdAt: now() }],
    skipDuplicates: true,
  })
  const made = await tx.ledgerAccount.findFirstOrThrow({ where, select: { id: true } })
  return { id: made.id, isWallet }
}
