import type { Transaction } from '@/lib/db/transaction'
import { findCustomer } from '../customers/find-customer'
import type { BankAccountRecord } from './bank-account'

/** Every bank account of the customer, oldest first. `customer_not_found`. */
export async function listBankAccounts(
  tx: Transaction,
  accountId: string,
  customerId: string,
): Promise<BankAccountRecord[]> {
  const customer = await findCustomer(tx, accountId, customerId)
  return tx.bankAccount.findMany({ where: { accountId, customerId: customer.id }, orderBy: { id: 'asc' } })
}
