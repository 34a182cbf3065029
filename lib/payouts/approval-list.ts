import { z } from 'zod'
import { database, type Orm, type Sql, sql } from '@/lib/db/client'
import type { PayoutRequestStatus } from '@/lib/db/generated/enums'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { defineList } from '@/lib/lists/define-list'
import { type WordSearch, wordSearch } from '@/lib/lists/word-search'
import { presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { APPROVAL_CODES, approvalStatusNow, storedApprovalStatus } from './approval-status'

type ApprovalSummary = {
  id: string
  customerName: string
  bankName: string
  accountNumberLast4: string
  amountMinor: bigint
  status: PayoutRequestStatus
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
  status: z.enum(APPROVAL_CODES),
  requestedBy: z.string().describe('The email of the person who asked.'),
  createdAt: moment,
  expiresAt: moment,
})

export type ApprovalRow = z.infer<typeof approvalRow>

const SUMMARY = {
  columns: sql`
    request.id, customer.name AS "customerName", bank_account.bank_name AS "bankName",
    bank_account.account_number_last4 AS "accountNumberLast4", request.amount_minor AS "amountMinor",
    request.status::text AS status, request.requested_by_name AS "requestedByName",
    request.created_at AS "createdAt", request.expires_at AS "expiresAt"`,
  joins: sql`
    JOIN customers AS customer
      ON customer.account_id = request.account_id AND customer.id = request.customer_id
    JOIN bank_accounts AS bank_account
      ON bank_account.account_id = request.account_id AND bank_account.id = request.bank_account_id`,
}

/** Payouts that wait for a second person, or did; searches the customer's name and email, and ids. */
export const approvalList = defineList({
  name: 'payout approvals',
  sorts: ['created'],
  filters: z.object({ status: z.enum(APPROVAL_CODES).optional() }),
  select: (accountId, { filters: { status }, search }) => ({
    table: sql`payout_requests AS request`,
    alias: sql`request`,
    id: sql`request.id`,
    columns: SUMMARY.columns,
    joins: SUMMARY.joins,
    sorts: { created: { column: sql`request.created_at`, type: 'timestamptz' } },
    where: [
      sql`request.account_id = ${accountId}::uuid`,
      sql`request.kind = 'immediate'`,
      ...(status ? [sql`request.status = ${storedApprovalStatus(status)}::payout_request_status`] : []),
    ],
    search: search === null ? null : findApprovals(accountId, search),
  }),
  present: presentApprovalRow,
})

/** Without an index of its own: few payouts are that large. */
function findApprovals(accountId: string, text: string): WordSearch | null {
  if (isId(text)) {
    return {
      passes: sql`(request.id = ${text}::uuid
        OR EXISTS (SELECT FROM payouts WHERE payouts.account_id = ${accountId}::uuid
                      AND payouts.payout_request_id = request.id AND payouts.id = ${text}::uuid))`,
    }
  }
  const words = wordSearch(text, sql`customer.search`)
  return (
    words && {
      passes: sql`EXISTS (SELECT FROM customers AS customer WHERE customer.account_id = ${accountId}::uuid
        AND customer.id = request.customer_id AND (${words.passes}))`,
    }
  )
}

function presentApprovalRow(request: ApprovalSummary): ApprovalRow {
  return {
    id: request.id,
    customerName: request.customerName,
    bankName: request.bankName,
    last4: request.accountNumberLast4,
    amount: presentAmount(request.amountMinor, 'USD'),
    status: approvalStatusNow(request),
    requestedBy: request.requestedByName,
    createdAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
  }
}

export const waitingView = z.object({
  count: z.int().describe('The decisions that wait: a batch is one.'),
  rows: z.array(approvalRow).describe('The first hundred payouts to expire.'),
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
    .describe('The first hundred batches of which some rows wait.'),
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
    .describe('The first hundred scheduled payouts that wait.'),
})

export type WaitingView = z.infer<typeof waitingView>

/** Of each kind. */
const MAX_WAITING = 100

/** The account's payouts that wait for a second person, the first to expire first, its batches, and those of a day. */
export async function readWaiting(accountId: string): Promise<WaitingView> {
  const tx = database()
  const [counted, payouts, batches, scheduled] = await Promise.all([
    tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM (${waitingDecisions(accountId, now())}) AS waiting`,
    firstWaiting<ApprovalSummary>(tx, accountId, sql`request.kind = 'immediate'`, sql`request.created_at`),
    waitingBatches(tx, accountId),
    firstWaiting<ApprovalSummary & { day: Date }>(
      tx,
      accountId,
      sql`request.kind = 'scheduled'`,
      sql`request.day`,
    ),
  ])
  return {
    count: counted[0]?.count ?? 0,
    rows: payouts.map(presentApprovalRow),
    batches: batches.map(({ id, name, rowCount, sumMinor, confirmedBy }) => ({
      id,
      name,
      rowCount,
      sum: presentAmount(sumMinor, 'USD'),
      confirmedBy,
    })),
    scheduled: scheduled.map(({ id, customerName, amountMinor, day, requestedByName }) => ({
      id,
      customerName,
      amount: presentAmount(amountMinor, 'USD'),
      day: formatIsoDate(day),
      scheduledBy: requestedByName,
    })),
  }
}

/** Of requests that wait for a second person. */
function isWaiting(at: Date): Sql {
  return sql`request.status = 'WAITING' AND coalesce(request.expires_at, 'infinity') > ${at}::timestamptz`
}

function firstWaiting<Row extends ApprovalSummary>(
  tx: Orm,
  accountId: string,
  kind: Sql,
  order: Sql,
): Promise<Row[]> {
  return tx.$queryRaw<Row[]>`
    SELECT ${SUMMARY.columns}, request.day
      FROM payout_requests AS request ${SUMMARY.joins}
     WHERE request.account_id = ${accountId}::uuid AND ${kind} AND ${isWaiting(now())}
     ORDER BY ${order}, request.id LIMIT ${MAX_WAITING}`
}

/**
 * A row without columns for each decision that waits for a second person: on a payout, on all that waits of a batch, or
 * on a scheduled payout.
 */
export function waitingDecisions(accountId: string, at: Date): Sql {
  return sql`
    SELECT FROM payout_requests AS request
     WHERE request.account_id = ${accountId}::uuid AND ${isWaiting(at)} GROUP BY coalesce(batch_id, id)`
}

type WaitingBatch = {
  id: string
  name: string
  rowCount: number
  sumMinor: bigint
  confirmedBy: string
}

function waitingBatches(tx: Orm, accountId: string): Promise<WaitingBatch[]> {
  return tx.$queryRaw<WaitingBatch[]>`
    SELECT batch.id, batch.name, waiting.*
      FROM (SELECT batch_id, count(*)::int AS "rowCount", sum(amount_minor)::bigint AS "sumMinor",
                   min(requested_by_name) AS "confirmedBy"
              FROM payout_requests
             WHERE account_id = ${accountId}::uuid AND status = 'WAITING' AND batch_id IS NOT NULL
             GROUP BY batch_id ORDER BY batch_id LIMIT ${MAX_WAITING}) AS waiting
      JOIN payout_batches AS batch ON batch.account_id = ${accountId}::uuid AND batch.id = waiting.batch_id
     ORDER BY batch.id`
}
