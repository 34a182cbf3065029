import type { BankAccountRecord } from '@/lib/domain/bank-accounts/bank-account'

/** A bank account without its number: the last four digits are what people know it by. */
export type BankAccountRow = {
  id: string
  holder: string
  bankName: string
  category: string
  last4: string
  routingNumber: string
  createdAt: string
}

export function presentBankAccountRow(bankAccount: BankAccountRecord): BankAccountRow {
  return {
    id: bankAccount.id,
    holder: bankAccount.accountName,
    bankName: bankAccount.bankName,
    category: bankAccount.accountCategory,
    last4: bankAccount.accountNumberLast4,
    routingNumber: bankAccount.routingNumber,
    createdAt: bankAccount.createdAt.toISOString(),
  }
}
