import type { OrmTransaction } from '@/lib/db/transaction'
import { type AnyDomainError, DomainError } from '@/lib/errors'
import { refusalOf } from '@/lib/http/refusals'
import { isId, newId } from '@/lib/ids'
import { formatDecimal } from '@/lib/money/decimals'
import { now } from '@/lib/time/clock'
import { UTC } from '@/lib/time/zone'
import { type Account, takesTwoPeople } from '@/lib/vendors/account'
import type { BatchOrderRow, RowError } from './batch-body'
import { findRecipients } from './check-rows'
import { columnsOf, hasMaxDrafts, MAX_DRAFTS, requireRoom } from './payout-batches'
import { confirmRequests, dueTimeOf } from './payout-request'

export type BatchOrder = {
  name: string
  /** Null for a row with an error, which `errors` has. */
  payouts: { rows: (BatchOrderRow | null)[]; errors: RowError[] }
  /** Midnight in UTC, when it is sent; null: at once. */
  sendOn: Date | null
}

/** A batch as it was created. */
export type CreatedBatch = {
  id: string
  name: string
  sendOn: Date | null
  createdAt: Date
  /** True if people confirm and approve it in the dashboard first. */
  needsApproval: boolean
  amountsMinor: bigint[]
  sumMinor: bigint
}

/**
 * Creates a batch by an API key: all of its rows or, if any is wrong, none. The worker then makes their payouts one by
 * one, as those of a batch from the dashboard. If their sum needs two people, they wait in the dashboard to be confirmed
 * by one and approved by another: a key is neither.
 *
 * Throws `payout_batch_rows_invalid` with every error, `daily_payout_limit_exceeded` and `insufficient_balance` if they
 * can't all be paid, and `payout_batch_drafts_full`.
 */
export async function createBatch(
  tx: OrmTransaction,
  account: Account,
  { name, payouts, sendOn }: BatchOrder,
  { apiKeyId, requestId }: { apiKeyId: string; requestId: string },
): Promise<CreatedBatch> {
  const rows = await checkOrders(tx, account, payouts)
  const sumMinor = rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const needsApproval = takesTwoPeople(account, sumMinor)
  if (!needsApproval) await requireRoom(tx, account, { sumMinor, sendOn })
  else if (await hasMaxDrafts(tx, account.id)) {
    throw new DomainError('payout_batch_drafts_full', { limit: MAX_DRAFTS })
  }
  const accountId = account.id
  const createdAt = now()
  const batch = { accountId, id: newId(), name, apiKeyId, sendOn, createdAt }
  await tx.payoutBatch.create({ data: { ...batch, startedAt: needsApproval ? null : createdAt } })
  const dueAt = dueTimeOf(UTC, sendOn)
  const drafts = rows.map((row, index) => ({ ...row, id: newId(), line: index + 1, day: sendOn, dueAt }))
  await tx.payoutRequest.createMany({
    data: drafts.map(({ id, line, customerId, bankAccountId, amountMinor, reference, metadata }) => ({
      accountId,
      id,
      kind: 'batch' as const,
      batchId: batch.id,
      line,
      ...columnsOf({
        recipient: customerId,
        bankAccount: bankAccountId,
        amount: formatDecimal(amountMinor, 2),
        reference: reference ?? '',
      }),
      ...(metadata === null ? {} : { metadata: JSON.parse(metadata) }),
      status: 'DRAFT' as const,
      createdAt,
    })),
  })
  if (!needsApproval) {
    await confirmRequests(tx, account, { rows: drafts, sumMinor }, { member: null, requestId })
  }
  const amountsMinor = rows.map(({ amountMinor }) => amountMinor)
  return { id: batch.id, name, sendOn, createdAt, needsApproval, amountsMinor, sumMinor }
}

/** Checks all rows before anything is written; throws every error at once. */
async function checkOrders(
  tx: OrmTransaction,
  account: Account,
  { rows, errors }: BatchOrder['payouts'],
): Promise<BatchOrderRow[]> {
  const customerIds = rows.flatMap((row) => (row && isId(row.customerId) ? [row.customerId] : []))
  const recipients = await findRecipients(tx, account.id, customerIds)
  const references = new Set<string>()
  const all = [...errors]
  rows.forEach((row, index) => {
    if (!row) return
    const error = errorOf(row)
    if (error) all.push({ row: index + 1, ...error })
  })
  if (all.length > 0) {
    const inOrder = all.sort((a, b) => a.row - b.row)
    throw new DomainError('payout_batch_rows_invalid', { errors: inOrder, rows: rows.length })
  }
  return rows.filter((row) => row !== null)

  function errorOf({ customerId, bankAccountId, amountMinor, reference }: BatchOrderRow) {
    const customer = recipients.get(customerId)
    if (!customer) return because('customer_id', new DomainError('customer_not_found'))
    if (!customer.bankAccounts.some(({ id }) => id === bankAccountId)) {
      return because('bank_account_id', new DomainError('bank_account_not_found'))
    }
    const { payoutLimitMinor: limitMinor } = account
    if (amountMinor > limitMinor) {
      return because('amount', new DomainError('payout_limit_exceeded', { limitMinor }))
    }
    // As in a file: far more often a slip than two payments.
    const payment = [bankAccountId, amountMinor, reference ?? ''].join(' ')
    if (references.has(payment)) {
      const message =
        'The same payout is in this batch already. If both are meant, give each its own reference'
      return { field: 'reference', message }
    }
    references.add(payment)
    return null
  }
}

function because(field: string, error: AnyDomainError): Omit<RowError, 'row'> {
  return { field, message: refusalOf(error).message }
}
