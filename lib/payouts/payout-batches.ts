import { lockAccountFor } from '@/lib/db/account-lock'
import { type Sql, sql } from '@/lib/db/client'
import type { PlannedPayout } from '@/lib/db/generated/client'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { refuseInput } from '@/lib/http/refusals'
import { isId, newId } from '@/lib/ids'
import { schedule } from '@/lib/jobs/queue'
import { walletBalances } from '@/lib/ledger/accounts'
import { type MailedBatch, mailApprovalOver, mailApprovalWanted } from '@/lib/mail/approval-mail'
import { now } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { findApprovers, findMemberEmail, holdApprover, isSamePerson } from './approvers'
import { checkLengths, type PayoutCells, readBatchFile } from './batch-file'
import { type CheckedRow, checkRows } from './check-rows'
import { leftTodayMinor } from './new-payout'
import { type Confirmer, memberOf, plannedPayoutQueue } from './planned-payout'

/** Batches that an account may have uploaded and neither paid nor discarded. */
const MAXIMUM_DRAFTS = 20

/**
 * Adds a batch of the rows of a CSV file, none of which pays anything before it is confirmed. Refuses a file that is no
 * table of payouts.
 */
export async function uploadBatch(
  tx: Transaction,
  account: Account,
  file: { name: string; text: string },
  { memberId, memberName }: Pick<Confirmer, 'memberId' | 'memberName'>,
): Promise<{ id: string; rowCount: number }> {
  const { rows, hash } = readBatchFile(file.text)
  await lockAccountFor(tx, 'planned payouts', account.id)
  const drafts = { accountId: account.id, startedAt: null, discardedAt: null }
  if ((await tx.payoutBatch.count({ where: drafts })) >= MAXIMUM_DRAFTS) {
    refuseInput(`You have ${MAXIMUM_DRAFTS} batches that are not paid. Pay or discard one first`)
  }
  const batch = { accountId: account.id, id: newId(), memberId, memberName, createdAt: now() }
  await tx.payoutBatch.create({ data: { ...batch, name: file.name, fileHash: new Uint8Array(hash) } })
  await tx.plannedPayout.createMany({
    data: rows.map((row) => ({
      accountId: account.id,
      id: newId(),
      batchId: batch.id,
      line: row.line,
      ...columnsOf(row),
      status: 'DRAFT' as const,
      memberId,
      memberName,
      createdAt: batch.createdAt,
    })),
  })
  return { id: batch.id, rowCount: rows.length }
}

function columnsOf({ recipient, bankAccount, amount, reference }: PayoutCells) {
  return {
    recipientText: recipient,
    bankAccountText: bankAccount,
    amountText: amount,
    reference: reference || null,
  }
}

/** The cells of a batch's row. */
export function cellsOf(row: PlannedPayout): PayoutCells {
  return {
    recipient: row.recipientText ?? '',
    bankAccount: row.bankAccountText ?? '',
    amount: row.amountText ?? '',
    reference: row.reference ?? '',
  }
}

export type BatchRow = PlannedPayout & {
  payout: PaidBy | null
  /** The destination, once the row is confirmed. */
  bankAccount: { bankName: string; accountNumberLast4: string } | null
  checked: CheckedRow
}

type PaidBy = { status: 'PROCESSING' | 'PAID' | 'FAILED' | 'RETURNED' } & {
  failureCode: string | null
  failureDetail: string | null
}

/** True if nothing was paid for a confirmed row, for certain, and nothing will be unless it is tried again. */
export function hasFailed({ status, payout }: Pick<BatchRow, 'status' | 'payout'>): boolean {
  return status === 'REFUSED' || (status === 'SENT' && payout?.status === 'FAILED')
}

/** The rows of a batch in the order of its file, checked as they would be paid now. */
export async function readRows(tx: Transaction, account: Account, batchId: string): Promise<BatchRow[]> {
  const rows = await tx.plannedPayout.findMany({
    where: { accountId: account.id, batchId },
    include: {
      payout: { select: { status: true, failureCode: true, failureDetail: true } },
      bankAccount: { select: { bankName: true, accountNumberLast4: true } },
    },
    orderBy: { line: 'asc' },
  })
  // A row that was confirmed counts before one that repeats it.
  const inOrder = [...rows].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)))
  const counted = inOrder.filter(({ status }) => status !== 'CANCELED')
  const checks = await checkRows(tx, account, counted.map(cellsOf))
  const checkOf = new Map(counted.map(({ id }, index) => [id, checks[index]]))
  return rows.map((row) => ({ ...row, checked: checkOf.get(row.id) ?? UNCHECKED }))
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
export type Confirmed = { selection: Selection; count: number; sumMinor: bigint }

/**
 * Confirms the rows of a batch that can be paid; the worker makes their payouts. If their sum takes a second person, it
 * does so once that person approves them, and everybody who may is asked by mail. Under a lock on the batch, so that of
 * two confirmations one pays: the other finds no rows to pay any more.
 *
 * Throws `payout_batch_not_found`, `payout_batch_changed` if other rows can be paid than were confirmed, and
 * `daily_payout_limit_exceeded` and `insufficient_balance` if they can't all be paid now.
 */
