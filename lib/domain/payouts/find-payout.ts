import type { PayoutStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'

export type PayoutRecord = {
  accountId: string
  id: string
  customerId: string
  bankAccountId: string
  amountMinor: bigint
  currency: string
  status: PayoutStatus
  provider: string
  /** Which of the provider's accounts it was made for. */
  providerAccount: string
  providerTransferId: string | null
  providerTransferStatus: string | null
  failureCode: string | null
  failureDetail: string | null
  leaseUntil: Date | null
  nextCheckAt: Date | null
  checkCount: number
  settledAt: Date | null
}

export async function getPayout(tx: Transaction, accountId: string, id: string): Promise<PayoutRecord> {
  return tx.payout.findUniqueOrThrow({ where: { accountId_id: { accountId, id } } })
}
