import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database, type Sql, sql } from '@/lib/db/client'
import { PayoutApprovalStatus } from '@/lib/db/generated/enums'
import { type WordSearch, wordSearch } from '@/lib/db/list'
import type { Transaction } from '@/lib/db/transaction'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { defineList } from '@/lib/lists/define-list'
import type { ListView } from '@/lib/lists/list-view'
import { presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { findAccount } from '@/lib/vendors/account'

type ApprovalSummary = {
  id: string
  customerName: string
  bankName: string
  accountNumberLast4: string
  amountMinor: bigint
  currency: string
  status: PayoutApprovalStatus
  requestedByName: string
  createdAt: Date
  expiresAt: Date
}

export const approvalRow = z.object({
  id: z.uuid(),
  customerName: z.string(),
  bankName: z.string(),
  last4: z.string(),
  amount: amountView,
  status: z.enum(PayoutApprovalStatus),
  requestedBy: z.string().describe('The email of the person who asked.'),
  createdAt: moment,
  expiresAt: moment,
})

export type ApprovalRow = z.infer<typeof approvalRow>

/** Payouts that wait for a second person, or did; searches the customer's name and email, and ids. */
export const approvalList = defineList({
  sorts: ['created'],
  filters: z.object({
    status: z.enum(['WAITING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED']).optional(),
  }),
  select: (accountId, { filters: { status }, search }) => ({
    table: sql`payout_approvals AS approval`,
    alias: sql`approval`,
    id: sql`approval.id`,
    columns: sql`approval.id, customer.name AS "customerName", bank_account.bank_name AS "bankName",
      bank_account.account_number_last4 AS "accountNumberLast4", approval.amount_minor AS "amountMinor",
      approval.currency, approval.status::text AS status, approval.requested_by_name AS "requestedByName",
      approval.created_at AS "createdAt", approval.expires_at AS "expiresAt"`,
    joins: sql`
      JOIN customers AS customer
        ON customer.account_id = approval.account_id AND customer.id = approval.customer_id
      JOIN bank_accounts AS bank_account
        ON bank_account.account_id = approval.account_id AND bank_account.id = approval.bank_account_id`,
    sorts: { created: { column: sql`approval.created_at`, type: 'timestamptz' } },
    where: [
      sql`approval.account_id = ${accountId}::uuid`,
      ...(status ? [sql`approval.status = ${status}::payout_approval_status`] : []),
    ],
    search: search === null ? null : findApprovals(search),
  }),
  present: presentApprovalRow,
})

/** Without an index of its own: few payouts are that large. */
function findApprovals(typed: string): WordSearch | null {
  if (isId(typed)) {
    return { passes: sql`(approval.id = ${typed}::uuid OR approval.payout_id = ${typed}::uuid)` }
  }
  const words = wordSearch(typed, sql`customer.search`)
  return (
    words && {
      passes: sql`EXISTS (SELECT FROM customers AS customer WHERE customer.account_id = approval.account_id
        AND customer.id = approval.customer_id AND (${words.passes}))`,
    }
  )
}

/** The status that people see: the worker notes the end of the wait up to a minute late. */
export function shownStatus({
  status,
  expiresAt,
}: Pick<ApprovalSummary, 'status' | 'expiresAt'>): PayoutApprovalStatus {
  return status === 'WAITING' && expiresAt <= now() ? 'EXPIRED' : status
}

function presentApprovalRow(approval: ApprovalSummary): ApprovalRow {
  return {
    id: approval.id,
    customerName: approval.customerName,
    bankName: approval.bankName,
    last4: approval.accountNumberLast4,
    amount: presentAmount(approval.amountMinor, approval.currency),
    status: shownStatus(approval),
    requestedBy: approval.requestedByName,
    createdAt: approval.createdAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
  }
}

/** A page of the account's payouts that wait for a second person, or did. */
export async function readApprovals(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<ApprovalRow>> {
  const account = await findAccount(database(), vendorId, mode)
  return approvalList.read(account.id, params)
}

export const waitingView = z.object({
  count: z.int().describe('The decisions that wait: a batch is one.'),
  rows: z.array(approvalRow).describe('The first payouts to expire.'),
  batches: z
    .array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        rowCount: z.int(),
        sum: amountView,
        confirmedBy: z.string().describe('The email of the person who confirmed them.'),
      }),
    )
    .describe('The first batches of which some rows wait.'),
  scheduled: z
    .array(
      z.object({
        id: z.uuid(),
        customerName: z.string(),
        amount: amountView,
        day: dayText,
        scheduledBy: z.string().describe('The email of the person who scheduled it.'),
      }),
    )
    .describe('The first scheduled payouts that wait.'),
})

