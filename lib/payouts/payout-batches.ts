import assert from 'node:assert/strict'
import type { ActingMember } from '@/lib/audit/record-audit-event'
import { holdActor } from '@/lib/auth/acting-member'
import { findUnconfirmedAccounts } from '@/lib/bank-accounts/bank-account'
import { lockAccountFor } from '@/lib/db/account-lock'
import { type Orm, type Sql, sql } from '@/lib/db/client'
import type { PayoutRequest } from '@/lib/db/generated/client'
import type { PayoutStatus } from '@/lib/db/generated/enums'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { refuseInput } from '@/lib/http/refusals'
import { isId, newId } from '@/lib/ids'
import { walletBalances } from '@/lib/ledger/accounts'
import type { MailedBatch } from '@/lib/mail/approval-mail'
import { now } from '@/lib/time/clock'
import { UTC } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { askApprovers, tellRequester } from './approval-notices'
import { holdApprover, requireSecondPerson } from './approvers'
import { checkLengths, type PayoutCells, readBatchFile } from './batch-file'
import { type CheckedRow, checkRows } from './check-rows'
import { leftTodayMinor } from './payout-form-data'
import {
  cancelRequests,
  confirmRequests,
  decideOnRequests,
  dueTimeOf,
  IS_UNSENT,
  type Requester,
  returnToDraft,
} from './payout-request'

/** Batches that an account may have uploaded and neither paid nor discarded. */
export const MAX_DRAFTS = 20

/**
 * Adds a batch of the rows of a CSV file, none of which pays anything before it is confirmed. Refuses a file that is no
 * table of payouts.
 */
export async function uploadBatch(
  tx: OrmTransaction,
  account: Account,
  file: { name: string; text: string },
  { id: memberId, name: memberName }: ActingMember,
): Promise<{ id: string; rowCount: number }> {
  const { rows, hash } = readBatchFile(file.text)
  if (await hasMaxDrafts(tx, account.id)) {
    refuseInput(`You have ${MAX_DRAFTS} batches that are not paid. Pay or discard one first`)
  }
  const batch = { accountId: account.id, id: newId(), memberId, memberName, createdAt: now() }
  await tx.payoutBatch.create({ data: { ...batch, name: file.name, fileHash: new Uint8Array(hash) } })
  await tx.payoutRequest.createMany({
    data: rows.map((row) => ({
      accountId: account.id,
      id: newId(),
      kind: 'batch' as const,
      batchId: batch.id,
      line: row.line,
      ...columnsOf(row),
      status: 'DRAFT' as const,
      requestedById: memberId,
      requestedByName: memberName,
      createdAt: batch.createdAt,
    })),
  })
  return { id: batch.id, rowCount: rows.length }
}

/** True if as many batches wait to be confirmed as may. Holds others of the account off until the transaction is over. */
export async function hasMaxDrafts(tx: OrmTransaction, accountId: string): Promise<boolean> {
  await lockAccountFor(tx, 'payout requests', accountId)
  const drafts = { accountId, startedAt: null, discardedAt: null }
  return (await tx.payoutBatch.count({ where: drafts })) >= MAX_DRAFTS
}

export function columnsOf({ recipient, bankAccount, amount, reference }: PayoutCells) {
  return {
    recipientText: recipient,
    bankAccountText: bankAccount,
    amountText: amount,
    reference: reference || null,
  }
}

/** The cells of a batch's row. */
export function cellsOf(row: PayoutRequest): PayoutCells {
  return {
    recipient: row.recipientText ?? '',
    bankAccount: row.bankAccountText ?? '',
    amount: row.amountText ?? '',
    reference: row.reference ?? '',
  }
}

export type BatchRow = PayoutRequest & {
  /** Of a row that is sent. */
  payout: PaidBy | null
  /** The destination, once the row is confirmed. */
  bankAccount: { bankName: string; accountNumberLast4: string } | null
  checked: CheckedRow
}

type PaidBy = {
  id: string
  status: PayoutStatus
  failureCode: string | null
  failureDetail: string | null
}

/** True if nothing was paid for a confirmed row, for certain, and nothing will be unless it is tried again. */
export function hasFailed({ status, payout }: Pick<BatchRow, 'status' | 'payout'>): boolean {
  return status === 'REFUSED' || (status === 'SENT' && payout?.status === 'FAILED')
}

