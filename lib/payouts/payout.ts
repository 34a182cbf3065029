import type { BankAccountRecord } from '@/lib/bank-accounts/bank-account'
import type { PayoutStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { ASK_AGAIN } from '@/lib/jobs/lease'
import type { LeasedQueue } from '@/lib/jobs/queue'
import { type EntryDetails, entriesOf } from '@/lib/ledger/accounts'

/** Payouts whose outcome the provider has yet to give. */
export const payoutQueue: LeasedQueue = {
  job: 'reconcile_payout',
  table: 'payouts',
  tenantColumn: 'account_id',
  idColumn: 'id',
  backOff: ASK_AGAIN,
}

export type PayoutRecord = {
  accountId: string
  id: string
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  currency: string
  status: PayoutStatus
  provider: string
  /** The provider account that the payout was created with. */
  providerAccount: string
  providerTransferId: string | null
  providerTransferStatus: string | null
  failureCode: string | null
  failureDetail: string | null
  leaseUntil: Date | null
  nextAttemptAt: Date | null
  attemptCount: number
  settledAt: Date | null
}

export async function getPayout(tx: Transaction, accountId: string, id: string): Promise<PayoutRecord> {
  return tx.payout.findUniqueOrThrow({ where: { accountId_id: { accountId, id } } })
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
