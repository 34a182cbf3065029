import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import type { BankAccountRecord } from './bank-account'

/** `bank_account_not_found` for an id that is unknown, another account's, or no id at all. */
export async function findBankAccount(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<BankAccountRecord> {
  const bankAccount = isId(id)
    ? await tx.bankAccount.findUnique({ where: { accountId_id: { accountId, id } } })
    : null
  if (!bankAccount) throw new DomainError('bank_account_not_found')
  return bankAccount
}
