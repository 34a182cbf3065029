import assert from 'node:assert/strict'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { holdMember } from '@/lib/auth/acting-member'
import { may } from '@/lib/auth/permissions'
import { findCustomer } from '@/lib/customers/customer'
import { connectionPool, database, type Sql, sql } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { inOrmTransaction, type OrmTransaction, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { refusalOf } from '@/lib/http/refusals'
import { type Claim, complete, release } from '@/lib/jobs/queue'
import { mailPayoutNotSent, mailRecurringPayoutStopped } from '@/lib/mail/account-mail'
import type { RecurringPayoutStop } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import { dueDayOf, dueTimeOf, todayOf } from '@/lib/series/series'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { firstPeriodFrom, nextPeriods } from '@/lib/time/schedule'
import { type Account, findAccountById } from '@/lib/vendors/account'
import { askApprovers, mailedRequest } from './approval-notices'
import { findMemberEmail } from './approvers'
import { archivedPartOf } from './payable-order'
import { addRequest } from './payout-request'
import {
  findPayoutSeries,
  lockPayoutSeries,
  type PayoutSeries,
  payoutSeriesQueue,
  type RecurringPayout,
} from './recurring-payout'
import { planWithdrawal } from './sweep'

/** Payouts of one series that may wait for a second person, each of which was mailed to everybody who approves. */
const MAX_WAITING = 3
/** Missed periods that are named; those before them are counted. */
const MAX_NAMED = 20

/**
 * Requests the payout of a claimed series' latest period that has begun, and plans the period after. The step of the series
 * and the request are one transaction under the lease, and a unique index allows a period one request: whatever dies, and
 * however many workers try, a period is paid once. Earlier periods that an outage has left are not paid but named: each is a
 * request that was refused, which somebody can schedule again. A series that may not pay any more is stopped, and its vendor
 * told.
 */
export async function requestPeriod(claim: Claim): Promise<void> {
  const { tenantId: accountId, id } = claim
  const account = await findAccountById(database(), accountId)
  const { requestedById, amountMinor } = await findPayoutSeries(connectionPool(), account, id)
  const permission = amountMinor === null ? 'withdrawals.manage' : 'payouts.write'
  await inOrmTransaction(async (tx) => {
    // The member first, as everywhere: a removal holds the member, and then stops its series.
    const [member] = await holdMember(tx, { vendorId: account.vendorId, memberId: requestedById })
    // The test clock can't move it meanwhile.
    const series = await lockPayoutSeries(tx, account, id)
    const isAllowed = member !== undefined && may(member.role, permission)
    const reason = await reasonToStop(tx, account, series, isAllowed)
    if (reason) await stop(tx, claim, account, series, reason)
    else await request(tx, claim, account, series)
  })
}

async function reasonToStop(
  tx: Transaction,
  account: Account,
  series: PayoutSeries,
  isAllowed: boolean,
): Promise<RecurringPayoutStop | null> {
  if (account.isBanned) return 'vendor_banned'
  if (!account.isApproved) return 'live_mode_not_approved'
  if (!isAllowed) return 'requester_left'
  const archived = await archivedPartOf(tx, account, series)
  if (archived) return `${archived}_archived`
  const [waiting] = await countWaiting(tx, { accountId: account.id, seriesId: series.id })
  return (waiting?.count ?? 0) >= MAX_WAITING ? 'too_many_waiting' : null
}

const countWaiting = statement<{ accountId: string; seriesId: string }, { count: number }>(
  'count_waiting_payouts_of_series',
  `SELECT count(*)::int AS count FROM payout_requests
    WHERE account_id = :accountId::uuid AND series_id = :seriesId::uuid AND status = 'WAITING'`,
)

async function request(
  tx: OrmTransaction,
  claim: Claim,
  account: Account,
  series: PayoutSeries,
): Promise<void> {
  const days = periodsBegun(series)
  const latest = days.at(-1)
  if (!latest) return waitForDay(tx, claim, series)
  if (!(await step(tx, claim, series, days.length))) return
  const planned =
    series.amountMinor === null
      ? await planWithdrawal(tx, account, series, latest)
      : { amountMinor: series.amountMinor }
  if (planned.amountMinor === null) {
    const { vendorId, id: accountId } = account
    const event = { vendorId, accountId, action: 'sweep.passed', subjectId: series.id } as const
    await recordAuditEvent(tx, { ...event, detail: `${formatIsoDate(latest)}: ${planned.reason}` })
    return
  }
  const { amountMinor } = planned
  const { id: seriesId, customerId, bankAccountId, reference } = series
  const order = { kind: 'scheduled', customerId, bankAccountId, amountMinor, reference } as const
  const requester = {
    member: { id: series.requestedById, name: series.requestedByName },
    requestId: series.requestId,
  }
  const add = (on: Date, refusal?: ReturnType<typeof missedOn>) => {
    const period = { day: dueDayOf(on, series), period: { seriesId, on } }
    return addRequest(tx, account, { ...order, ...period, ...(refusal ? { refusal } : {}) }, requester)
  }
  // Of a sweep nothing was missed: the money is still there.
  const missed = series.amountMinor === null ? [] : days.slice(0, -1)
  for (const on of missed.slice(-MAX_NAMED)) await add(on, missedOn([on]))
  if (missed.length > 0) await mailMissed(tx, account, { ...series, amountMinor }, missed)
  const added = await add(latest)
  if (added.status === 'WAITING') {
    await askApprovers(tx, account.vendorId, added.requestedById, await mailedRequest(tx, added))
  }
}

/** The days of the next period and of those after it that have begun, within the end of the series. */
function periodsBegun(series: PayoutSeries): Date[] {
  const { periodIndex: index, periodCount: pastCount } = series
  const begunCount = firstPeriodFrom(series, dayAfter(todayOf(series), 1)) - index
  return nextPeriods(series, series, { index, pastCount }, begunCount)
}

/** The vendor has moved to a time zone where the next day begins later. */
async function waitForDay(tx: Transaction, claim: Claim, series: PayoutSeries): Promise<void> {
  assert(series.nextOn, 'an active series has a next day')
  await release(tx, payoutSeriesQueue, claim, dueTimeOf(series.nextOn, series))
}

/** Ends the claim with the step over these periods; false if the series was paused, changed or taken over. */
function step(tx: Transaction, claim: Claim, series: PayoutSeries, count: number): Promise<boolean> {
  const index = series.periodIndex + count
  const pastCount = series.periodCount + count
  const [nextOn] = nextPeriods(series, series, { index, pastCount }, 1)
  const set = sql`period_index = ${index}::int, period_count = ${pastCount}::int`
  if (!nextOn) {
    return complete(tx, payoutSeriesQueue, claim, sql`${set}, status = 'ENDED', next_on = NULL`)
  }
  const next: Sql = sql`${set}, next_on = ${formatIsoDate(nextOn)}::date`
  return release(tx, payoutSeriesQueue, claim, dueTimeOf(nextOn, series), next)
}

function missedOn(days: Date[]) {
  const named = days.slice(-MAX_NAMED).map(formatIsoDate).join(', ')
  const others = days.length - MAX_NAMED
  const before = others > 0 ? ` and ${others} days before` : ''
  return refusalOf(new DomainError('payout_period_missed', { days: `${named}${before}` }))
}

/** One mail for all of an outage. */
async function mailMissed(
  tx: Transaction,
  { id: accountId, vendorId }: Account,
  { id, customerId, amountMinor, requestedById }: RecurringPayout,
  missed: Date[],
): Promise<void> {
  const [requester] = await findMemberEmail(tx, { vendorId, memberId: requestedById })
  await mailPayoutNotSent(tx, {
    accountId,
    customerId,
    reference: `${id}:${formatIsoDate(missed.at(-1) ?? new Date())}`,
    scheduledBy: requester?.email ?? null,
    amountMinor,
    reason: missedOn(missed).message,
  })
}

/** Stops the series until somebody resumes it, and tells the vendor why. */
async function stop(
  tx: Transaction,
  claim: Claim,
  account: Account,
  series: PayoutSeries,
  reason: RecurringPayoutStop,
): Promise<void> {
  const stopped = sql`status = 'STOPPED', stop_reason = ${reason}, next_on = NULL, revision = revision + 1`
  if (!(await complete(tx, payoutSeriesQueue, claim, stopped))) return
  await tellStopped(tx, account, { ...series, revision: series.revision + 1 }, reason)
}

/** Tells the vendor, by mail and in the audit log, that a series was stopped; `revision` tells one stop from the next. */
export async function tellStopped(
  tx: Transaction,
  { id: accountId, vendorId }: Pick<Account, 'id' | 'vendorId'>,
  {
    id,
    customerId,
    amountMinor,
    revision,
  }: Pick<PayoutSeries, 'id' | 'customerId' | 'amountMinor' | 'revision'>,
  reason: RecurringPayoutStop,
): Promise<void> {
  const { name: customer } = await findCustomer(tx, accountId, customerId)
  const isSweep = amountMinor === null
  await mailRecurringPayoutStopped(tx, { accountId, id, customer, isSweep, revision, reason })
  const why = textsIn('en').recurringPayoutStopped.reasons[reason]
  await recordAuditEvent(tx, {
    vendorId,
    accountId,
    action: isSweep ? 'sweep.stopped' : 'recurring_payout.stopped',
    subjectId: id,
    detail: isSweep ? why : `${customer}: ${why}`,
  })
}
