import { z } from 'zod'
import { holdActor } from '@/lib/auth/acting-member'
import { findSelf } from '@/lib/customers/self'
import { lockAccountFor } from '@/lib/db/account-lock'
import { database, type Orm } from '@/lib/db/client'
import { RecurringStatus } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { dayText } from '@/lib/http/schemas'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { isId } from '@/lib/ids'
import { walletBalances } from '@/lib/ledger/accounts'
import type { RecurringPayoutStop } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import { formatMajor } from '@/lib/money/money'
import { dueDayOf, earliestDayOf, todayOf } from '@/lib/series/series'
import { presentSeries, seriesView } from '@/lib/series/series-view'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { firstPeriodFrom, nextPeriods, periodDay, type Schedule, scheduleInWords } from '@/lib/time/schedule'
import type { Account } from '@/lib/vendors/account'
import { requirePayable } from './payable-order'
import { leftTodayMinor } from './payout-form-data'
import type { Requester } from './payout-request'
import {
  addSeries,
  lockPayoutSeries,
  type PayoutSeries,
  pauseLocked,
  replaceTerms,
  resumeLocked,
  setStatus,
} from './recurring-payout'
import { readPayoutsOfSeries, scheduledPayoutRow } from './scheduled-payouts'
import { type SweepFields, sweepFields, weekdayOf } from './sweep-fields'

/*
 * The automatic withdrawals of an account: a series of payouts to the vendor's own bank account, each of what the wallet has
 * above an amount that stays (docs/decisions/0115-schedules-of-the-vendor.md). An account has one, until it is ended.
 */

export type SweepTerms = {
  bankAccountId: string
  /** US cents that stay in the wallet. */
  keepMinor: bigint
  /** The least US cents worth sending. */
  leastMinor: bigint
  /** From a day on that is ahead. */
  scheduleFrom: (day: Date) => Schedule
}