export type WaitingView = z.infer<typeof waitingView>

const SHOWN_AT_ONCE = 5

/** The payouts and batches that wait in one of the vendor's modes. */
export async function readWaitingOf(vendorId: string, mode: Mode): Promise<WaitingView> {
  return readWaiting((await findAccount(database(), vendorId, mode)).id)
}

/** The account's payouts that wait for a second person, the first to expire first, its batches, and those of a day. */
export async function readWaiting(accountId: string): Promise<WaitingView> {
  const tx = database()
  const where = { accountId, status: 'WAITING', expiresAt: { gt: now() } } as const
  const heldPayouts = { accountId, batchId: null, status: 'HELD' } as const
  const [counted, waiting, held, scheduled] = await Promise.all([
    tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM (${waitingDecisions(accountId, now())}) AS waiting`,
    tx.payoutApproval.findMany({
      where,
      include: { bankAccount: { include: { customer: { select: { name: true } } } } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: SHOWN_AT_ONCE,
    }),
    heldBatches(tx, accountId),
    tx.plannedPayout.findMany({
      where: heldPayouts,
      include: { bankAccount: { include: { customer: { select: { name: true } } } } },
      orderBy: [{ day: 'asc' }, { id: 'asc' }],
      take: SHOWN_AT_ONCE,
    }),
  ])
  const rows = waiting.map(({ bankAccount, ...approval }) =>
    presentApprovalRow({
      ...approval,
      customerName: bankAccount.customer.name,
      bankName: bankAccount.bankName,
      accountNumberLast4: bankAccount.accountNumberLast4,
    }),
  )
  return {
    count: counted[0]?.count ?? 0,
    rows,
    batches: held.map(({ id, name, rowCount, sumMinor, confirmedBy }) => ({
      id,
      name,
      rowCount,
      sum: presentAmount(sumMinor, 'USD'),
      confirmedBy,
    })),
    scheduled: scheduled.map(({ id, bankAccount, amountMinor, day, memberName }) => ({
      id,
      customerName: bankAccount?.customer.name ?? '',
      amount: presentAmount(amountMinor ?? 0n, 'USD'),
      day: day ? formatIsoDate(day) : '',
      scheduledBy: memberName,
    })),
  }
}

/**
 * A row without columns for each decision that waits for a second person: on a payout, on all that waits of a batch, or
 * on a scheduled payout.
 */
export function waitingDecisions(accountId: string, at: Date): Sql {
  return sql`
    SELECT FROM payout_approvals
     WHERE account_id = ${accountId}::uuid AND status = 'WAITING' AND expires_at > ${at}::timestamptz
     UNION ALL
    (SELECT FROM planned_payouts
      WHERE account_id = ${accountId}::uuid AND status = 'HELD' GROUP BY coalesce(batch_id, id))`
}

type HeldBatch = {
  id: string
  name: string
  rowCount: number
  sumMinor: bigint
  confirmedBy: string
}

function heldBatches(tx: Transaction, accountId: string): Promise<HeldBatch[]> {
  return tx.$queryRaw<HeldBatch[]>`
    SELECT batch.id, batch.name, held.*
      FROM (SELECT batch_id, count(*)::int AS "rowCount", sum(amount_minor)::bigint AS "sumMinor",
                   min(member_name) AS "confirmedBy"
              FROM planned_payouts
             WHERE account_id = ${accountId}::uuid AND status = 'HELD' AND batch_id IS NOT NULL
             GROUP BY batch_id ORDER BY batch_id LIMIT ${SHOWN_AT_ONCE}) AS held
      JOIN payout_batches AS batch ON batch.account_id = ${accountId}::uuid AND batch.id = held.batch_id
     ORDER BY batch.id`
}