export async function payBatch(
  tx: Transaction,
  account: Account,
  batchId: string,
  { selection, count, sumMinor }: Confirmed,
  confirmer: Confirmer,
): Promise<void> {
  const batch = await lockBatch(tx, account.id, batchId)
  const payable = payableRows(await readRows(tx, account, batch.id), selection)
  if (count === 0 || payable.rows.length !== count || payable.sumMinor !== sumMinor) {
    throw new DomainError('payout_batch_changed')
  }
  // By the sum: a large payout in small rows is as large.
  const fromMinor = account.approvalFromMinor
  const takesTwo = fromMinor !== null && sumMinor >= fromMinor
  if (sumMinor > (await leftTodayMinor(tx, account))) {
    throw new DomainError('daily_payout_limit_exceeded', { limitMinor: account.dailyLimitMinor })
  }
  const usd = (await walletBalances(tx, account.id)).find(({ currency }) => currency === 'USD')
  if (sumMinor > (usd?.availableMinor ?? 0n)) throw new DomainError('insufficient_balance')
  if (!batch.startedAt) {
    const where = { accountId_id: { accountId: account.id, id: batch.id } }
    await tx.payoutBatch.update({ where, data: { startedAt: now() } })
  }
  await confirmRows(tx, account.id, payable.rows, confirmer, takesTwo ? 'HELD' : 'WAITING')
  if (!takesTwo) return
  const { memberId, memberName } = confirmer
  const approvers = await findApprovers(tx, account.vendorId, memberId, memberName)
  await mailApprovalWanted(tx, approvers, mailedBatch(batch, payable, memberName))
}

function mailedBatch(
  { accountId, id, name: fileName }: Batch,
  { rows, sumMinor: amountMinor }: { rows: unknown[]; sumMinor: bigint },
  requestedByName: string,
): MailedBatch {
  return { accountId, id, fileName, amountMinor, currency: 'USD', payoutCount: rows.length, requestedByName }
}

async function confirmRows(
  tx: Transaction,
  accountId: string,
  rows: BatchRow[],
  { memberId, memberName, requestId }: Confirmer,
  status: 'HELD' | 'WAITING',
): Promise<void> {
  const dueAt = status === 'WAITING' ? now() : null
  const confirmed = sql`
    SELECT * FROM unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ checked }) => checked.customer?.id ?? null)}::uuid[],
      ${rows.map(({ checked }) => checked.bankAccount?.id ?? null)}::uuid[],
      ${rows.map(({ checked }) => String(checked.amountMinor))}::bigint[])
      AS row (id, customer_id, bank_account_id, amount_minor)`
  await tx.$executeRaw`
    UPDATE planned_payouts AS planned
       SET status = ${status}::planned_payout_status, next_attempt_at = ${dueAt}::timestamptz, lease_until = NULL,
           approved_by_id = NULL, approved_by_name = NULL,
           customer_id = confirmed.customer_id, bank_account_id = confirmed.bank_account_id,
           amount_minor = confirmed.amount_minor, ${FORGET_PAYOUT},
           member_id = ${memberId}::uuid, member_name = ${memberName}, request_id = ${requestId}::uuid
      FROM (${confirmed}) AS confirmed
     WHERE planned.account_id = ${accountId}::uuid AND planned.id = confirmed.id`
}

/** Lets go of a payout that failed, which the database checks. */
const FORGET_PAYOUT: Sql = sql`
  failed_payout_ids = CASE WHEN payout_id IS NULL THEN failed_payout_ids ELSE failed_payout_ids || payout_id END,
  payout_id = NULL, refusal_code = NULL, refusal_detail = NULL`

type HeldRows = { rows: BatchRow[]; sumMinor: bigint }

/** The confirmed rows that wait for a second person, with their sum in US cents. */
export function heldRows(rows: BatchRow[]): HeldRows {
  const held = rows.filter(({ status }) => status === 'HELD')
  return { rows: held, sumMinor: held.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n) }
}

/**
 * Approves the rows of a batch that another person has confirmed, or sends them back to be confirmed again, under a
 * lock on the batch: of an approval and anything else at once, one counts.
 *
 * Throws `payout_batch_not_found`, `role_not_allowed` if the person's role was taken meanwhile, `payout_batch_changed`
 * if other rows wait than were shown, and `payout_approval_own` for who confirmed any of them.
 */