/** The rows of a batch in the order of its file, checked as they would be paid now. */
export async function readRows(tx: Orm, account: Account, batchId: string): Promise<BatchRow[]> {
  const stored = await tx.payoutRequest.findMany({
    where: { accountId: account.id, batchId },
    include: {
      payouts: {
        select: { id: true, status: true, failureCode: true, failureDetail: true },
        orderBy: { id: 'desc' },
      },
      bankAccount: { select: { bankName: true, accountNumberLast4: true } },
    },
    orderBy: { line: 'asc' },
  })
  const rows = stored.map(({ payouts, ...row }) => ({
    ...row,
    payout: row.status === 'SENT' ? (payouts.find(isStanding) ?? payouts[0] ?? null) : null,
  }))
  // A row that was confirmed counts before one that repeats it.
  const inOrder = [...rows].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))
  const counted = inOrder.filter(({ status }) => status !== 'CANCELED')
  const checks = await checkRows(tx, account, counted.map(cellsOf))
  const checkOf = new Map(counted.map(({ id }, index) => [id, checks[index]]))
  const checkedRows = rows.map((row) => ({ ...row, checked: checkOf.get(row.id) ?? UNCHECKED }))
  return withUnconfirmedAccounts(tx, account.id, checkedRows)
}

/** A row that is still to be confirmed takes no payee's new account before a person has confirmed that as well. */
async function withUnconfirmedAccounts(tx: Orm, accountId: string, rows: BatchRow[]): Promise<BatchRow[]> {
  const ids = rows.filter(isOpen).flatMap(({ checked }) => checked.bankAccount?.id ?? [])
  const unconfirmed = await findUnconfirmedAccounts(tx, accountId, ids)
  return rows.map((row) => {
    const { bankAccount, problem } = row.checked
    if (problem !== null || !isOpen(row) || !unconfirmed.has(bankAccount?.id ?? '')) return row
    return { ...row, checked: { ...row.checked, problem: UNCONFIRMED } }
  })
}

const UNCONFIRMED =
  'This customer’s bank account came through a link and is new. Confirm it on the customer’s page'

function isStanding({ status }: PaidBy): boolean {
  return status !== 'FAILED'
}

const UNCHECKED: CheckedRow = { customer: null, bankAccount: null, amountMinor: null, problem: null }

function isOpen(row: Pick<BatchRow, 'status' | 'payout'>): boolean {
  return row.status === 'DRAFT' || hasFailed(row)
}

/** `new`: rows that were never confirmed. `failed`: rows for which nothing was paid. */
export type Selection = 'new' | 'failed'

/** The rows of a selection that can be paid, with their sum in US cents. */
export function payableRows(rows: BatchRow[], selection: Selection): { rows: BatchRow[]; sumMinor: bigint } {
  const payable = rows.filter(
    (row) => row.checked.problem === null && (selection === 'new' ? row.status === 'DRAFT' : hasFailed(row)),
  )
  const sumMinor = payable.reduce((sum, { checked }) => sum + (checked.amountMinor ?? 0n), 0n)
  return { rows: payable, sumMinor }
}

/** The rows that the vendor saw and confirmed. */
type ShownRows = { selection: Selection; count: number; sumMinor: bigint }

/**
 * Confirms the payable rows of a batch; the worker then creates their payouts. If their sum needs a second person's
 * approval, the worker waits for it, and every possible approver gets a mail. The batch is locked, so that if two
 * people confirm at once, only one of them pays: the other finds no rows left.
 *
 * Throws `role_not_allowed` if the person's role was taken meanwhile, `payout_batch_not_found`, `payout_batch_changed`
 * if other rows can be paid than were confirmed, and `daily_payout_limit_exceeded` and `insufficient_balance` if they
 * can't all be paid now.
 */
