import { z } from 'zod'
import { database, type Orm } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { DomainError, isDomainError } from '@/lib/errors'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { walletBalances } from '@/lib/ledger/accounts'
import type { CsvColumn } from '@/lib/lists/csv'
import { presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { type Account, findAccount } from '@/lib/vendors/account'
import { explainPayoutFailure } from './explain-payout-failure'
import { type BatchRow, cellsOf, hasFailed, payableRows, readRows, waitingRows } from './payout-batches'
import { leftTodayMinor } from './payout-form-data'
import { BATCH_ROW_STATUSES, BATCH_STATUSES, type BatchStatus, type RowStatus } from './status'

const ROW_STATUSES = Object.keys(BATCH_ROW_STATUSES) as RowStatus[]
const BATCH_CODES = Object.keys(BATCH_STATUSES) as BatchStatus[]

const batchRow = z.object({
  id: z.uuid(),
  line: z.int(),
  status: z.enum(ROW_STATUSES),
  recipient: z.string().describe('As typed, like the next three.'),
  bankAccount: z.string(),
  amount: z.string(),
  reference: z.string(),
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  to: z.object({ bankName: z.string(), last4: z.string() }).nullable().describe('The bank account it means.'),
  pays: amountView.nullable(),
  problem: z.string().nullable().describe('Why it can’t be paid, or why it failed.'),
  payoutId: z.uuid().nullable(),
})

const selectionView = z.object({ count: z.int(), sum: amountView })

export const batchView = z.object({
  id: z.uuid(),
  mode: z.enum(['test', 'live']),
  name: z.string(),
  uploadedBy: z.string().nullable().describe('The email of the person; null if a program created it.'),
  apiKey: z.string().nullable().describe('The name of the API key that created it.'),
  createdAt: moment,
  status: z.enum(BATCH_CODES),
  sendOn: dayText.nullable().describe('The day on which it is sent; null: as soon as it is confirmed.'),
  earlier: z
    .object({ id: z.uuid(), createdAt: moment })
    .nullable()
    .describe('A batch of the same file that was confirmed before.'),
  new: selectionView.describe('Rows that can be confirmed.'),
  failed: selectionView.describe('Failed rows that can be tried again.'),
  held: selectionView
    .extend({
      by: z.string().nullable().describe('The email of the person who confirmed them.'),
      memberId: z.uuid().nullable().describe('That person.'),
    })
    .describe('Rows that wait for a second person.'),
  approvalFrom: amountView.nullable().describe('From this sum on, a second person approves.'),
  counts: z.record(z.enum(ROW_STATUSES), z.int()),
  paid: amountView.describe('Of the payouts that arrived.'),
  available: amountView,
  leftToday: amountView.describe('Of the daily limit, in UTC.'),
  rows: z.array(batchRow),
})

export type BatchView = z.infer<typeof batchView>
export type BatchRowView = z.infer<typeof batchRow>

/** A batch of the account with all of its rows. Throws `payout_batch_not_found`. */
export async function readBatch(tx: Orm, account: Account, id: string): Promise<BatchView> {
  const where = { accountId_id: { accountId: account.id, id } }
  const batch = isId(id)
    ? await tx.payoutBatch.findUnique({ where, include: { apiKey: { select: { name: true } } } })
    : null
  if (!batch) throw new DomainError('payout_batch_not_found')
  const rows = await readRows(tx, account, id)
  const views = rows.map((row) => presentRow(row, batch.discardedAt !== null))
  const counts = Object.fromEntries(
    ROW_STATUSES.map((status) => [status, views.filter((row) => row.status === status).length]),
  ) as Record<RowStatus, number>
  const { fileHash, createdAt } = batch
  const ofSameFile = {
    accountId: account.id,
    fileHash,
    startedAt: { not: null },
    createdAt: { lt: createdAt },
  }
  const earlier = fileHash
    ? await tx.payoutBatch.findFirst({ where: ofSameFile, orderBy: { createdAt: 'desc' } })
    : null
  const usd = (await walletBalances(tx, account.id)).find(({ currency }) => currency === 'USD')
  const waiting = waitingRows(rows)
  const paidMinor = rows.reduce(
    (sum, { payout, amountMinor }) => sum + (payout?.status === 'PAID' ? (amountMinor ?? 0n) : 0n),
    0n,
  )
  return {
    id,
    mode: account.mode,
    name: batch.name,
    uploadedBy: batch.memberName,
    apiKey: batch.apiKey?.name ?? null,
    createdAt: createdAt.toISOString(),
    status: batchStatus(batch, counts),
    sendOn: batch.sendOn && formatIsoDate(batch.sendOn),
    earlier: earlier && { id: earlier.id, createdAt: earlier.createdAt.toISOString() },
    new: presentSelection(payableRows(rows, 'new')),
    failed: presentSelection(payableRows(rows, 'failed')),
    held: {
      ...presentSelection(waiting),
      by: waiting.rows[0]?.requestedByName ?? null,
      memberId: waiting.rows[0]?.requestedById ?? null,
    },
    approvalFrom: account.approvalFromMinor === null ? null : presentAmount(account.approvalFromMinor, 'USD'),
    counts,
    paid: presentAmount(paidMinor, 'USD'),
    available: presentAmount(usd?.availableMinor ?? 0n, 'USD'),
    leftToday: presentAmount(await leftTodayMinor(tx, account), 'USD'),
    rows: views,
  }
}

function presentSelection({ rows, sumMinor }: { rows: unknown[]; sumMinor: bigint }) {
  return { count: rows.length, sum: presentAmount(sumMinor, 'USD') }
}

type BatchTimes = { startedAt: Date | null; discardedAt: Date | null; sendOn: Date | null }

function batchStatus(
  { startedAt, discardedAt, sendOn }: BatchTimes,
  counts: Record<'waiting' | 'processing' | 'held', number>,
): BatchView['status'] {
  if (discardedAt) return 'discarded'
  if (!startedAt) return 'draft'
  if (sendOn && sendOn > now() && counts.waiting > 0) return 'scheduled'
  if (counts.waiting + counts.processing > 0) return 'running'
  return counts.held > 0 ? 'held' : 'done'
}

function presentRow(row: BatchRow, isDiscarded: boolean): BatchRowView {
  const { id, line, checked, payout } = row
  const isConfirmed = row.amountMinor !== null
  const amountMinor = isConfirmed ? row.amountMinor : checked.amountMinor
  const { customer, bankAccount } = checked
  return {
    id,
    line: line ?? 0,
    status: rowStatus(row, isDiscarded),
    ...cellsOf(row),
    customer: customer && { id: customer.id, name: customer.name },
    to: row.bankAccount
      ? { bankName: row.bankAccount.bankName, last4: row.bankAccount.accountNumberLast4 }
      : bankAccount && { bankName: bankAccount.bankName, last4: bankAccount.last4 },
    pays: amountMinor === null ? null : presentAmount(amountMinor, 'USD'),
    problem: problemOf(row),
    payoutId: payout?.id ?? null,
  }
}

export function rowStatus(row: BatchRow, isDiscarded: boolean): RowStatus {
  if (hasFailed(row)) return 'failed'
  switch (row.status) {
    case 'DRAFT':
      return row.checked.problem === null ? 'ready' : 'bad'
    case 'CANCELED':
      return row.amountMinor === null && !isDiscarded ? 'removed' : 'stopped'
    case 'SENT':
      if (row.payout?.status === 'PAID') return 'paid'
      return row.payout?.status === 'RETURNED' ? 'returned' : 'processing'
    case 'WAITING':
      return 'held'
    default:
      return 'waiting'
  }
}

function problemOf(row: BatchRow): string | null {
  const { payout } = row
  if (row.status === 'DRAFT') return row.checked.problem
  if (row.status === 'REFUSED') return row.reason
  if (payout?.status !== 'FAILED' && payout?.status !== 'RETURNED') return null
  return explainPayoutFailure(payout.failureCode, payout.failureDetail).title
}

/** A batch of the vendor, in either mode, or null. Mail leads to it, whatever mode the reader last looked at. */
export async function readVendorBatch(vendorId: string, id: string): Promise<BatchView | null> {
  for (const mode of ['live', 'test'] as const) {
    const account = await findAccount(database(), vendorId, mode)
    try {
      return await readBatch(database(), account, id)
    } catch (error) {
      if (!isDomainError(error, 'payout_batch_not_found')) throw error
    }
  }
  return null
}

export const batchListRow = z.object({
  id: z.uuid(),
  name: z.string(),
  uploadedBy: z.string().describe('The email of the person, or the name of the API key.'),
  createdAt: moment,
  status: z.enum(BATCH_CODES),
  rowCount: z.int(),
  failedCount: z.int(),
  paid: amountView,
})

export type BatchListRow = z.infer<typeof batchListRow>

const BATCHES_SHOWN = 100

type StoredBatch = Omit<BatchListRow, 'paid' | 'createdAt' | 'status'> & {
  createdAt: Date
  startedAt: Date | null
  discardedAt: Date | null
  sendOn: Date | null
  openCount: number
  heldCount: number
  paidMinor: bigint
}

/** The latest batches of the vendor's account in this mode. */
export async function readVendorBatches(vendorId: string, mode: Mode): Promise<BatchListRow[]> {
  return readBatches(database(), (await findAccount(database(), vendorId, mode)).id)
}

/** The account's latest batches, newest first. */
export async function readBatches(tx: Orm, accountId: string): Promise<BatchListRow[]> {
  const batches = await tx.$queryRaw<StoredBatch[]>`
    SELECT batch.id, batch.name, coalesce(batch.member_name, 'API key “' || key.name || '”') AS "uploadedBy",
           batch.created_at AS "createdAt", batch.started_at AS "startedAt", batch.discarded_at AS "discardedAt",
           batch.send_on AS "sendOn", rows.*
      FROM (SELECT * FROM payout_batches WHERE account_id = ${accountId}::uuid
             ORDER BY created_at DESC, id DESC LIMIT ${BATCHES_SHOWN}) AS batch
      LEFT JOIN api_keys AS key ON key.account_id = ${accountId}::uuid AND key.id = batch.api_key_id
     CROSS JOIN LATERAL (
       SELECT count(*)::int AS "rowCount",
              (count(*) FILTER (WHERE request.status = 'REFUSED' OR request.status = 'SENT' AND payouts.id IS NULL))::int
                AS "failedCount",
              (count(*) FILTER (WHERE request.status = 'APPROVED' OR payouts.status = 'PROCESSING'))::int
                AS "openCount",
              (count(*) FILTER (WHERE request.status = 'WAITING'))::int AS "heldCount",
              coalesce(sum(request.amount_minor) FILTER (WHERE payouts.status = 'PAID'), 0)::bigint AS "paidMinor"
         FROM payout_requests AS request
         LEFT JOIN payouts
           ON payouts.account_id = request.account_id AND payouts.payout_request_id = request.id
          AND payouts.status <> 'FAILED'
        WHERE request.account_id = ${accountId}::uuid AND request.batch_id = batch.id) AS rows
     ORDER BY batch.created_at DESC, batch.id DESC`
  return batches.map(
    ({ createdAt, startedAt, discardedAt, sendOn, openCount, heldCount, paidMinor, ...batch }) => ({
      ...batch,
      createdAt: createdAt.toISOString(),
      status: batchStatus(
        { startedAt, discardedAt, sendOn },
        { waiting: openCount, processing: 0, held: heldCount },
      ),
      paid: presentAmount(paidMinor, 'USD'),
    }),
  )
}

/** The rows as a file that can be corrected and uploaded again; the last two columns are for people. */
export const BATCH_FILE_COLUMNS: CsvColumn<BatchRowView>[] = [
  { title: 'Recipient', value: ({ recipient }) => recipient },
  { title: 'Bank account', value: ({ bankAccount }) => bankAccount },
  { title: 'Amount', value: ({ amount }) => amount },
  { title: 'Reference', value: ({ reference }) => reference },
  { title: 'Line', value: ({ line }) => line },
  { title: 'Status', value: ({ status }) => status },
  { title: 'Problem', value: ({ problem }) => problem },
  { title: 'Payout ID', value: ({ payoutId }) => payoutId },
]
