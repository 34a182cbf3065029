import assert from 'node:assert/strict'
import {
  type CustomerRecord,
  findActiveCustomer,
  findOrCreateCustomerByEmail,
} from '@/lib/customers/customer'
import type { RecurringStatus, RecurringUnit } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { refuseInput } from '@/lib/http/refusals'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { isId, newId } from '@/lib/ids'
import { fieldsOf } from '@/lib/invoices/draft'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import { type LeasedQueue, NO_MORE_WORK } from '@/lib/jobs/queue'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { type End, firstPeriodFrom, nextPeriods, type Schedule, scheduleInWords } from '@/lib/time/schedule'

/** Series whose next invoice is to be issued. */
export const recurringQueue: LeasedQueue = {
  table: 'recurring_invoices',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

/** The terms that the vendor sets, and may change for the periods to come. */
export type RecurringTerms = {
  /** The form of its invoices; the due date of each is counted from its own day. */
  fields: InvoiceFields
  /** The sum of one invoice's items. */
  baseAmountMinor: bigint
  dueAfterDays: number
  /** True if invoices are sent; otherwise they are left as drafts. */
  isSent: boolean
  schedule: Schedule
  end: End
}

/** The terms for the audit log: `49.00 USD, monthly on the 31st`. */
export function termsInWords({ baseAmountMinor, fields: { currency }, schedule }: RecurringTerms): string {
  const words = scheduleInWords(schedule)
  const amount = formatAmountIn('en', formatMajor(baseAmountMinor, currency), currency)
  return `${amount}, ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

export type RecurringRecord = {
  accountId: string
  id: string
  customerId: string
  fields: InvoiceFields
  currency: string
  baseAmountMinor: bigint
  dueAfterDays: number
  isSent: boolean
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
  issuedCount: number
  skippedCount: number
  clockDays: number
  revision: number
  failedSince: Date | null
  createdAt: Date
  /** The day of its latest invoice. */
  lastOn: Date | null
}

/**
 * The columns of a `RecurringRecord`, of the table by its own name. A statement that locks rows gives its account as a
 * parameter, since those of a distributed table are locked on one node.
 */
export const recurringColumns = (accountId = 'recurring_invoices.account_id') => `
  account_id AS "accountId", id, customer_id AS "customerId", fields, currency,
  base_amount_minor AS "baseAmountMinor", due_after_days AS "dueAfterDays", is_sent AS "isSent", unit, every,
  day_of_month AS "dayOfMonth", starts_on AS "startsOn", ends_on AS "endsOn", ends_after AS "endsAfter", status,
  stop_reason AS "stopReason", period_index AS "periodIndex", next_on AS "nextOn", issued_count AS "issuedCount",
  skipped_count AS "skippedCount", clock_days AS "clockDays", revision, failed_since AS "failedSince",
  created_at AS "createdAt",
  (SELECT max(day) FROM recurring_periods AS period
    WHERE period.account_id = ${accountId} AND recurring_id = recurring_invoices.id) AS "lastOn"`

const findRow = statement<{ accountId: string; id: string }, RecurringRecord>(
  'find_recurring_invoice',
  `SELECT ${recurringColumns()} FROM recurring_invoices WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

/** Also holds back a worker that is about to issue its next invoice. */
const lockRow = statement<{ accountId: string; id: string }, RecurringRecord>(
  'lock_recurring_invoice',
  `SELECT ${recurringColumns(':accountId::uuid')} FROM recurring_invoices
    WHERE account_id = :accountId::uuid AND id = :id::uuid FOR NO KEY UPDATE`,
)

/** Throws `recurring_not_found`. */
export async function findRecurring(on: Queryable, accountId: string, id: string): Promise<RecurringRecord> {
  return requireRow(isId(id) ? await findRow(on, { accountId, id }) : [])
}

/** The same, locked until the transaction ends. */
export async function lockRecurring(on: Queryable, accountId: string, id: string): Promise<RecurringRecord> {
  return requireRow(isId(id) ? await lockRow(on, { accountId, id }) : [])
}

function requireRow([row]: RecurringRecord[]): RecurringRecord {
  if (!row) throw new DomainError('recurring_not_found')
  // A form that an earlier version saved may lack fields that were added since.
  return { ...row, fields: fieldsOf(row.fields) }
}

/** The series' own day: a test account's clock may have been moved on since it was created. */
export function todayOf({ clockDays }: Pick<RecurringRecord, 'clockDays'>): Date {
  return dayAfter(now(), clockDays)
}

/** The time at which a period's invoice is due to be issued: the beginning of its day. */
export function dueTimeOf(day: Date, { clockDays }: Pick<RecurringRecord, 'clockDays'>): Date {
  return dayAfter(day, -clockDays)
}

/**
 * Starts a series; a customer with a new email is created. Its first invoice is issued by the worker, at once if
 * its day is today. Throws `customer_not_found`, and refuses a first day in the past and an end before the first
 * invoice.
 */
export async function createRecurring(
  on: Queryable,
  accountId: string,
  terms: RecurringTerms,
  requestId: string | null,
): Promise<{ id: string; customer: { name: string }; nextOn: Date }> {
  const { fields, baseAmountMinor, dueAfterDays, isSent, schedule, end } = terms
  const customer = await buyerOf(on, accountId, fields, requestId)
  const nextOn = firstDayOf(terms, { clockDays: 0, issuedCount: 0, lastOn: null })
  const id = newId()
  await addRow(on, {
    accountId,
    id,
    customerId: customer.id,
    fields: JSON.stringify(fieldsFor(fields, customer)),
    currency: fields.currency,
    baseAmountMinor,
    dueAfterDays,
    isSent,
    unit: schedule.unit,
    every: schedule.every,
    dayOfMonth: schedule.dayOfMonth,
    startsOn: formatIsoDate(schedule.startsOn),
    endsOn: end.endsOn && formatIsoDate(end.endsOn),
    endsAfter: end.endsAfter,
    nextOn: formatIsoDate(nextOn),
    nextAttemptAt: dueTimeOf(nextOn, { clockDays: 0 }),
    createdAt: now(),
  })
  return { id, customer, nextOn }
}

const addRow = statement<
  {
    accountId: string
    id: string
    customerId: string
    fields: string
    currency: string
    baseAmountMinor: bigint
    dueAfterDays: number
    isSent: boolean
    unit: RecurringUnit
    every: number
    dayOfMonth: number | null
    startsOn: string
    endsOn: string | null
    endsAfter: number | null
    nextOn: string
    nextAttemptAt: Date
    createdAt: Date
  },
  object
>(
  'add_recurring_invoice',
  `INSERT INTO recurring_invoices (account_id, id, customer_id, fields, currency, base_amount_minor, due_after_days,
                                   is_sent, unit, every, day_of_month, starts_on, ends_on, ends_after, next_on,
                                   next_attempt_at, created_at)
   VALUES (:accountId::uuid, :id::uuid, :customerId::uuid, :fields::jsonb, :currency, :baseAmountMinor::bigint, :dueAfterDays::int, :isSent, :unit::recurring_unit, :every::int,
           :dayOfMonth::int, :startsOn::date, :endsOn::date, :endsAfter::int, :nextOn::date, :nextAttemptAt::timestamptz, :createdAt::timestamptz)`,
)

/** The customer that the form names; one with a new email is created. */
function buyerOf(on: Queryable, accountId: string, { customer }: InvoiceFields, requestId: string | null) {
  assert(customer, 'the form is complete')
  return customer.id
    ? findActiveCustomer(on, accountId, customer.id)
    : findOrCreateCustomerByEmail(on, accountId, customer.email, requestId)
}

function fieldsFor(fields: InvoiceFields, { id, email, name }: CustomerRecord): InvoiceFields {
  return { ...fields, customer: { id, email, name }, dueDate: '' }
}

/** A series can begin this far ahead; beyond the year 9999, no day can be written. */
export const MAX_DAYS_AHEAD = 36_525

/**
 * The day of the first invoice under new terms. Refuses a first day that is over or too far ahead, and an end that
 * leaves none.
 */
function firstDayOf(
  { schedule, end }: Pick<RecurringTerms, 'schedule' | 'end'>,
  series: Pick<RecurringRecord, 'clockDays' | 'issuedCount' | 'lastOn'>,
): Date {
  const earliest = earliestDayOf(series)
  if (schedule.startsOn < earliest) {
    refuseInput(`Choose ${formatIsoDate(earliest)} or a later day for the next invoice`)
  }
  if (schedule.startsOn > dayAfter(earliest, MAX_DAYS_AHEAD)) {
    refuseInput('Choose a day within a hundred years for the next invoice')
  }
  const { issuedCount } = series
  if (end.endsAfter !== null && end.endsAfter <= issuedCount) {
    refuseInput(`It has issued ${issuedCount} already: choose a higher number of invoices`)
  }
  const [first] = nextPeriods(schedule, end, { index: 0, pastCount: issuedCount }, 1)
  return first ?? refuseInput('It would end before its next invoice')
}

/** No period begins before it: today, or the day after the latest invoice's. */
export function earliestDayOf(series: Pick<RecurringRecord, 'clockDays' | 'lastOn'>): Date {
  const today = todayOf(series)
  return series.lastOn && series.lastOn >= today ? dayAfter(series.lastOn, 1) : today
}

type Change = { accountId: string; id: string; revision: number }

/**
 * Replaces the terms for the periods to come; invoices that were issued stay as they are. A series that is paused or
 * was stopped stays so. Throws `recurring_not_found`, `recurring_ended`, and `recurring_changed` if somebody else has
 * changed it since it was read.
 */
export async function changeRecurring(
  tx: OrmTransaction,
  { accountId, id, revision }: Change,
  terms: RecurringTerms,
  requestId: string | null,
): Promise<RecurringRecord> {
  const series = await lockRecurring(tx, accountId, id)
  if (series.status === 'ENDED') throw new DomainError('recurring_ended')
  if (series.revision !== revision) throw new DomainError('recurring_changed')
  const { fields, baseAmountMinor, dueAfterDays, isSent, schedule, end } = terms
  const customer = await buyerOf(tx, accountId, fields, requestId)
  const nextOn = firstDayOf(terms, series)
  await tx.recurringInvoice.update({
    where: { accountId_id: { accountId, id } },
    data: {
      customerId: customer.id,
      fields: fieldsFor(fields, customer),
      currency: fields.currency,
      baseAmountMinor,
      dueAfterDays,
      isSent,
      ...schedule,
      ...end,
      periodIndex: 0,
      revision: { increment: 1 },
      failedSince: null,
      // A worker that is about to issue an invoice by the old terms loses its lease, and issues none.
      ...(series.status === 'ACTIVE' ? nextWork(nextOn, series) : NO_MORE_WORK),
    },
  })
  return series
}

function nextWork(nextOn: Date, series: Pick<RecurringRecord, 'clockDays'>) {
  return { nextOn, nextAttemptAt: dueTimeOf(nextOn, series), leaseUntil: null }
}

/** Issues no more invoices until it is resumed. Returns false if it was paused or stopped already. */
export async function pauseRecurring(tx: OrmTransaction, accountId: string, id: string): Promise<boolean> {
  const { status } = await lockRecurring(tx, accountId, id)
  if (status === 'ENDED') throw new DomainError('recurring_ended')
  if (status !== 'ACTIVE') return false
  await setStatus(tx, { accountId, id }, 'PAUSED')
  return true
}

/** Pauses every active series of the account, and returns their ids. */
export async function pauseEveryRecurring(tx: OrmTransaction, accountId: string): Promise<string[]> {
  const paused = await tx.recurringInvoice.updateManyAndReturn({
    where: { accountId, status: 'ACTIVE' },
    data: { ...NOTHING_NEXT, status: 'PAUSED' },
    select: { id: true },
  })
  return paused.map(({ id }) => id)
}

/**
 * Goes on with the first period from today; those missed are skipped. Returns the day, or null if it is active. Throws
 * `recurring_ended`, and `recurring_over` if its last day has passed.
 */
export async function resumeRecurring(
  tx: OrmTransaction,
  accountId: string,
  id: string,
): Promise<Date | null> {
  const series = await lockRecurring(tx, accountId, id)
  if (series.status === 'ENDED') throw new DomainError('recurring_ended')
  if (series.status === 'ACTIVE') return null
  const index = firstPeriodFrom(series, earliestDayOf(series))
  const [nextOn] = nextPeriods(series, series, { index, pastCount: series.issuedCount }, 1)
  if (!nextOn) throw new DomainError('recurring_over')
  await tx.recurringInvoice.update({
    where: { accountId_id: { accountId, id } },
    data: {
      status: 'ACTIVE',
      stopReason: null,
      failedSince: null,
      periodIndex: index,
      revision: { increment: 1 },
      ...nextWork(nextOn, series),
    },
  })
  return nextOn
}

/** Ends it for good. Returns false if it has ended already. */
export async function endRecurring(tx: OrmTransaction, accountId: string, id: string): Promise<boolean> {
  const { status } = await lockRecurring(tx, accountId, id)
  if (status === 'ENDED') return false
  await setStatus(tx, { accountId, id }, 'ENDED')
  return true
}

/** Deletes a series that has issued nothing. Throws `recurring_has_invoices` for any other. */
export async function deleteRecurring(
  tx: OrmTransaction,
  accountId: string,
  id: string,
): Promise<RecurringRecord> {
  const series = await lockRecurring(tx, accountId, id)
  if (series.issuedCount > 0) throw new DomainError('recurring_has_invoices')
  await tx.recurringInvoice.delete({ where: { accountId_id: { accountId, id } } })
  return series
}

function setStatus(tx: OrmTransaction, key: { accountId: string; id: string }, status: 'PAUSED' | 'ENDED') {
  const data = { ...NOTHING_NEXT, status }
  return tx.recurringInvoice.update({ where: { accountId_id: key }, data })
}

const NOTHING_NEXT = { stopReason: null, nextOn: null, revision: { increment: 1 }, ...NO_MORE_WORK }
