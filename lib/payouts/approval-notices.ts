import assert from 'node:assert/strict'
import { type Queryable, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import {
  type MailedApproval,
  type MailedBatch,
  mailApprovalOver,
  mailApprovalRequest,
} from '@/lib/mail/approval-mail'
import { findApprovers, findMemberEmail } from './approvers'
import type { StoredRequest } from './payout-request'

/* Mail to the people of a vendor about what one of them requested: a payout, a batch, a scheduled payout. */

/** Asks everybody who may approve it to decide. */
export async function askApprovers(
  tx: Queryable,
  vendorId: string,
  requesterId: string,
  waiting: MailedApproval | MailedBatch,
): Promise<void> {
  await mailApprovalRequest(tx, await findApprovers(tx, { vendorId, requesterId }), waiting)
}

/** Tells the person who requested it, if it is still a member, what became of it. */
export async function tellRequester(
  tx: Transaction,
  vendorId: string,
  requesterId: string,
  over: Parameters<typeof mailApprovalOver>[2],
): Promise<void> {
  const [member] = await findMemberEmail(tx, { vendorId, memberId: requesterId })
  if (member) await mailApprovalOver(tx, { id: requesterId, email: member.email }, over)
}

/** A request as mail shows it: whom the payout is for, and where it goes. */
export async function mailedRequest(tx: Queryable, request: StoredRequest): Promise<MailedApproval> {
  const { accountId, id, bankAccountId, amountMinor, day, requestedByName } = request
  const [recipient] = await findRecipientFacts(tx, { accountId, bankAccountId })
  assert(recipient, 'a bank account is never deleted')
  return { accountId, id, amountMinor, currency: 'USD', day, requestedByName, ...recipient }
}

const findRecipientFacts = statement<
  { accountId: string; bankAccountId: string },
  { customerName: string; bankName: string; accountNumberLast4: string }
>(
  'find_recipient_facts',
  `SELECT customers.name AS "customerName", bank_name AS "bankName",
          account_number_last4 AS "accountNumberLast4"
     FROM bank_accounts
     JOIN customers ON customers.account_id = bank_accounts.account_id AND customers.id = customer_id
    WHERE bank_accounts.account_id = :accountId::uuid AND bank_accounts.id = :bankAccountId::uuid`,
)