/** The terms for the audit log: `weekly on Friday, keeps $100.00, sends $1.00 or more`. */
function termsInWords({ keepMinor, leastMinor }: SweepTerms, schedule: Schedule): string {
  const words = scheduleInWords(schedule)
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}, keeps ${dollars(keepMinor)}, sends ${dollars(leastMinor)} or more`
}

function dollars(amountMinor: bigint): string {
  return formatAmountIn('en', formatMajor(amountMinor, 'USD'), 'USD')
}

const findOpenId = statement<{ accountId: string }, { id: string }>(
  'find_sweep',
  `SELECT id FROM recurring_payouts
    WHERE account_id = :accountId::uuid AND amount_minor IS NULL AND status <> 'ENDED'`,
)

async function lockSweep(tx: Queryable, account: Account): Promise<PayoutSeries | null> {
  await lockAccountFor(tx, 'payout requests', account.id)
  const [open] = await findOpenId(tx, { accountId: account.id })
  return open ? lockPayoutSeries(tx, account, open.id) : null
}

/** Throws `sweep_not_found`. */
async function lockOpenSweep(tx: Queryable, account: Account): Promise<PayoutSeries> {
  const sweep = await lockSweep(tx, account)
  if (!sweep) throw new DomainError('sweep_not_found')
  return sweep
}

/**
 * Sets the automatic withdrawals up, or changes them, in the name of an owner. The first one is on the next day that fits after
 * today. Those that are paused or were stopped stay so. Returns the id, and the terms in words.
 *
 * Throws `role_not_allowed` if the person's role was taken meanwhile, `sweep_changed` if `revision` is not that of the
 * terms as they are, null if there are none, `bank_account_not_found` and `bank_account_waits`.
 */
export async function saveSweep(
  tx: OrmTransaction,
  account: Account,
  { revision, ...terms }: SweepTerms & { revision: number | null },
  requester: Requester,
): Promise<{ id: string; detail: string }> {
  await holdActor(tx, { vendorId: account.vendorId, member: requester.member }, 'withdrawals.manage')
  const customerId = await findSelf(tx, account.id)
  if (!customerId) throw new DomainError('bank_account_not_found')
  const { bankAccountId, keepMinor, leastMinor } = terms
  await requirePayable(tx, account, { customerId, bankAccountId, amountMinor: leastMinor })
  const sweep = await lockSweep(tx, account)
  if ((sweep?.revision ?? null) !== revision) throw new DomainError('sweep_changed')
  const clock = sweep ?? { zone: account.zone, clockDays: 0, lastOn: null }
  const today = todayOf(clock)
  const earliest = earliestDayOf(clock)
  const schedule = terms.scheduleFrom(earliest > today ? earliest : dayAfter(today, 1))
  const nextOn = periodDay(schedule, 0)
  const order = { bankAccountId, amountMinor: null, keepMinor, leastMinor, schedule, end: NEVER }
  const detail = termsInWords(terms, schedule)
  if (sweep) {
    await replaceTerms(tx, sweep, order, nextOn, requester)
    return { id: sweep.id, detail }
  }
  const id = await addSeries(tx, account, { ...order, customerId, reference: null }, nextOn, requester)
  return { id, detail }
}

const NEVER = { endsOn: null, endsAfter: null }

/** Withdraws nothing until it is resumed. Returns its id; null if it was paused or stopped already. Throws `sweep_not_found`. */
export async function pauseSweep(tx: OrmTransaction, account: Account): Promise<string | null> {
  const sweep = await lockOpenSweep(tx, account)
  return (await pauseLocked(tx, sweep)) ? sweep.id : null
}

/**
 * Goes on with the first day from today, in the name of an owner. Null if it is active. Throws `sweep_not_found`,
 * `role_not_allowed` and `payout_recipient_archived`.
 */
export async function resumeSweep(
  tx: OrmTransaction,
  account: Account,
  requester: Requester,
): Promise<{ id: string; nextOn: Date } | null> {
  await holdActor(tx, { vendorId: account.vendorId, member: requester.member }, 'withdrawals.manage')
  const sweep = await lockOpenSweep(tx, account)
  const nextOn = await resumeLocked(tx, account, sweep, requester)
  return nextOn && { id: sweep.id, nextOn }
}

/** Ends it for good; another one can be set up. Returns its id. Throws `sweep_not_found`. */
export async function endSweep(tx: OrmTransaction, account: Account): Promise<string> {
  const sweep = await lockOpenSweep(tx, account)
  await setStatus(tx, sweep, 'ENDED')
  return sweep.id
}

/** US cents, or why there are too few to send. */
type Withdrawal = { amountMinor: bigint } | { amountMinor: null; reason: string }

/**
 * What a sweep withdraws for its period of this day. Besides what it keeps, it leaves what payouts need that were requested, or
 * are to recur, before its next day, and stays within the limits of a payout and of the day.
 */
export async function planWithdrawal(
  tx: OrmTransaction,
  account: Account,
  sweep: PayoutSeries,
  day: Date,
): Promise<Withdrawal> {
  const [keepMinor, leastMinor] = [sweep.keepMinor ?? 0n, sweep.leastMinor ?? 1n]
  const nextOn = periodDay(sweep, firstPeriodFrom(sweep, dayAfter(day, 1)))
  const plannedMinor = async (until: Date) => {
    const untilDay = dueDayOf(until, sweep)
    // A series that requests its payout meanwhile counts twice rather than not at all.
    const recurringMinor = await dueRecurringMinor(tx, account, untilDay)
    const [requested] = await sumRequested(tx, { accountId: account.id, until: formatIsoDate(untilDay) })
    return recurringMinor + BigInt(requested?.sumMinor ?? 0)
  }
  const usd = (await walletBalances(tx, account.id)).find(({ currency }) => currency === 'USD')
  const availableMinor = usd?.availableMinor ?? 0n
  const othersMinor = await plannedMinor(nextOn)
  const others = othersMinor > 0n ? `, ${dollars(othersMinor)} for other payouts` : ''
  // What is planned for today needs its part of the day's limit too.
  const plannedTodayMinor = await plannedMinor(dayAfter(todayOf(sweep), 1))
  const bounds = [
    {
      minor: availableMinor - keepMinor - othersMinor,
      words: `${dollars(availableMinor)} available, ${dollars(keepMinor)} to keep${others}`,
    },
    { minor: account.payoutLimitMinor, words: 'the limit of one payout' },
    {
      minor: (await leftTodayMinor(tx, account)) - plannedTodayMinor,
      words: 'what other payouts leave of the day’s limit',
    },
  ]
  const { minor, words } = bounds.reduce((least, bound) => (bound.minor < least.minor ? bound : least))
  if (minor > 0n && minor >= leastMinor) return { amountMinor: minor }
  const left = minor > 0n ? `only ${dollars(minor)} could be withdrawn` : 'nothing could be withdrawn'
  return { amountMinor: null, reason: `${left} (${words}); the least it sends is ${dollars(leastMinor)}` }
}

const sumRequested = statement<{ accountId: string; until: string }, { sumMinor: bigint }>(
  'sum_requested_payouts',
  `SELECT coalesce(sum(amount_minor), 0)::bigint AS "sumMinor" FROM payout_requests
    WHERE account_id = :accountId::uuid AND status IN ('WAITING', 'APPROVED') AND (day IS NULL OR day < :until::date)`,
)

/** Periods of one recurring payout between two sweeps: a month has at most five weeks. */
const MAX_PERIODS = 6

/** What active recurring payouts are still to request before this day. */
async function dueRecurringMinor(
  tx: OrmTransaction,
  { id: accountId }: Account,
  until: Date,
): Promise<bigint> {
  const active = await tx.recurringPayout.findMany({
    where: { accountId, status: 'ACTIVE', amountMinor: { not: null } },
  })
  return active.reduce((sumMinor, { amountMinor, periodIndex: index, periodCount: pastCount, ...series }) => {
    const days = nextPeriods(series, series, { index, pastCount }, MAX_PERIODS)
    const due = days.filter((day) => dueDayOf(day, series) < until)
    return sumMinor + BigInt(due.length) * (amountMinor ?? 0n)
  }, 0n)
}

/** True if it is the id of automatic withdrawals of the account, also of those that were ended. */
export async function isSweep(accountId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  return (await database().recurringPayout.count({ where: { accountId, id, amountMinor: null } })) > 0
}

const PAYOUTS_SHOWN = 20

export const sweepView = z.object({
  status: z.enum(RecurringStatus),
  schedule: z.string(),
  fields: sweepFields,
  bankName: z.string(),
  last4: z.string(),
  nextOn: dayText.nullable(),
  problem: z.string().nullable().describe('Why it was stopped.'),
  requestedBy: z.string().describe('The email of the owner in whose name it withdraws.'),
  revision: z.int(),
  resumesOn: dayText.nullable().describe('The next day if it is resumed today.'),
  timeline: seriesView.shape.timeline.describe('The latest steps, oldest first.'),
  payouts: z.array(scheduledPayoutRow).describe('The latest withdrawals, latest first.'),
})

export type SweepView = z.infer<typeof sweepView>

/** The automatic withdrawals of the account; null if none are set up. */
export async function readSweep(account: Account): Promise<SweepView | null> {
  const tx = database()
  const [open] = await findOpenId(tx, { accountId: account.id })
  if (!open) return null
  const series = await readSeries(tx, account, open.id)
  const { bankAccount, status, stopReason, keepMinor, leastMinor, dayOfMonth, unit, nextOn } = series
  const [payouts, { revision, resumesOn, timeline }] = await Promise.all([
    readPayoutsOfSeries(tx, account, open.id, PAYOUTS_SHOWN),
    presentSeries(tx, account.vendorId, series),
  ])
  return {
    status,
    schedule: scheduleInWords(series),
    fields: {
      bankAccountId: series.bankAccountId,
      unit: unit as SweepFields['unit'],
      weekday: weekdayOf(series.startsOn),
      dayOfMonth: dayOfMonth ?? 1,
      keep: formatMajor(keepMinor ?? 0n, 'USD'),
      least: formatMajor(leastMinor ?? 0n, 'USD'),
    },
    bankName: bankAccount.bankName,
    last4: bankAccount.accountNumberLast4,
    nextOn: nextOn && formatIsoDate(nextOn),
    problem: stopReason && textsIn('en').recurringPayoutStopped.reasons[stopReason as RecurringPayoutStop],
    requestedBy: series.requestedByName,
    revision,
    resumesOn,
    timeline,
    payouts,
  }
}

async function readSeries(tx: Orm, { id: accountId, zone }: Account, id: string) {
  const series = await tx.recurringPayout.findUniqueOrThrow({
    where: { accountId_id: { accountId, id } },
    include: {
      bankAccount: { select: { bankName: true, accountNumberLast4: true } },
      requests: { select: { periodOn: true }, orderBy: { periodOn: 'desc' }, take: 1 },
    },
  })
  return { ...series, zone, lastOn: series.requests[0]?.periodOn ?? null }
}
