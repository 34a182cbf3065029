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
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { isId, newId } from '@/lib/ids'
import { fieldsOf } from '@/lib/invoices/draft'
import type { InvoiceFields } from '@/lib/invoices/invoice-fields'
import { type LeasedQueue, NO_MORE_WORK } from '@/lib/jobs/queue'
import { formatMajor } from '@/lib/money/money'
import { firstDayOf, nextWork, periodAfterPause } from '@/lib/series/series'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { type End, type Schedule, scheduleInWords } from '@/lib/time/schedule'
import { startOfDay, UTC, type Zone } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'

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

/** A series as it is stored. */
export type RecurringFacts = {
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
  periodCount: number
  skippedCount: number
  clockDays: number
  /** True if its days begin in UTC, because a program has set it up; otherwise they begin in the vendor's time zone. */
  isUtc: boolean
  revision: number
  failedSince: Date | null
  createdAt: Date
  /** The day of its latest invoice. */
  lastOn: Date | null
}

/** A series with the time zone that its days begin in. */
export type RecurringRecord = RecurringFacts & { zone: Zone }

type Owner = Pick<Account, 'id' | 'zone'>

/** The columns of `RecurringFacts`, of the table by its own name. */
export const RECURRING_COLUMNS = `
  account_id AS "accountId", id, customer_id AS "customerId", fields, currency,
  base_amount_minor AS "baseAmountMinor", due_after_days AS "dueAfterDays", is_sent AS "isSent", unit, every,
  day_of_month AS "dayOfMonth", starts_on AS "startsOn", ends_on AS "endsOn", ends_after AS "endsAfter", status,
  stop_reason AS "stopReason", period_index AS "periodIndex", next_on AS "nextOn", period_count AS "periodCount",
  skipped_count AS "skippedCount", clock_days AS "clockDays", is_utc AS "isUtc", revision, failed_since AS "failedSince",
  created_at AS "createdAt",
  (SELECT max(day) FROM recurring_periods AS period
    WHERE period.account_id = :accountId::uuid AND recurring_id = recurring_invoices.id) AS "lastOn"`

