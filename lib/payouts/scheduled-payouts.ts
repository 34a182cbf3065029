import { z } from 'zod'
import type { ActingMember } from '@/lib/audit/record-audit-event'
import { holdActor } from '@/lib/auth/acting-member'
import { lockAccountFor } from '@/lib/db/account-lock'
import { database, type Orm, type Sql, sql } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { type PayoutRequestStatus, PayoutStatus } from '@/lib/db/generated/enums'
import { type Queryable, runComposed } from '@/lib/db/statement'
import type { OrmTransaction, Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { refuseInput } from '@/lib/http/refusals'
import { amountView, dayText } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn, startOfDay, type Zone } from '@/lib/time/zone'
import { type Account, findAccount } from '@/lib/vendors/account'
import { askApprovers, mailedRequest, tellRequester } from './approval-notices'
import { holdApprover, requireSecondPerson } from './approvers'
import { requirePayable } from './payable-order'
import {
  addRequest,
  cancelRequests,
  confirmRequests,
  decideOnRequests,
  dueTimeOf,
  lockRequest,
  type Requester,
  type StoredRequest,
  withId,
} from './payout-request'

/** A payout can be scheduled this far ahead. */
const MAX_DAYS_AHEAD = 366
/** Scheduled payouts of an account that are not sent yet. */
const MAX_SCHEDULED = 500
const PAST_SHOWN = 50

export type ScheduledOrder = {
  customerId: string
  bankAccountId: string
  /** US cents, above zero. */
  amountMinor: bigint
  /** It is sent when this day begins in the vendor's time zone. */
  day: Date
}

/** The part of a scheduled payout that can be changed. */
export type ScheduledChange = Omit<ScheduledOrder, 'customerId'>

/**
 * Schedules a payout for a day: the worker makes it when the day begins in the vendor's time zone.
 * Nothing is reserved for it. From the vendor's threshold on, it waits for a second person, who is asked by mail, and
 * is made on its day or, if it is approved later, as soon as it is. Returns its id.
 *
 * Throws `role_not_allowed` if the person's role was taken meanwhile, `customer_not_found`, `bank_account_not_found`,
 * `bank_account_unconfirmed` and `payout_limit_exceeded`, and refuses a day that isn't ahead.
 */
export async function createScheduledPayout(
  tx: Queryable,
  account: Account,
  order: ScheduledOrder,
  requester: Requester,
): Promise<string> {
  await holdActor(tx, { vendorId: account.vendorId, member: requester.member }, 'payouts.write')
  await checkOrder(tx, account, order)
  await refuseTooMany(tx, account.id, null)
  const request = await addRequest(tx, account, { ...order, kind: 'scheduled' }, requester)
  if (request.status === 'WAITING') await askForApproval(tx, account, request)
  return request.id
}

async function askForApproval(tx: Queryable, { vendorId }: Account, request: StoredRequest): Promise<void> {
  await askApprovers(tx, vendorId, request.requestedById, await mailedRequest(tx, request))
}

async function checkOrder(on: Queryable, account: Account, { day, ...order }: ScheduledOrder): Promise<void> {
  await requirePayable(on, account, order)
  if (day < dayIn(account.zone, now(), 1)) refuseInput('Choose tomorrow or a later day')
  if (day > dayIn(account.zone, now(), MAX_DAYS_AHEAD)) refuseInput('Choose a day within a year')
}

