import type { Transaction } from '@/lib/db/transaction'
import { writeTransaction } from './write-transaction'

/**
 * Posts the mirror image of an earlier transaction: each entry the other way, in the opposite order.
 * The new transaction names the one it reverses, which can be reversed once (a unique key).
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