const findRow = statement<{ accountId: string; id: string }, RecurringFacts>(
  'find_recurring_invoice',
  `SELECT ${RECURRING_COLUMNS} FROM recurring_invoices WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

/** Also holds back a worker that is about to issue its next invoice. */
const lockRow = statement<{ accountId: string; id: string }, RecurringFacts>(
  'lock_recurring_invoice',
  `SELECT ${RECURRING_COLUMNS} FROM recurring_invoices
    WHERE account_id = :accountId::uuid AND id = :id::uuid FOR NO KEY UPDATE`,
)

/** Throws `recurring_not_found`. */
export async function findRecurring(on: Queryable, owner: Owner, id: string): Promise<RecurringRecord> {
  return inZone(owner, isId(id) ? await findRow(on, { accountId: owner.id, id }) : [])
}

/** The same, locked until the transaction ends. */
export async function lockRecurring(on: Queryable, owner: Owner, id: string): Promise<RecurringRecord> {
  return inZone(owner, isId(id) ? await lockRow(on, { accountId: owner.id, id }) : [])
}

function inZone({ zone }: Owner, [row]: RecurringFacts[]): RecurringRecord {
  if (!row) throw new DomainError('recurring_not_found')
  // A form that an earlier version saved may lack fields that were added since.
  return { ...row, fields: fieldsOf(row.fields), zone: row.isUtc ? UTC : zone }
}

/**
 * Starts a series; a customer with a new email is created. Its first invoice is issued by the worker, at once if
 * its day is today. Throws `customer_not_found`, and refuses a first day in the past and an end before the first
 * invoice.
 */
export async function createRecurring(
  on: Queryable,
  { id: accountId, zone: ownZone }: Owner,
  terms: RecurringTerms,
  { isUtc, requestId }: { isUtc: boolean; requestId: string | null },
): Promise<{ id: string; customer: { name: string }; nextOn: Date }> {
  const { fields, baseAmountMinor, dueAfterDays, isSent, schedule, end } = terms
  const customer = await buyerOf(on, accountId, fields, requestId)
  const zone = isUtc ? UTC : ownZone
  const nextOn = firstDayOf(terms, { zone, clockDays: 0, periodCount: 0, lastOn: null }, 'invoice')
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
    nextAttemptAt: startOfDay(zone, nextOn),
    isUtc,
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
    isUtc: boolean
    createdAt: Date
  },
  object
>(
  'add_recurring_invoice',
  `INSERT INTO recurring_invoices (account_id, id, customer_id, fields, currency, base_amount_minor, due_after_days,
                                   is_sent, unit, every, day_of_month, starts_on, ends_on, ends_after, next_on,
                                   next_attempt_at, is_utc, created_at)
   VALUES (:accountId::uuid, :id::uuid, :customerId::uuid, :fields::jsonb, :currency, :baseAmountMinor::bigint, :dueAfterDays::int, :isSent, :unit::recurring_unit, :every::int,
           :dayOfMonth::int, :startsOn::date, :endsOn::date, :endsAfter::int, :nextOn::date, :nextAttemptAt::timestamptz, :isUtc::boolean,
           :createdAt::timestamptz)`,
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

/**
 * Replaces the terms for the periods to come; invoices that were issued stay as they are. A series that is paused or
 * was stopped stays so. Throws `recurring_not_found`, `recurring_ended`, and `recurring_changed` if somebody else has
 * changed it since it was read.
 */
export async function changeRecurring(
  tx: OrmTransaction,
  owner: Owner,
  { id, revision }: { id: string; revision: number },
  terms: RecurringTerms,
  requestId: string | null,
): Promise<RecurringRecord> {
  const accountId = owner.id
  const series = await lockRecurring(tx, owner, id)
  if (series.status === 'ENDED') throw new DomainError('recurring_ended')
  if (series.revision !== revision) throw new DomainError('recurring_changed')
  const { fields, baseAmountMinor, dueAfterDays, isSent, schedule, end } = terms
  const customer = await buyerOf(tx, accountId, fields, requestId)
  const nextOn = firstDayOf(terms, series, 'invoice')
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

/** Issues no more invoices until it is resumed. Returns false if it was paused or stopped already. */
export async function pauseRecurring(tx: OrmTransaction, owner: Owner, id: string): Promise<boolean> {
  const { status, accountId } = await lockRecurring(tx, owner, id)
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
export async function resumeRecurring(tx: OrmTransaction, owner: Owner, id: string): Promise<Date | null> {
  const series = await lockRecurring(tx, owner, id)
  if (series.status === 'ENDED') throw new DomainError('recurring_ended')
  if (series.status === 'ACTIVE') return null
  const { index, day: nextOn } = periodAfterPause(series)
  if (!nextOn) throw new DomainError('recurring_over')
  await tx.recurringInvoice.update({
    where: { accountId_id: { accountId: owner.id, id } },
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
export async function endRecurring(tx: OrmTransaction, owner: Owner, id: string): Promise<boolean> {
  const { status, accountId } = await lockRecurring(tx, owner, id)
  if (status === 'ENDED') return false
  await setStatus(tx, { accountId, id }, 'ENDED')
  return true
}

/** Deletes a series that has issued nothing. Throws `recurring_has_invoices` for any other. */
export async function deleteRecurring(
  tx: OrmTransaction,
  owner: Owner,
  id: string,
): Promise<RecurringRecord> {
  const accountId = owner.id
  const series = await lockRecurring(tx, owner, id)
  if (series.periodCount > 0) throw new DomainError('recurring_has_invoices')
  await tx.recurringInvoice.delete({ where: { accountId_id: { accountId, id } } })
  return series
}

function setStatus(tx: OrmTransaction, key: { accountId: string; id: string }, status: 'PAUSED' | 'ENDED') {
  const data = { ...NOTHING_NEXT, status }
  return tx.recurringInvoice.update({ where: { accountId_id: key }, data })
}

const NOTHING_NEXT = { stopReason: null, nextOn: null, revision: { increment: 1 }, ...NO_MORE_WORK }
