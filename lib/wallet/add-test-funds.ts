import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { creditWallet } from '@/lib/ledger/credit-wallet'
import type { Account } from '@/lib/vendors/account'

/**
 * A vendor gives its own test wallet money to try payouts with. Minor units, above zero.
 * `not_in_test_mode` for a live account, whose money comes from buyers alone.
 */
export async function addTestFunds(
  tx: Transaction,
  account: Account,
  funds: { amountMinor: bigint; currency: string },
): Promise<void> {
  if (account.mode !== 'test') throw new DomainError('not_in_test_mode')
  await creditWallet(tx, { accountId: account.id, ...funds, reason: 'Test funds' })
}