/** Refuses a payout if as many others are scheduled as may be. */
async function refuseTooMany(tx: Queryable, accountId: string, id: string | null): Promise<void> {
  await lockAccountFor(tx, 'payout requests', accountId)
  const [others] = await runComposed<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM payout_requests
         WHERE account_id = ${accountId}::uuid AND kind = 'scheduled' AND status IN ('WAITING', 'APPROVED')
           AND id IS DISTINCT FROM ${id}::uuid`,
  )
  if ((others?.count ?? 0) >= MAX_SCHEDULED) {
    refuseInput(`You have ${MAX_SCHEDULED} scheduled payouts already`)
  }
}

/** Throws `scheduled_payout_over` for a locked one that can't be changed or canceled any more. */
function requireOpen({ status }: StoredRequest): void {
  if (status === 'SENT' || status === 'CANCELED') throw new DomainError('scheduled_payout_over')
}

/**
 * Changes a scheduled payout that isn't sent yet, or schedules one again that was refused. One that is just being sent
 * is either sent as it was, and this throws, or not at all before its new day. An approval doesn't outlive a change.
 *
 * Throws `scheduled_payout_not_found`, `scheduled_payout_over` if it was sent or canceled, and as `schedulePayout`
 * does.
 */
export async function changeScheduledPayout(
  tx: OrmTransaction,
  account: Account,
  id: string,
  change: ScheduledChange,
  requester: Requester,
): Promise<void> {
  await holdActor(tx, { vendorId: account.vendorId, member: requester.member }, 'payouts.write')
  const request = await lockScheduled(tx, account.id, id)
  const dueAt = dueTimeOf(account.zone, change.day)
  const changed = { ...change, id, customerId: request.customerId, dueAt }
  await checkOrder(tx, account, changed)
  // One that was refused has not counted.
  await refuseTooMany(tx, account.id, id)
  requireOpen(request)
  const confirmed = { rows: [changed], sumMinor: change.amountMinor }
  const status = await confirmRequests(tx, account, confirmed, requester)
  if (status === 'WAITING') await askForApproval(tx, account, await lockScheduled(tx, account.id, id))
}

/**
 * Approves a payout that somebody else has scheduled, as it was shown. It is made on its day or, if that has begun, at
 * once.
 *
 * Throws `role_not_allowed` if the person's role was taken meanwhile, `approver_too_new`, `scheduled_payout_not_found`,
 * `payout_approval_over` and `scheduled_payout_over` if it waits for nobody, `scheduled_payout_changed` and
 * `payout_approval_own`.
 */
export async function approveScheduledRequest(
  tx: OrmTransaction,
  account: Account,
  id: string,
  view: ScheduledChange,
  member: ActingMember,
): Promise<void> {
  const by = { vendorId: account.vendorId, member }
  await holdApprover(tx, by)
  const request = await lockScheduled(tx, account.id, id)
  if (request.status === 'APPROVED') throw new DomainError('payout_approval_over', { outcome: 'approved' })
  if (request.status !== 'WAITING') throw new DomainError('scheduled_payout_over')
  if (
    request.amountMinor !== view.amountMinor ||
    request.bankAccountId !== view.bankAccountId ||
    request.day?.getTime() !== view.day.getTime()
  ) {
    throw new DomainError('scheduled_payout_changed')
  }
  await requireSecondPerson(tx, by, [request.requestedById])
  await decideOnRequests(tx, withId(request), {
    status: 'APPROVED',
    by: member,
    dueAt: dueTimeOf(account.zone, request.day),
  })
  await tellScheduler(tx, account, request, { status: 'APPROVED', decidedByName: member.name })
}

/**
 * Cancels a scheduled payout that isn't sent yet. If it waits for a second person, and somebody else cancels it, the
 * person who scheduled it is told. Throws `scheduled_payout_not_found` and `scheduled_payout_over`.
 */
export async function cancelScheduledPayout(
  tx: OrmTransaction,
  account: Account,
  id: string,
  by: ActingMember,
): Promise<void> {
  const request = await lockScheduled(tx, account.id, id)
  requireOpen(request)
  await cancelRequests(tx, withId(request))
  if (request.status !== 'WAITING' || request.requestedById === by.id) return
  await tellScheduler(tx, account, request, { status: 'REJECTED', decidedByName: by.name })
}

async function tellScheduler(
  tx: Transaction,
  { vendorId }: Account,
  request: StoredRequest,
  decision: { status: 'APPROVED' | 'REJECTED'; decidedByName: string },
): Promise<void> {
  const mailed = await mailedRequest(tx, request)
  await tellRequester(tx, vendorId, request.requestedById, { ...mailed, ...decision, reason: null })
}

/** Locks a scheduled payout until the transaction is over. */
async function lockScheduled(tx: Transaction, accountId: string, id: string): Promise<StoredRequest> {
  const [request] = isId(id) ? await lockRequest(tx, { accountId, id, kind: 'scheduled' }) : []
  if (!request) throw new DomainError('scheduled_payout_not_found')
  return request
}

/** The statuses of scheduled payouts in the dashboard, where one that is approved still waits for its day. */
const SHOWN = {
  WAITING: 'HELD',
  APPROVED: 'WAITING',
  SENT: 'SENT',
  REFUSED: 'REFUSED',
  CANCELED: 'CANCELED',
} as const satisfies Partial<Record<PayoutRequestStatus, string>>

export const scheduledPayoutRow = z.object({
  id: z.uuid(),
  customer: z.object({ id: z.uuid(), name: z.string() }),
  bankAccountId: z.uuid(),
  bankName: z.string(),
  last4: z.string(),
  bankAccounts: z
    .array(z.object({ id: z.uuid(), bankName: z.string(), last4: z.string() }))
    .describe('All of the customer’s, to choose another.'),
  amount: amountView,
  day: dayText,
  seriesId: z.uuid().nullable().describe('The recurring payout that it comes from.'),
  periodOn: dayText
    .nullable()
    .describe('Its day in the calendar of that, which the test clock does not move.'),
  status: z.enum(Object.values(SHOWN)),
  payoutId: z.uuid().nullable(),
  payoutStatus: z.enum(PayoutStatus).nullable(),
  reason: z.string().nullable().describe('Why it was not sent.'),
  scheduledBy: z.string().describe('The email of the person.'),
  memberId: z.uuid().describe('That person.'),
  approvedBy: z.string().nullable().describe('Of one that took a second person.'),
  isLate: z.boolean().describe('Its day has begun, and nobody has approved it yet.'),
})

export type ScheduledPayoutRow = z.infer<typeof scheduledPayoutRow>

export const scheduledPayoutsView = z.object({
  upcoming: z.array(scheduledPayoutRow).describe('The next day first.'),
  past: z.array(scheduledPayoutRow).describe('The latest that were sent, refused or canceled, newest first.'),
})

export type ScheduledPayoutsView = z.infer<typeof scheduledPayoutsView>

/** The scheduled payouts of the vendor's account in this mode. */
export async function readVendorScheduledPayouts(
  vendorId: string,
  mode: Mode,
): Promise<ScheduledPayoutsView> {
  return readScheduledPayouts(database(), await findAccount(database(), vendorId, mode))
}

/** The account's scheduled payouts: all that are to come, and the latest that are over. */
export async function readScheduledPayouts(tx: Orm, account: Owner): Promise<ScheduledPayoutsView> {
  const upcoming = await findRows(tx, account, {
    where: sql`request.status IN ('WAITING', 'APPROVED')`,
    order: sql`request.day, request.id LIMIT ${MAX_SCHEDULED}::int`,
  })
  const past = await findRows(tx, account, {
    where: sql`request.status NOT IN ('WAITING', 'APPROVED')`,
    order: sql`request.day DESC, request.id DESC LIMIT ${PAST_SHOWN}::int`,
  })
  return { upcoming, past }
}

/** The payouts of a series so far, latest first. */
export async function readPayoutsOfSeries(
  tx: Orm,
  account: Owner,
  seriesId: string,
  limit: number,
): Promise<ScheduledPayoutRow[]> {
  return findRows(tx, account, {
    where: sql`request.series_id = ${seriesId}::uuid`,
    order: sql`request.period_on DESC LIMIT ${limit}::int`,
  })
}

type FoundRow = Omit<ScheduledPayoutRow, 'customer' | 'amount' | 'day' | 'periodOn' | 'status' | 'isLate'> & {
  status: keyof typeof SHOWN
  customerId: string
  customerName: string
  amountMinor: bigint
  day: Date
  periodOn: Date | null
}

type Owner = Pick<Account, 'id' | 'zone'>

async function findRows(
  tx: Orm,
  { id: accountId, zone }: Owner,
  { where, order }: { where: Sql; order: Sql },
): Promise<ScheduledPayoutRow[]> {
  const rows = await runComposed<FoundRow>(
    tx,
    sql`SELECT request.id, customers.id AS "customerId", customers.name AS "customerName",
               own.id AS "bankAccountId", own.bank_name AS "bankName", own.account_number_last4 AS last4,
               (SELECT json_agg(json_build_object('id', id, 'bankName', bank_name, 'last4', account_number_last4)
                                ORDER BY id)
                  FROM bank_accounts WHERE account_id = ${accountId}::uuid AND customer_id = customers.id AND archived_at IS NULL)
                 AS "bankAccounts",
               request.amount_minor AS "amountMinor", request.day, request.series_id AS "seriesId",
               request.period_on AS "periodOn", request.status::text AS status,
               payouts.id AS "payoutId", payouts.status::text AS "payoutStatus",
               request.reason, request.requested_by_name AS "scheduledBy", request.requested_by_id AS "memberId",
               request.decided_by_name AS "approvedBy"
          FROM payout_requests AS request
          JOIN bank_accounts AS own ON own.account_id = request.account_id AND own.id = request.bank_account_id
          JOIN customers ON customers.account_id = request.account_id AND customers.id = request.customer_id
          LEFT JOIN payouts ON payouts.account_id = request.account_id AND payouts.payout_request_id = request.id
         WHERE request.account_id = ${accountId}::uuid AND request.kind = 'scheduled' AND ${where}
         ORDER BY ${order}`,
  )
  return rows.map((row) => present(row, zone))
}

function present(
  { customerId, customerName, amountMinor, day, periodOn, status, ...row }: FoundRow,
  zone: Zone,
): ScheduledPayoutRow {
  return {
    ...row,
    status: SHOWN[status],
    customer: { id: customerId, name: customerName },
    amount: presentAmount(amountMinor, 'USD'),
    day: formatIsoDate(day),
    periodOn: periodOn && formatIsoDate(periodOn),
    isLate: status === 'WAITING' && startOfDay(zone, day) <= now(),
  }
}
