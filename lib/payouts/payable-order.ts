import { requireConfirmedAccount, withdrawalAccountsSince } from '@/lib/bank-accounts/bank-account'
import type { Queryable } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import { findRecipient } from './statements'

/* What has to be right of a payout that is still to be made. Balance and daily limit count on its day. */

type Payee = { customerId: string; bankAccountId: string }

/**
 * Throws `customer_not_found`, `bank_account_not_found`, `bank_account_unconfirmed`, `bank_account_waits` and
 * `payout_limit_exceeded`. `amountMinor` is in US cents.
 */
export async function requirePayable(
  on: Queryable,
  account: Account,
  { amountMinor, ...payee }: Payee & { amountMinor: bigint },
): Promise<void> {
  const row = await findPayee(on, account, payee)
  if (!row) throw new DomainError('customer_not_found')
  // First, because one that waits is not found.
  await requireConfirmedAccount(on, account.id, payee.bankAccountId)
  if (row.bankAccountId === null) throw new DomainError('bank_account_not_found')
  if (amountMinor > account.payoutLimitMinor) {
    throw new DomainError('payout_limit_exceeded', { limitMinor: account.payoutLimitMinor })
  }
}

/** Which of a stored payee was archived since; null if neither was. */
export async function archivedPartOf(
  on: Queryable,
  account: Account,
  payee: Payee,
): Promise<'customer' | 'bank_account' | null> {
  const row = await findPayee(on, account, payee)
  if (!row) return 'customer'
  return row.bankAccountId === null ? 'bank_account' : null
}

async function findPayee(
  on: Queryable,
  { id: accountId, mode }: Account,
  { customerId, bankAccountId }: Payee,
) {
  if (!isId(customerId)) return null
  const [row] = await findRecipient(on, {
    accountId,
    customerId,
    bankAccountId: isId(bankAccountId) ? bankAccountId : null,
    ownSince: withdrawalAccountsSince(mode),
  })
  return row ?? null
}