export async function payBatch(
  tx: OrmTransaction,
  account: Account,
  batchId: string,
  { selection, count, sumMinor }: ShownRows,
  requester: Requester,
): Promise<void> {
  const { vendorId } = account
  const { member } = requester
  await holdActor(tx, { vendorId, member }, 'payouts.write')
  const batch = await lockBatch(tx, account.id, batchId)
  const payable = payableRows(await readRows(tx, account, batch.id), selection)
  if (count === 0 || payable.rows.length !== count || payable.sumMinor !== sumMinor) {
    throw new DomainError('payout_batch_changed')
  }
  await requireRoom(tx, account, { sumMinor, sendOn: batch.sendOn })
  if (!batch.startedAt) {
    const where = { accountId_id: { accountId: account.id, id: batch.id } }
    await tx.payoutBatch.update({ where, data: { startedAt: now() } })
  }
  const dueAt = dueTimeOf(UTC, batch.sendOn)
  const rows = payable.rows.map(({ id, checked: { customer, bankAccount, amountMinor } }) => {
    assert(customer && bankAccount && amountMinor, 'a row without a problem has all of them')
    return {
      id,
      customerId: customer.id,
      bankAccountId: bankAccount.id,
      amountMinor,
      day: batch.sendOn,
      dueAt,
    }
  })
  const status = await confirmRequests(tx, account, { rows, sumMinor }, requester)
  if (status === 'APPROVED') return
  await askApprovers(tx, vendorId, member.id, mailedBatch(batch, payable, member.name))
}

/**
 * Makes sure that payouts of this sum can all be made now or, on a later day, that its daily limit allows them: nobody knows
 * the balance of that day. Throws `daily_payout_limit_exceeded` and `insufficient_balance`.
 */
export async function requireRoom(
  tx: Orm,
  account: Account,
  { sumMinor, sendOn }: { sumMinor: bigint; sendOn: Date | null },
): Promise<void> {
  const { dailyLimitMinor: limitMinor } = account
  const isLater = sendOn !== null && sendOn > now()
  if (sumMinor > (isLater ? limitMinor : await leftTodayMinor(tx, account))) {
    throw new DomainError('daily_payout_limit_exceeded', { limitMinor })
  }
  if (isLater) return
  const usd = (await walletBalances(tx, account.id)).find(({ currency }) => currency === 'USD')
  if (sumMinor > (usd?.availableMinor ?? 0n)) throw new DomainError('insufficient_balance')
}

function mailedBatch(
  { accountId, id, name: fileName }: Batch,
  { rows, sumMinor: amountMinor }: { rows: unknown[]; sumMinor: bigint },
  requestedByName: string,
): MailedBatch {
  return { accountId, id, fileName, amountMinor, currency: 'USD', payoutCount: rows.length, requestedByName }
}

type WaitingRows = { rows: BatchRow[]; sumMinor: bigint }

/** The confirmed rows that wait for a second person, with their sum in US cents. */
export function waitingRows(rows: BatchRow[]): WaitingRows {
  const waiting = rows.filter(({ status }) => status === 'WAITING')
  return { rows: waiting, sumMinor: waiting.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n) }
}

/**
 * Approves the rows of a batch that another person has confirmed, or sends them back to be confirmed again, under a
 * lock on the batch: if an approval races another change, exactly one takes effect.
 *
 * Throws `payout_batch_not_found`, `role_not_allowed` if the person's role was taken meanwhile, `approver_too_new` for an
 * approval, `payout_batch_changed` if other rows wait than were shown, and `payout_approval_own` for who confirmed any of them.
 */
export async function decideOnBatch(
  tx: OrmTransaction,
  account: Account,
  batchId: string,
  view: { isApproved: boolean; count: number; sumMinor: bigint },
  member: ActingMember,
): Promise<void> {
  const by = { vendorId: account.vendorId, member }
  // The person before the batch, as everywhere: a removal locks the member first.
  if (view.isApproved) await holdApprover(tx, by)
  else await holdActor(tx, by, 'payouts.write')
  const batch = await lockBatch(tx, account.id, batchId)
  const waiting = waitingRows(await readRows(tx, account, batch.id))
  if (waiting.rows.length !== view.count || waiting.sumMinor !== view.sumMinor) {
    throw new DomainError('payout_batch_changed')
  }
  const where = isInBatch(batch)
  if (!view.isApproved) {
    await returnToDraft(tx, account.id, sql`${where} AND status = 'WAITING'`)
    await tellRequesters(tx, account, batch, waiting, { status: 'REJECTED', by: member })
    return
  }
  const requesterIds = requestersOf(waiting).map(({ id }) => id)
  await requireSecondPerson(tx, by, requesterIds)
  await decideOnRequests(tx, where, { status: 'APPROVED', by: member, dueAt: dueTimeOf(UTC, batch.sendOn) })
  await tellRequesters(tx, account, batch, waiting, { status: 'APPROVED', by: member })
}

