import { z } from 'zod'
import { provenSession } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { operation } from '@/lib/http/operation'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { type BankAccountRecord, findBankAccount, openAccountNumber, saveBankAccount } from './bank-account'
import { bankAccountBody } from './bank-account-body'

export const addBankAccount = operation({
  method: 'POST',
  path: '/api/dashboard/customers/{id}/bank-accounts',
  summary: 'Add a bank account',
  tag: 'Bank accounts',
  access: provenSession('payouts.write'),
  body: bankAccountBody,
  answers: { 201: z.object({ id: z.uuid() }) },
  errors: ['customer_not_found'],
}).handle(async ({ vendor, account, audit, params, input }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const bankAccount = await saveBankAccount(tx, account.id, params.id, input)
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'bank_account.added', subjectId: bankAccount.id, detail })
    // An account of test mode gets no money. One that a program adds is in the request log.
    if (account.mode === 'live') {
      const event = { what: 'bankAccountAdded', bankAccount: detail } as const
      await mailVendorNotice(tx, account.vendorId, event, vendor.memberId)
    }
    return bankAccount
  })
  return { status: 201, body: { id } }
})

export const revealBankAccount = operation({
  method: 'POST',
  path: '/api/dashboard/bank-accounts/{id}/reveal',
  summary: 'Reveal an account number',
  description: 'Answers the whole account number and records in the audit log that it was shown.',
  tag: 'Bank accounts',
  access: provenSession('payouts.write'),
  answers: { 200: z.object({ account_number: z.string() }) },
  errors: ['bank_account_not_found'],
}).handle(async ({ account, audit, params }) => {
  const accountNumber = await inOrmTransaction(async (tx) => {
    const bankAccount = await findBankAccount(tx, account.id, params.id)
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'bank_account.revealed', subjectId: bankAccount.id, detail })
    return openAccountNumber(bankAccount)
  })
  return { status: 200, body: { account_number: accountNumber } }
})

/** Names the account without its number. */
function labelOf({ accountName, bankName, accountNumberLast4 }: BankAccountRecord): string {
  return `${accountName}, ${bankName}, ending in ${accountNumberLast4}`
}
