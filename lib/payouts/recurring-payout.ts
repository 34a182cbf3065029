import type { ActingMember } from '@/lib/audit/record-audit-event'
import { holdActor } from '@/lib/auth/acting-member'
import { type CustomerRecord, findActiveCustomer } from '@/lib/customers/customer'
import { lockAccountFor } from '@/lib/db/account-lock'
import type { RecurringStatus, RecurringUnit } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import type { OrmTransaction, Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { refuseInput } from '@/lib/http/refusals'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { isId, newId } from '@/lib/ids'
import { type LeasedQueue, NO_MORE_WORK } from '@/lib/jobs/queue'
import { formatMajor } from '@/lib/money/money'
import { firstDayOf, nextWork, periodAfterPause } from '@/lib/series/series'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { type End, type Schedule, scheduleInWords } from '@/lib/time/schedule'
import { startOfDay, type Zone } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { archivedPartOf, requirePayable } from './payable-order'
import type { Requester } from './payout-request'

/*
 * A series of payouts to one bank account (docs/decisions/0111-recurring-payouts.md). It moves no money: when the day of a
 * period begins, `request-period.ts` adds the period's payout request, which goes the way of any scheduled payout.
 *
 *   ACTIVE   has a next day              → PAUSED or ENDED by a person; STOPPED; its last period is over: ENDED
 *   PAUSED   by a person                 → resumed: ACTIVE; ENDED
 *   STOPPED  by the service, which says why → as PAUSED
 *   ENDED    for good
 *
 * Each act of a person takes the lease away: a worker that is about to add a period's payout adds none.
 */

/** Series whose next payout is to be requested. */
export const payoutSeriesQueue: LeasedQueue = {
  table: 'recurring_payouts',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

/** Those of an account that have not ended. */
export const MAX_SERIES = 500
/** What may be changed for the payouts to come. */
export type SeriesTerms = {
  bankAccountId: string
  /** US cents of each payout, above zero. */
  amountMinor: bigint
  /** In the metadata of each payout. */
  reference: string | null
  schedule: Schedule
  end: End
}

/** The terms for the audit log: `$500.00, weekly on Friday`. */
export function termsInWords({ amountMinor, schedule }: SeriesTerms): string {
  const words = scheduleInWords(schedule)
  const amount = formatAmountIn('en', formatMajor(amountMinor, 'USD'), 'USD')
  return `${amount}, ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

export type PayoutSeries = {
  accountId: string
  id: string
  customerId: string
  bankAccountId: string
  /** US cents; null for a sweep, which withdraws what the wallet has above `keepMinor`, from `leastMinor` on. */
  amountMinor: bigint | null
  keepMinor: bigint | null
  leastMinor: bigint | null
  reference: string | null
  unit: RecurringUnit
  every: number
  dayOfMonth: number | null
  startsOn: Date
  endsOn: Date | null
  endsAfter: number | null
  status: RecurringStatus
  stopReason: string | null
  periodIndex: number
  nextOn: Date | null
  periodCount: number
  clockDays: number
  revision: number
  requestedById: string
  requestedByName: string
  requestId: string | null
  createdAt: Date
  /** The day of its latest period. */
  lastOn: Date | null
  /** The vendor's, in which its days begin. */
  zone: Zone
}

type PayoutSeriesRow = Omit<PayoutSeries, 'zone'>

type Owner = Pick<Account, 'id' | 'zone'>

const COLUMNS = `
  account_id AS "accountId", id, customer_id AS "customerId", bank_account_id AS "bankAccountId",
  amount_minor AS "amountMinor", keep_minor AS "keepMinor", least_minor AS "leastMinor", reference, unit, every, day_of_month AS "dayOfMonth", starts_on AS "startsOn",
  ends_on AS "endsOn", ends_after AS "endsAfter", status, stop_reason AS "stopReason", period_index AS "periodIndex",
  next_on AS "nextOn", period_count AS "periodCount", clock_days AS "clockDays", revision,
  requested_by_id AS "requestedById", requested_by_name AS "requestedByName", request_id AS "requestId",
  created_at AS "createdAt",
  (SELECT max(period_on) FROM payout_requests
    WHERE payout_requests.account_id = :accountId::uuid AND series_id = recurring_payouts.id) AS "lastOn"`

const BY_ID = `
  SELECT ${COLUMNS} FROM recurring_payouts WHERE account_id = :accountId::uuid AND id = :id::uuid`

const findRow = statement<{ accountId: string; id: string }, PayoutSeriesRow>('find_recurring_payout', BY_ID)

/** Also holds back a worker that is about to request its next payout. */
const lockRow = statement<{ accountId: string; id: string }, PayoutSeriesRow>(
  'lock_recurring_payout',
  `${BY_ID} FOR NO KEY UPDATE`,
)

/** A series that pays the same each time. */
export type RecurringPayout = PayoutSeries & { amountMinor: bigint }

/** Throws `recurring_payout_not_found`, also for a sweep. */
export async function findRecurringPayout(on: Queryable, owner: Owner, id: string): Promise<RecurringPayout> {
  return requireAmount(await findPayoutSeries(on, owner, id))
}

function requireAmount({ amountMinor, ...series }: PayoutSeries): RecurringPayout {
  if (amountMinor === null) throw new DomainError('recurring_payout_not_found')
  return { ...series, amountMinor }
}

/** A series or a sweep. Throws `recurring_payout_not_found`. */
export async function findPayoutSeries(on: Queryable, owner: Owner, id: string): Promise<PayoutSeries> {
  return inZone(owner, isId(id) ? await findRow(on, { accountId: owner.id, id }) : [])
}

/** The same, locked until the transaction ends. */
export async function lockPayoutSeries(on: Queryable, owner: Owner, id: string): Promise<PayoutSeries> {
  return inZone(owner, isId(id) ? await lockRow(on, { accountId: owner.id, id }) : [])
}

function inZone({ zone }: Owner, [row]: PayoutSeriesRow[]): PayoutSeries {
  if (!row) throw new DomainError('recurring_payout_not_found')
  return { ...row, zone }
}

/**
 * Starts a series in the name of a member who may pay. Its first payout is requested when its first day begins in the
 * vendor's time zone, at once if that is today. Nothing is reserved.
 *
 * Throws `role_not_allowed` if the person's role was taken meanwhile, `customer_not_found`, also for the payee of
 * withdrawals, `bank_account_not_found`, `bank_account_unconfirmed` and `payout_limit_exceeded`, and refuses a first day
 * that is over and an end before it.
 */
export async function createPayoutSeries(
  tx: Queryable,
  account: Account,
  { customerId, ...terms }: SeriesTerms & { customerId: string },
  { member, requestId }: Requester,
): Promise<{ id: string; customer: CustomerRecord }> {
  const { bankAccountId, amountMinor, reference, schedule, end } = terms
  const { id: accountId } = account
  await holdActor(tx, { vendorId: account.vendorId, member }, 'payouts.write')
  const customer = await findActiveCustomer(tx, accountId, customerId)
  await requirePayable(tx, account, { customerId, bankAccountId, amountMinor })
  await refuseTooMany(tx, accountId)
  const { zone } = account
  const nextOn = firstDayOf(terms, { zone, clockDays: 0, periodCount: 0, lastOn: null }, 'payout')
  const amounts = { amountMinor, keepMinor: null, leastMinor: null }
  const order = { customerId, bankAccountId, ...amounts, reference, schedule, end }
  const id = await addSeries(tx, account, order, nextOn, { member, requestId })
  return { id, customer }
}

type SeriesOrder = Pick<
  PayoutSeries,
  'customerId' | 'bankAccountId' | 'amountMinor' | 'keepMinor' | 'leastMinor' | 'reference'
> & { schedule: Schedule; end: End }

/** Adds a series or a sweep whose first period is on this day. Returns its id. */
export async function addSeries(
  tx: Queryable,
  { id: accountId, zone }: Owner,
  { schedule, end, ...order }: SeriesOrder,
  nextOn: Date,
  { member, requestId }: Requester,
): Promise<string> {
  const id = newId()
  await addRow(tx, {
    accountId,
    id,
    ...order,
    unit: schedule.unit,
    every: schedule.every,
    dayOfMonth: schedule.dayOfMonth,
    startsOn: formatIsoDate(schedule.startsOn),
    endsOn: end.endsOn && formatIsoDate(end.endsOn),
    endsAfter: end.endsAfter,
    nextOn: formatIsoDate(nextOn),
    nextAttemptAt: startOfDay(zone, nextOn),
    requestedById: member.id,
    requestedByName: member.name,
    requestId,
    createdAt: now(),
  })
  return id
}

const addRow = statement<
  {
    accountId: string
    id: string
    customerId: string
    bankAccountId: string
    amountMinor: bigint | null
    keepMinor: bigint | null
    leastMinor: bigint | null
    reference: string | null
    unit: RecurringUnit
    every: number
    dayOfMonth: number | null
    startsOn: string
    endsOn: string | null
    endsAfter: number | null
    nextOn: string
    nextAttemptAt: Date
    requestedById: string
    requestedByName: string
    requestId: string | null
    createdAt: Date
  },
  object
>(
  'add_recurring_payout',
  `INSERT INTO recurring_payouts (account_id, id, customer_id, bank_account_id, amount_minor, keep_minor, least_minor, reference, unit, every,
                                  day_of_month, starts_on, ends_on, ends_after, next_on, next_attempt_at,
                                  requested_by_id, requested_by_name, request_id, created_at)
   VALUES (:accountId::uuid, :id::uuid, :customerId::uuid, :bankAccountId::uuid, :amountMinor::bigint, :keepMinor::bigint, :leastMinor::bigint, :reference,
           :unit::recurring_unit, :every::int, :dayOfMonth::int, :startsOn::date, :endsOn::date, :endsAfter::int,
           :nextOn::date, :nextAttemptAt::timestamptz, :requestedById::uuid, :requestedByName, :requestId::uuid,
           :createdAt::timestamptz)`,
)

async function refuseTooMany(tx: Queryable, accountId: string): Promise<void> {
  await lockAccountFor(tx, 'payout requests', accountId)
  const [open] = await countOpen(tx, { accountId })
  if ((open?.count ?? 0) >= MAX_SERIES) {
    refuseInput(`You have ${MAX_SERIES} recurring payouts already. End one of them first`)
  }
}

const countOpen = statement<{ accountId: string }, { count: number }>(
  'count_open_recurring_payouts',
  `SELECT count(*)::int AS count FROM recurring_payouts
    WHERE account_id = :accountId::uuid AND status <> 'ENDED' AND amount_minor IS NOT NULL`,
)

/**
 * Replaces the terms for the payouts to come, which are in the name of the member from then on. A series that is paused
 * or was stopped stays so.
 *
 * Throws `recurring_payout_not_found`, `recurring_payout_ended`, `recurring_payout_changed` if somebody else has changed
 * it since it was read, and as `createPayoutSeries` does.
 */
export async function changePayoutSeries(
  tx: OrmTransaction,
  account: Account,
  { id, revision }: { id: string; revision: number },
  { schedule, end, ...terms }: SeriesTerms,
  requester: Requester,
): Promise<void> {
  await holdActor(tx, { vendorId: account.vendorId, member: requester.member }, 'payouts.write')
  const series = await lockOpen(tx, account, id)
  if (series.revision !== revision) throw new DomainError('recurring_payout_changed')
  await requirePayable(tx, account, { ...terms, customerId: series.customerId })
  const nextOn = firstDayOf({ schedule, end }, series, 'payout')
  await replaceTerms(tx, series, { ...terms, schedule, end }, nextOn, requester)
}

/** Gives a locked series or sweep other terms, whose first period is on this day unless it is paused or stopped. */
export async function replaceTerms(
  tx: OrmTransaction,
  series: PayoutSeries,
  { schedule, end, ...terms }: Partial<SeriesOrder> & { schedule: Schedule; end: End },
  nextOn: Date,
  requester: Requester,
): Promise<void> {
  await tx.recurringPayout.update({
    where: { accountId_id: { accountId: series.accountId, id: series.id } },
    data: {
      ...terms,
      ...schedule,
      ...end,
      ...inNameOf(requester),
      periodIndex: 0,
      revision: { increment: 1 },
      ...(series.status === 'ACTIVE' ? nextWork(nextOn, series) : NO_MORE_WORK),
    },
  })
}

function inNameOf({ member, requestId }: Requester) {
  return { requestedById: member.id, requestedByName: member.name, requestId }
}

async function lockOpen(tx: Transaction, owner: Owner, id: string): Promise<RecurringPayout> {
  const series = requireAmount(await lockPayoutSeries(tx, owner, id))
  if (series.status === 'ENDED') throw new DomainError('recurring_payout_ended')
  return series
}

/** Requests no more payouts until it is resumed. Returns false if it was paused or stopped already. */
export async function pausePayoutSeries(tx: OrmTransaction, owner: Owner, id: string): Promise<boolean> {
  return pauseLocked(tx, await lockOpen(tx, owner, id))
}

/** The same for a locked series or sweep. */
export async function pauseLocked(tx: OrmTransaction, series: PayoutSeries): Promise<boolean> {
  if (series.status !== 'ACTIVE') return false
  await setStatus(tx, series, 'PAUSED')
  return true
}

/**
 * Goes on with the first period from today, in the name of the member; those missed are skipped. Returns the day, or null
 * if it is active. Throws `recurring_payout_not_found`, `recurring_payout_ended`, `recurring_payout_over` if its last day
 * has passed, and `payout_recipient_archived`.
 */
export async function resumePayoutSeries(
  tx: OrmTransaction,
  account: Account,
  id: string,
  requester: Requester,
): Promise<Date | null> {
  await holdActor(tx, { vendorId: account.vendorId, member: requester.member }, 'payouts.write')
  return resumeLocked(tx, account, await lockOpen(tx, account, id), requester)
}

/** The same for a locked series or sweep that has not ended. */
export async function resumeLocked(
  tx: OrmTransaction,
  account: Account,
  series: PayoutSeries,
  requester: Requester,
): Promise<Date | null> {
  if (series.status === 'ACTIVE') return null
  if (await archivedPartOf(tx, account, series)) throw new DomainError('payout_recipient_archived')
  const { index, day: nextOn } = periodAfterPause(series)
  if (!nextOn) throw new DomainError('recurring_payout_over')
  await tx.recurringPayout.update({
    where: { accountId_id: { accountId: account.id, id: series.id } },
    data: {
      status: 'ACTIVE',
      stopReason: null,
      ...inNameOf(requester),
      periodIndex: index,
      revision: { increment: 1 },
      ...nextWork(nextOn, series),
    },
  })
  return nextOn
}

/** Ends it for good. Returns false if it has ended already. Payouts that were requested stay as they are. */
export async function endPayoutSeries(tx: OrmTransaction, owner: Owner, id: string): Promise<boolean> {
  const series = requireAmount(await lockPayoutSeries(tx, owner, id))
  if (series.status === 'ENDED') return false
  await setStatus(tx, series, 'ENDED')
  return true
}

export function setStatus(tx: OrmTransaction, { accountId, id }: PayoutSeries, status: 'PAUSED' | 'ENDED') {
  const data = { ...NOTHING_NEXT, status }
  return tx.recurringPayout.update({ where: { accountId_id: { accountId, id } }, data })
}

const NOTHING_NEXT = { stopReason: null, nextOn: null, revision: { increment: 1 }, ...NO_MORE_WORK }

/** Pauses every active series of the account, its sweep too, and returns them. */
export function pauseEveryPayoutSeries(
  tx: OrmTransaction,
  accountId: string,
): Promise<Pick<PayoutSeries, 'id' | 'amountMinor'>[]> {
  return tx.recurringPayout.updateManyAndReturn({
    where: { accountId, status: 'ACTIVE' },
    data: { ...NOTHING_NEXT, status: 'PAUSED' },
    select: { id: true, amountMinor: true },
  })
}

/** Stops the active series that pay in the name of a member who leaves the team, and returns them. */
export function stopPayoutSeriesOf(
  tx: OrmTransaction,
  accountId: string,
  { id: requestedById }: Pick<ActingMember, 'id'>,
): Promise<Pick<PayoutSeries, 'id' | 'customerId' | 'amountMinor' | 'revision'>[]> {
  return tx.recurringPayout.updateManyAndReturn({
    where: { accountId, requestedById, status: 'ACTIVE' },
    data: { ...NOTHING_NEXT, status: 'STOPPED', stopReason: 'requester_left' },
    select: { id: true, customerId: true, amountMinor: true, revision: true },
  })
}
