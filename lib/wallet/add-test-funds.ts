import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { creditWallet } from '@/lib/ledger/credit-wallet'
import type { Account } from '@/lib/vendors/account'

/**
 * Credits a vendor's test wallet with play money, to try payouts with. Minor units, above zero. Throws
 * `not_in_test_mode` for a live account, which only earns money from buyers.
 */
export async function creditTestFunds(
  tx: Transaction,
  account: Account,
  funds: { amountMinor: bigint; currency: string },
): Promise<void> {
  if (account.mode !== 'test') throw new DomainError('not_in_test_mode')
  await creditWallet(tx, { accountId: account.id, ...funds, reason: 'Test funds' })
}
