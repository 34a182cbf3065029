import { z } from 'zod'
import { provenSession } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { operation } from '@/lib/http/operation'
import { mailVendorNotice } from '@/lib/mail/security-mail'
import { labelOf, markWithdrawalAccountArchived, saveWithdrawalAccount } from './bank-account'
import { bankAccountBody } from './bank-account-body'

const PATH = '/api/dashboard/withdrawal-accounts'

export const addWithdrawalAccount = operation({
  method: 'POST',
  path: PATH,
  summary: 'Add a bank account for withdrawals',
  description:
    'The vendor’s own. In live mode the owner gets an email, and the account takes withdrawals after 24 hours.',
  tag: 'Bank accounts',
  access: provenSession('withdrawals.manage'),
  body: bankAccountBody,
  answers: { 201: z.object({ id: z.uuid() }) },
}).handle(async ({ vendor, account, audit, input, requestId }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const bankAccount = await saveWithdrawalAccount(tx, account.id, input, requestId)
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'withdrawal_account.added', subjectId: bankAccount.id, detail })
    if (account.mode === 'live') {
      const event = { what: 'bankAccountAdded', bankAccount: detail } as const
      await mailVendorNotice(tx, account.vendorId, event, vendor.memberId)
    }
    return bankAccount
  })
  return { status: 201, body: { id } }
})

export const archiveWithdrawalAccount = operation({
  method: 'POST',
  path: `${PATH}/{id}/archive`,
  summary: 'Archive a bank account for withdrawals',
  description: 'For good: it is added again to be used again, and waits again.',
  tag: 'Bank accounts',
  access: provenSession('withdrawals.manage'),
  answers: { 200: z.object({ id: z.uuid() }) },
  errors: ['bank_account_not_found'],
}).handle(async ({ account, audit, params }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const bankAccount = await markWithdrawalAccountArchived(tx, account.id, params.id)
    const detail = labelOf(bankAccount)
    await audit(tx, { action: 'withdrawal_account.archived', subjectId: bankAccount.id, detail })
    return bankAccount
  })
  return { status: 200, body: { id } }
})
