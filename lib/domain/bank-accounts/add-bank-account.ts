import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { findCustomer } from '../customers/find-customer'
import { type BankAccountRecord, type NewBankAccount, sealAccountNumber } from './bank-account'

/** Saves a bank account on a customer. `customer_not_found`. */
export async function addBankAccount(
  tx: Transaction,
  accountId: string,
  customerId: string,
  { accountNumber, ...account }: NewBankAccount,
): Promise<BankAccountRecord> {
  const customer = await findCustomer(tx, accountId, customerId)
  const id = newId()
  return tx.bankAccount.create({
    data: {
      ...account,
      accountId,
      id,
      customerId: customer.id,
      accountNumberEncrypted: sealAccountNumber({ accountId, id }, accountNumber),
      accountNumberLast4: accountNumber.slice(-4),
      createdAt: now(),
    },
  })
}
