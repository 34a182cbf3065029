import assert from 'node:assert/strict'
import type { BankAccountRecord } from '@/lib/bank-accounts/bank-account'
import type { Runner } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { ASK_AGAIN } from '@/lib/jobs/lease'
import type { LeasedQueue } from '@/lib/jobs/queue'
import { type EntryDetails, entriesOf } from '@/lib/ledger/accounts'
import { findPayoutRow, type StoredPayout } from './statements'

/** Payouts whose outcome the provider has yet to give. */
export const payoutQueue: LeasedQueue = {
  job: 'reconcile_payout',
  table: 'payouts',
  tenantColumn: 'account_id',
  idColumn: 'id',
  backOff: ASK_AGAIN,
}

export type PayoutRecord = Omit<StoredPayout, 'createdAt'>

export async function getPayout(on: Runner, accountId: string, id: string): Promise<PayoutRecord> {
  const [payout] = await findPayoutRow(on, accountId, id)
  assert(payout, 'the payout exists')
  return payout
}

/** A payout with its recipient and its ledger entries. */
export type PayoutDetails = PayoutRecord & {
  createdAt: Date
  customer: { name: string; email: string }
  bankAccount: BankAccountRecord
  /** In posting order. */
  entries: EntryDetails[]
}

/** Throws `payout_not_found` for an unknown id, another account's, or an invalid one. */
export async function findPayoutDetails(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<PayoutDetails> {
  const payout = isId(id)
    ? await tx.payout.findUnique({
        where: { accountId_id: { accountId, id } },
        include: { bankAccount: { include: { customer: { select: { name: true, email: true } } } } },
      })
    : null
  if (!payout) throw new DomainError('payout_not_found')
  const { customer, ...bankAccount } = payout.bankAccount
  return { ...payout, bankAccount, customer, entries: await entriesOf(tx, accountId, payout.id) }
}
