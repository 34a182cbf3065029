import { z } from 'zod'
import type { ActingMember } from '@/lib/audit/record-audit-event'
import type { Mode } from '@/lib/auth/mode'
import { lockAccountFor } from '@/lib/db/account-lock'
import { database, type Sql, sql } from '@/lib/db/client'
import { PayoutStatus, PlannedPayoutStatus } from '@/lib/db/generated/enums'
import { type Runner, runComposed } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { refuseInput } from '@/lib/http/refusals'
import { amountView, dayText } from '@/lib/http/schemas'
import { isId, newId } from '@/lib/ids'
import { schedule } from '@/lib/jobs/queue'
import { presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { type Account, findAccount } from '@/lib/vendors/account'
import { holdApprover, isSamePerson } from './approvers'
import {
  type Confirmer,
  type HeldPayout,
  mailHeldPayout,
  mailScheduler,
  memberOf,
  plannedPayoutQueue,
} from './planned-payout'
import { findRecipient } from './statements'

/** A payout can be scheduled this far ahead. */
const MAXIMUM_DAYS_AHEAD = 366
/** Scheduled payouts of an account that are not sent yet. */
const MAXIMUM_SCHEDULED = 500
const PAST_SHOWN = 50

export type ScheduledOrder = {
  customerId: string
  bankAccountId: string
  /** US cents, above zero. */
  amountMinor: bigint
  /** Midnight in UTC, when it is sent. */
  day: Date
}

/** The part of a scheduled payout that can be changed. */
export type ScheduledChange = Omit<ScheduledOrder, 'customerId'>

/**
 * Schedules a payout for a day: the worker makes it when the day begins in UTC, as days are counted everywhere else.
 * Nothing is reserved for it. From the vendor's threshold on, it waits for a second person, who is asked by mail, and
 * is made on its day or, if it is approved later, as soon as it is. Returns its id.
 *
 * Throws `customer_not_found`, `bank_account_not_found` and `payout_limit_exceeded`, and refuses a day that
 * isn't ahead.
 */
export async function schedulePayout(
  tx: Runner,
  account: Account,
  order: ScheduledOrder,
  confirmer: Confirmer,
): Promise<string> {
  await checkOrder(tx, account, order)
  const id = newId()
  await refuseTooMany(tx, account.id, id)
  const { customerId, bankAccountId, amountMinor, day } = order
  const { status, dueAt } = nextOf(account, order)
  await runComposed(
    tx,
    sql`INSERT INTO planned_payouts (account_id, id, customer_id, bank_account_id, amount_minor, day, status,
                                     next_attempt_at, member_id, member_name, request_id, created_at)
        VALUES (${account.id}::uuid, ${id}::uuid, ${customerId}::uuid, ${bankAccountId}::uuid,
                ${amountMinor}::bigint, ${formatIsoDate(day)}::date, ${status}::planned_payout_status,
                ${dueAt}::timestamptz, ${confirmer.memberId}::uuid, ${confirmer.memberName},
                ${confirmer.requestId}::uuid, ${now()}::timestamptz)`,
  )
  if (status === 'HELD') await mailHeldPayout(tx, account, { ...order, ...confirmer, id })
  return id
}

/** A payout waits for its day or, from the vendor's threshold on, for a second person. */
function nextOf(
  { approvalFromMinor }: Account,
  { amountMinor, day }: ScheduledChange,
): { status: 'HELD' | 'WAITING'; dueAt: Date | null } {
  const takesTwo = approvalFromMinor !== null && amountMinor >= approvalFromMinor
  return takesTwo ? { status: 'HELD', dueAt: null } : { status: 'WAITING', dueAt: day }
}

async function checkOrder(
  on: Runner,
  account: Account,
  { customerId, bankAccountId, amountMinor, day }: ScheduledOrder,
): Promise<void> {
  const [found] = isId(customerId)
    ? await findRecipient(on, account.id, customerId, isId(bankAccountId) ? bankAccountId : null)
    : []
  if (!found) throw new DomainError('customer_not_found')
  if (found.bankAccountId === null) throw new DomainError('bank_account_not_found')
  if (amountMinor > account.payoutLimitMinor) {
    throw new DomainError('payout_limit_exceeded', { limitMinor: account.payoutLimitMinor })
  }
  if (day < dayAfter(now(), 1)) refuseInput('Choose a day from tomorrow on (UTC)')
  if (day > dayAfter(now(), MAXIMUM_DAYS_AHEAD)) refuseInput('Choose a day within a year')
}

/** Refuses a payout if as many others are scheduled as may be. */
async function refuseTooMany(tx: Runner, accountId: string, id: string): Promise<void> {
  await lockAccountFor(tx, 'planned payouts', accountId)
  const [waiting] = await runComposed<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM planned_payouts
         WHERE account_id = ${accountId}::uuid AND batch_id IS NULL AND status IN ('HELD', 'WAITING')
           AND id <> ${id}::uuid`,
  )
  if ((waiting?.count ?? 0) >= MAXIMUM_SCHEDULED) {
    refuseInput(`You have ${MAXIMUM_SCHEDULED} scheduled payouts already`)
  }
}

/** Of scheduled payouts that can still be changed or cancelled. */
const IS_OPEN = sql`status IN ('HELD', 'WAITING', 'REFUSED')`

/**
 * Changes a scheduled payout that isn't sent yet, or schedules one again that was refused. One that is just being sent
 * is either sent as it was, and this throws, or not at all before its new day. An approval doesn't outlive a change.
 *
 * Throws `scheduled_payout_not_found`, `scheduled_payout_over` if it was sent or cancelled, and as `schedulePayout`
 * does.
 */
export async function changeScheduledPayout(
  tx: Transaction,
  account: Account,
  id: string,
  change: ScheduledChange,
  { memberId, memberName, requestId }: Confirmer,
): Promise<void> {
  const { customerId } = await lockScheduled(tx, account.id, id)
  await checkOrder(tx, account, { ...change, customerId })
  // One that was refused has not counted.
  await refuseTooMany(tx, account.id, id)
  const { status, dueAt } = nextOf(account, change)
  const changed = await schedule(tx, plannedPayoutQueue, {
    where: sql`account_id = ${account.id}::uuid AND id = ${id}::uuid AND ${IS_OPEN}`,
    nextAttemptAt: sql`${dueAt}::timestamptz`,
    // A worker that is making it has lost the lease, and its intent is undone.
    set: sql`lease_until = NULL, status = ${status}::planned_payout_status, refusal_code = NULL,
             refusal_detail = NULL, approved_by_id = NULL, approved_by_name = NULL,
             bank_account_id = ${change.bankAccountId}::uuid, amount_minor = ${change.amountMinor}::bigint,
             day = ${formatIsoDate(change.day)}::date, member_id = ${memberId}::uuid, member_name = ${memberName},
             request_id = ${requestId}::uuid`,
  })
  if (changed.length === 0) throw new DomainError('scheduled_payout_over')
  if (status === 'HELD') await mailHeldPayout(tx, account, { ...change, memberId, memberName, id })
}

/**
 * Approves a payout that somebody else has scheduled, as it was shown. It is made on its day or, if that has begun, at
 * once.
 *
 * Throws `role_not_allowed` if the person's role was taken meanwhile, `scheduled_payout_not_found`,
 * `payout_approval_over` and `scheduled_payout_over` if it waits for nobody, `scheduled_payout_changed` and
 * `payout_approval_own`.
 */
export async function approveScheduledPayout(
  tx: Transaction,
  account: Account,
  id: string,
  shown: ScheduledChange,
  by: ActingMember,
): Promise<void> {
  await holdApprover(tx, account.id, by)
  const held = await lockScheduled(tx, account.id, id)
  if (held.status === 'WAITING') throw new DomainError('payout_approval_over', { outcome: 'approved' })
  if (held.status !== 'HELD') throw new DomainError('scheduled_payout_over')
  if (
    held.amountMinor !== shown.amountMinor ||
    held.bankAccountId !== shown.bankAccountId ||
    held.day.getTime() !== shown.day.getTime()
  ) {
    throw new DomainError('scheduled_payout_changed')
  }
  if (isSamePerson(memberOf(held), by)) throw new DomainError('payout_approval_own')
  await schedule(tx, plannedPayoutQueue, {
    where: sql`account_id = ${account.id}::uuid AND id = ${id}::uuid`,
    nextAttemptAt: held.day,
    set: sql`status = 'WAITING', approved_by_id = ${by.id}::uuid, approved_by_name = ${by.name}`,
  })
  await mailScheduler(tx, account, held, { status: 'APPROVED', decidedByName: by.name })
}

/**
 * Cancels a scheduled payout that isn't sent yet. If it waits for a second person, and somebody else cancels it, the
 * person who scheduled it is told. Throws `scheduled_payout_not_found` and `scheduled_payout_over`.
 */
export async function cancelScheduledPayout(
  tx: Transaction,
  account: Account,
  id: string,
  by: ActingMember,
): Promise<void> {
  const found = await lockScheduled(tx, account.id, id)
  const cancelled = await schedule(tx, plannedPayoutQueue, {
    where: sql`account_id = ${account.id}::uuid AND id = ${id}::uuid AND ${IS_OPEN}`,
    nextAttemptAt: sql`NULL`,
    set: sql`lease_until = NULL, status = 'CANCELED', refusal_code = NULL, refusal_detail = NULL`,
  })
  if (cancelled.length === 0) throw new DomainError('scheduled_payout_over')
  if (found.status !== 'HELD' || isSamePerson(memberOf(found), by)) return
  await mailScheduler(tx, account, found, { status: 'REJECTED', decidedByName: by.name })
}

type FoundSchedule = HeldPayout & { customerId: string; status: PlannedPayoutStatus }

/** Locks a scheduled payout until the transaction is over. */
async function lockScheduled(tx: Transaction, accountId: string, id: string): Promise<FoundSchedule> {
  const [found] = isId(id)
    ? await tx.$queryRaw<FoundSchedule[]>`
        SELECT id, customer_id AS "customerId", bank_account_id AS "bankAccountId", amount_minor AS "amountMinor",
               day, status::text AS status, member_id AS "memberId", member_name AS "memberName"
          FROM planned_payouts
         WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND batch_id IS NULL FOR UPDATE`
    : []
  if (!found) throw new DomainError('scheduled_payout_not_found')
  return found
}

const scheduledPayoutRow = z.object({
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
  status: z.enum(PlannedPayoutStatus),
  payoutId: z.uuid().nullable(),
  payoutStatus: z.enum(PayoutStatus).nullable(),
  reason: z.string().nullable().describe('Why it was not sent.'),
  scheduledBy: z.string().describe('The email of the person.'),
  approvedBy: z.string().nullable().describe('Of one that took a second person.'),
  isLate: z.boolean().describe('Its day has begun, and nobody has approved it yet.'),
})

export type ScheduledPayoutRow = z.infer<typeof scheduledPayoutRow>

export const scheduledPayoutsView = z.object({
  upcoming: z.array(scheduledPayoutRow).describe('The next day first.'),
  past: z
    .array(scheduledPayoutRow)
    .describe('The latest that were sent, refused or cancelled, newest first.'),
})

export type ScheduledPayoutsView = z.infer<typeof scheduledPayoutsView>

/** The scheduled payouts of the vendor's account in this mode. */
export async function readVendorScheduledPayouts(
  vendorId: string,
  mode: Mode,
): Promise<ScheduledPayoutsView> {
  return readScheduledPayouts(database(), (await findAccount(database(), vendorId, mode)).id)
}

/** The account's scheduled payouts: all that are to come, and the latest that are over. */
export async function readScheduledPayouts(
  tx: Transaction,
  accountId: string,
): Promise<ScheduledPayoutsView> {
  const upcoming = await findRows(tx, accountId, {
    where: sql`planned.status IN ('HELD', 'WAITING')`,
    order: sql`planned.day, planned.id LIMIT ${MAXIMUM_SCHEDULED}::int`,
  })
  const past = await findRows(tx, accountId, {
    where: sql`planned.status NOT IN ('HELD', 'WAITING')`,
    order: sql`planned.day DESC, planned.id DESC LIMIT ${PAST_SHOWN}::int`,
  })
  return { upcoming: upcoming.map(present), past: past.map(present) }
}

type FoundRow = Omit<ScheduledPayoutRow, 'customer' | 'amount' | 'day' | 'isLate'> & {
  customerId: string
  customerName: string
  amountMinor: bigint
  day: Date
}

function findRows(
  tx: Transaction,
  accountId: string,
  { where, order }: { where: Sql; order: Sql },
): Promise<FoundRow[]> {
  return runComposed<FoundRow>(
    tx,
    sql`SELECT planned.id, customers.id AS "customerId", customers.name AS "customerName",
               own.id AS "bankAccountId", own.bank_name AS "bankName", own.account_number_last4 AS last4,
               (SELECT json_agg(json_build_object('id', id, 'bankName', bank_name, 'last4', account_number_last4)
                                ORDER BY id)
                  FROM bank_accounts WHERE account_id = planned.account_id AND customer_id = customers.id)
                 AS "bankAccounts",
               planned.amount_minor AS "amountMinor", planned.day, planned.status::text AS status,
               planned.payout_id AS "payoutId", payouts.status::text AS "payoutStatus",
               planned.refusal_detail AS reason, planned.member_name AS "scheduledBy",
               planned.approved_by_name AS "approvedBy"
          FROM planned_payouts AS planned
          JOIN bank_accounts AS own ON own.account_id = planned.account_id AND own.id = planned.bank_account_id
          JOIN customers ON customers.account_id = planned.account_id AND customers.id = planned.customer_id
          LEFT JOIN payouts ON payouts.account_id = planned.account_id AND payouts.id = planned.payout_id
         WHERE planned.account_id = ${accountId}::uuid AND planned.batch_id IS NULL AND ${where}
         ORDER BY ${order}`,
  )
}

function present({ customerId, customerName, amountMinor, day, ...row }: FoundRow): ScheduledPayoutRow {
  return {
    ...row,
    customer: { id: customerId, name: customerName },
    amount: presentAmount(amountMinor, 'USD'),
    day: formatIsoDate(day),
    isLate: row.status === 'HELD' && day <= now(),
  }
}
