import type { Transaction } from '@/lib/db/transaction'

export type WalletBalance = { currency: string; availableMinor: bigint; heldMinor: bigint }

/**
 * The vendor's credit wallet in each currency it has had money in: what can be spent, and what is held
 * for payouts that are not settled. Minor units; ordered by currency.
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
