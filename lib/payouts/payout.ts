import assert from 'node:assert/strict'
import type { BankAccountRecord } from '@/lib/bank-accounts/bank-account'
import type { Orm } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { metadataText } from '@/lib/http/metadata'
import { isId } from '@/lib/ids'
import type { LeasedQueue } from '@/lib/jobs/queue'
import { type EntryDetails, entriesOf } from '@/lib/ledger/accounts'
import type { Schedule } from '@/lib/time/schedule'
import { findPayoutRow, type StoredPayout, type StoredRecipient } from './statements'

/** Payouts whose outcome the provider has yet to give. */
export const payoutQueue: LeasedQueue = {
  table: 'payouts',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

export type PayoutRecord = Omit<StoredPayout, 'createdAt'>

export async function readPayoutRecord(on: Queryable, accountId: string, id: string): Promise<PayoutRecord> {
  const [payout] = await findPayoutRow(on, { accountId, payoutId: id })
  assert(payout, 'the payout exists')
  return payout
}

/** Throws `payout_not_found` for an unknown id, another account's, or an invalid one. */
export async function findPayout(on: Queryable, accountId: string, id: string): Promise<StoredPayout> {
  const [payout] = isId(id) ? await findPayoutRow(on, { accountId, payoutId: id }) : []
  if (!payout) throw new DomainError('payout_not_found')
  return payout
}

/** A payout whose intent is committed, with everything that sending it and booking its outcome need. */
export type PayoutIntent = {
  accountId: string
  payoutId: string
  amountMinor: bigint
  currency: string
  rail: string | null
  formerRails: string[]
  /** The lease of the request that sends it. */
  leaseUntil: Date | null
  metadata: string | null
  /** The request that created it. */
  requestId: string | null
  recipient: StoredRecipient
}

/** A payout with its recipient and its ledger entries. */
export type PayoutDetails = PayoutRecord & {
  createdAt: Date
  customer: { name: string; email: string }
  bankAccount: BankAccountRecord
  /** The people who asked for it and approved it, if it took two to make it at once. */
  approval: { requestedByName: string; createdAt: Date; decidedByName: string | null } | null
  /** The recurring payout that it comes from. */
  series: ({ id: string } & Schedule) | null
  /** Of each transfer, oldest first; without an amount where it is not known. */
  transferFees: { amountMinor: bigint | null; currency: string | null }[]
  /** In posting order. */
  entries: EntryDetails[]
}

/** Throws `payout_not_found` for an unknown id, another account's, or an invalid one. */
export async function findPayoutDetails(tx: Orm, accountId: string, id: string): Promise<PayoutDetails> {
  const payout = isId(id)
    ? await tx.payout.findUnique({
        where: { accountId_id: { accountId, id } },
        include: {
          bankAccount: { include: { customer: { select: { name: true, email: true } } } },
          payoutRequest: {
            select: { kind: true, requestedByName: true, createdAt: true, decidedByName: true, series: true },
          },
          transferFees: { select: { amountMinor: true, currency: true }, orderBy: { id: 'asc' } },
        },
      })
    : null
  if (!payout) throw new DomainError('payout_not_found')
  const { payoutRequest: request } = payout
  const { requestedByName = null } = request ?? {}
  const isApproved = request?.kind === 'immediate' && requestedByName !== null
  const { customer, metadata, ...bankAccount } = payout.bankAccount
  return {
    ...payout,
    approval: isApproved ? { ...request, requestedByName } : null,
    series: request?.series ?? null,
    metadata: metadataText(payout.metadata),
    bankAccount: { ...bankAccount, metadata: metadataText(metadata) },
    customer,
    entries: await entriesOf(tx, accountId, payout.id),
  }
}
