import { sessionWrite } from '@/lib/api/dashboard/session-operation'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inTransaction } from '@/lib/db/transaction'
import {
  addBankAccount as add,
  type BankAccountRecord,
  findBankAccount,
  openAccountNumber,
} from './bank-account'
import { parseBankAccount } from './parse-bank-account'

/** Adds a bank account to a customer, from the fields that the API takes. */
export const addBankAccount = sessionWrite(
  '/api/dashboard/customers/:id/bank-accounts',
  async ({ vendor, account, address, params, body }) => {
    const fields = parseBankAccount(body, { account })
    const { id } = await inTransaction(async (tx) => {
      const bankAccount = await add(tx, account.id, params.id ?? '', fields)
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'bank_account.added',
        subjectId: bankAccount.id,
        detail: known(bankAccount),
        address,
      })
      return bankAccount
    })
    return { status: 201, body: { id } }
  },
)

/** Tells the whole number of a bank account, and writes down that it was told: there is no one without the other. */
export const revealBankAccount = sessionWrite(
  '/api/dashboard/bank-accounts/:id/reveal',
  async ({ vendor, account, address, params }) => {
    const accountNumber = await inTransaction(async (tx) => {
      const bankAccount = await findBankAccount(tx, account.id, params.id ?? '')
      await recordAuditEvent(tx, {
        vendorId: vendor.id,
        accountId: account.id,
        action: 'bank_account.revealed',
        subjectId: bankAccount.id,
        detail: known(bankAccount),
        address,
      })
      return openAccountNumber(bankAccount)
    })
    return { status: 200, body: { account_number: accountNumber } }
  },
)

/** What people know the account by: never its number. */
function known({ accountName, bankName, accountNumberLast4 }: BankAccountRecord): string {
  return `${accountName}, ${bankName}, ending in ${accountNumberLast4}`
}

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