export async function decideOnBatch(
  tx: Transaction,
  account: Account,
  batchId: string,
  shown: { isApproved: boolean; count: number; sumMinor: bigint },
  by: Confirmer,
): Promise<void> {
  const batch = await lockBatch(tx, account.id, batchId)
  await holdApprover(tx, account.id, memberOf(by))
  const held = heldRows(await readRows(tx, account, batch.id))
  if (held.rows.length !== shown.count || held.sumMinor !== shown.sumMinor) {
    throw new DomainError('payout_batch_changed')
  }
  const where = sql`account_id = ${account.id}::uuid AND batch_id = ${batch.id}::uuid AND status = 'HELD'`
  if (!shown.isApproved) {
    const set = sql`status = 'DRAFT', customer_id = NULL, bank_account_id = NULL, amount_minor = NULL`
    await schedule(tx, plannedPayoutQueue, { where, nextAttemptAt: sql`NULL`, set })
    await mailConfirmers(tx, account, batch, held, { status: 'REJECTED', by })
    return
  }
  if (held.rows.some((row) => isSamePerson(memberOf(row), memberOf(by)))) {
    throw new DomainError('payout_approval_own')
  }
  const set = sql`status = 'WAITING', approved_by_id = ${by.memberId}::uuid, approved_by_name = ${by.memberName}`
  await schedule(tx, plannedPayoutQueue, { where, nextAttemptAt: now(), set })
  await mailConfirmers(tx, account, batch, held, { status: 'APPROVED', by })
}

/** Tells the people who confirmed payouts how somebody else has decided. */
async function mailConfirmers(
  tx: Transaction,
  { vendorId }: Account,
  batch: Batch,
  held: HeldRows,
  { status, by }: { status: 'APPROVED' | 'REJECTED'; by: Confirmer },
): Promise<void> {
  for (const confirmerId of new Set(held.rows.map(({ memberId }) => memberId))) {
    const own = heldRows(held.rows.filter(({ memberId }) => memberId === confirmerId))
    const [member] = await findMemberEmail(tx, vendorId, confirmerId)
    if (!member || confirmerId === by.memberId) continue
    const to = { id: confirmerId, email: member.email }
    const decision = { status, decidedByName: by.memberName, reason: null }
    await mailApprovalOver(tx, to, { ...mailedBatch(batch, own, member.email), ...decision })
  }
}

/**
 * Changes the cells of a row for which nothing is or will be paid; it then has to be confirmed. Throws
 * `payout_batch_not_found`, and `payout_batch_changed` for any other row.
 */
export async function correctRow(
  tx: Transaction,
  account: Account,
  key: { batchId: string; rowId: string },
  cells: PayoutCells,
): Promise<void> {
  checkLengths(cells)
  const batch = await lockBatch(tx, account.id, key.batchId)
  const row = (await readRows(tx, account, batch.id)).find(({ id }) => id === key.rowId)
  if (!row || !isOpen(row)) throw new DomainError('payout_batch_changed')
  const { recipientText, bankAccountText, amountText, reference } = columnsOf(cells)
  await tx.$executeRaw`
    UPDATE planned_payouts
       SET status = 'DRAFT', customer_id = NULL, bank_account_id = NULL, amount_minor = NULL, ${FORGET_PAYOUT},
           recipient_text = ${recipientText}, bank_account_text = ${bankAccountText}, amount_text = ${amountText},
           reference = ${reference}
     WHERE account_id = ${account.id}::uuid AND id = ${row.id}::uuid`
}

/** Takes a row out of a batch that was never confirmed. Throws as `correctRow` does. */
export async function removeRow(
  tx: Transaction,
  accountId: string,
  { batchId, rowId }: { batchId: string; rowId: string },
): Promise<void> {
  await lockBatch(tx, accountId, batchId)
  const removed = isId(rowId)
    ? await tx.plannedPayout.updateMany({
        where: { accountId, id: rowId, batchId, status: 'DRAFT' },
        data: { status: 'CANCELED' },
      })
    : { count: 0 }
  if (removed.count !== 1) throw new DomainError('payout_batch_changed')
}

/**
 * Discards a batch that was never confirmed, or stops one: rows whose payout was not made yet never will be. Returns
 * how many rows it stopped. Throws `payout_batch_not_found`.
 */
export async function stopBatch(tx: Transaction, accountId: string, batchId: string): Promise<number> {
  const batch = await lockBatch(tx, accountId, batchId)
  const stopped = await schedule(tx, plannedPayoutQueue, {
    // A worker that is making one of these has lost its lease, and its intent is undone.
    where: sql`account_id = ${accountId}::uuid AND batch_id = ${batch.id}::uuid
               AND status IN ('DRAFT', 'HELD', 'WAITING')`,
    nextAttemptAt: sql`NULL`,
    set: sql`lease_until = NULL, status = 'CANCELED'`,
  })
  if (!batch.startedAt) {
    const where = { accountId_id: { accountId, id: batch.id } }
    await tx.payoutBatch.update({ where, data: { discardedAt: now() } })
  }
  return stopped.length
}

type Batch = { accountId: string; id: string; name: string; startedAt: Date | null }

/** Locks a batch until the end of the transaction. */
async function lockBatch(tx: Transaction, accountId: string, batchId: string): Promise<Batch> {
  const [batch] = isId(batchId)
    ? await tx.$queryRaw<(Batch & { discardedAt: Date | null })[]>`
        SELECT account_id AS "accountId", id, name, started_at AS "startedAt", discarded_at AS "discardedAt"
          FROM payout_batches WHERE account_id = ${accountId}::uuid AND id = ${batchId}::uuid FOR UPDATE`
    : []
  if (!batch) throw new DomainError('payout_batch_not_found')
  if (batch.discardedAt) throw new DomainError('payout_batch_changed')
  return batch
}