/** The people who confirmed rows that wait: nothing of a key waits for a second one. */
function requestersOf({ rows }: WaitingRows): ActingMember[] {
  return rows.map(({ requestedById, requestedByName }) => {
    assert(requestedById !== null && requestedByName !== null, 'a person has confirmed what waits')
    return { id: requestedById, name: requestedByName }
  })
}

function isInBatch({ accountId, id }: Batch): Sql {
  return sql`account_id = ${accountId}::uuid AND batch_id = ${id}::uuid`
}

/** Tells the people who confirmed payouts how somebody else has decided. */
async function tellRequesters(
  tx: OrmTransaction,
  { vendorId }: Account,
  batch: Batch,
  waiting: WaitingRows,
  { status, by }: { status: 'APPROVED' | 'REJECTED'; by: ActingMember },
): Promise<void> {
  const names = new Map(requestersOf(waiting).map(({ id, name }) => [id, name]))
  names.delete(by.id)
  for (const [requesterId, name] of names) {
    const own = waitingRows(waiting.rows.filter(({ requestedById }) => requestedById === requesterId))
    const decision = { status, decidedByName: by.name, reason: null }
    await tellRequester(tx, vendorId, requesterId, { ...mailedBatch(batch, own, name), ...decision })
  }
}

/**
 * Changes the cells of a row for which nothing is or will be paid; it then has to be confirmed. Throws
 * `payout_batch_not_found`, and `payout_batch_changed` for any other row.
 */
export async function correctRow(
  tx: OrmTransaction,
  account: Account,
  key: { batchId: string; rowId: string },
  cells: PayoutCells,
): Promise<void> {
  checkLengths(cells)
  const batch = await lockBatch(tx, account.id, key.batchId)
  const row = (await readRows(tx, account, batch.id)).find(({ id }) => id === key.rowId)
  if (!row || !isOpen(row)) throw new DomainError('payout_batch_changed')
  const { recipientText, bankAccountText, amountText, reference } = columnsOf(cells)
  const corrected = await returnToDraft(
    tx,
    account.id,
    sql`${isInBatch(batch)} AND id = ${row.id}::uuid`,
    sql`, recipient_text = ${recipientText}, bank_account_text = ${bankAccountText}, amount_text = ${amountText},
        reference = ${reference}`,
  )
  if (corrected.length !== 1) throw new DomainError('payout_batch_changed')
}

/** Takes a row out of a batch that was never confirmed. Throws as `correctRow` does. */
export async function removeRow(
  tx: OrmTransaction,
  accountId: string,
  { batchId, rowId }: { batchId: string; rowId: string },
): Promise<void> {
  const batch = await lockBatch(tx, accountId, batchId)
  const isDraft = sql`${isInBatch(batch)} AND id = ${rowId}::uuid AND status = 'DRAFT'`
  const removed = isId(rowId) ? await cancelRequests(tx, isDraft) : []
  if (removed.length !== 1) throw new DomainError('payout_batch_changed')
}

/**
 * Discards a batch that was never confirmed, or stops one: rows whose payout was not made yet never will be. Returns
 * how many rows it stopped. Throws `payout_batch_not_found`.
 */
export async function stopBatch(tx: OrmTransaction, accountId: string, batchId: string): Promise<number> {
  const batch = await lockBatch(tx, accountId, batchId)
  const stopped = await cancelRequests(tx, sql`${isInBatch(batch)} AND ${IS_UNSENT}`)
  if (!batch.startedAt) {
    const where = { accountId_id: { accountId, id: batch.id } }
    await tx.payoutBatch.update({ where, data: { discardedAt: now() } })
  }
  return stopped.length
}

type Batch = { accountId: string; id: string; name: string; startedAt: Date | null; sendOn: Date | null }

/** Locks a batch until the end of the transaction. */
async function lockBatch(tx: OrmTransaction, accountId: string, batchId: string): Promise<Batch> {
  const [batch] = isId(batchId)
    ? await tx.$queryRaw<(Batch & { discardedAt: Date | null })[]>`
        SELECT account_id AS "accountId", id, name, started_at AS "startedAt", discarded_at AS "discardedAt", send_on AS "sendOn"
          FROM payout_batches WHERE account_id = ${accountId}::uuid AND id = ${batchId}::uuid FOR UPDATE`
    : []
  if (!batch) throw new DomainError('payout_batch_not_found')
  if (batch.discardedAt) throw new DomainError('payout_batch_changed')
  return batch
}
