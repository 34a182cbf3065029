import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { postTransaction } from './post-transaction'
import { lockVendorFunds, settleDebt } from './vendor-funds'

/** Credits a vendor's wallet on behalf of the operator. Minor units, above zero. */
export async function creditWallet(
  tx: Transaction,
  credit: { accountId: string; amountMinor: bigint; currency: string; reason?: string },
): Promise<void> {
  const { accountId, currency } = credit
  const referenceId = newId()
  await lockVendorFunds(tx, accountId, currency)
  await postTransaction(
    tx,
    {
      accountId,
      reason: 'wallet.credited',
      referenceId,
      currency,
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
  await settleDebt(tx, { accountId, currency, referenceId })
}
