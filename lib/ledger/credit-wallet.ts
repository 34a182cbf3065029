import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { postTransaction } from './post-transaction'

/** Credits a vendor's wallet on behalf of the operator. Minor units, above zero. */
export async function creditWallet(
  tx: Transaction,
  credit: { accountId: string; amountMinor: bigint; currency: string; reason?: string },
): Promise<void> {
  await postTransaction(
    tx,
    {
      accountId: credit.accountId,
      reason: 'wallet.credited',
      referenceId: newId(),
      currency: credit.currency,
      ...(credit.reason ? { note: credit.reason } : {}),
    },
    [
      {
        source: { kind: 'operator_funding' },
        destination: { kind: 'credit_wallet' },
        amountMinor: credit.amountMinor,
      },
    ],
  )
}
