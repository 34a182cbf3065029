import { findSelf } from '@/lib/customers/self'
import { connectionPool } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import type { Account } from '@/lib/vendors/account'
import {
  type BankAccountRow,
  findWithdrawalAccounts,
  presentBankAccountRow,
  waitsUntil,
} from './bank-account'

export type WithdrawalAccountRow = BankAccountRow & {
  /** It takes withdrawals from then on; null: it does already. */
  waitsUntil: string | null
}

export type WithdrawalAccountsView = { mode: Mode; bankAccounts: WithdrawalAccountRow[] }

/** The vendor's own bank accounts in one mode. */
export async function readWithdrawalAccounts({
  id,
  mode,
}: Pick<Account, 'id' | 'mode'>): Promise<WithdrawalAccountsView> {
  const records = await findWithdrawalAccounts(connectionPool(), id)
  const bankAccounts = records.map((record) => ({
    ...presentBankAccountRow(record),
    waitsUntil: waitsUntil(mode, record)?.toISOString() ?? null,
  }))
  return { mode, bankAccounts }
}

/** The id of the vendor itself among the account's customers; null before its first bank account. */
export async function readSelf(accountId: string): Promise<string | null> {
  return findSelf(connectionPool(), accountId)
}
