import { z } from 'zod'
import { actionWords } from '@/lib/audit/audit-words'
import type { AuditAction } from '@/lib/audit/record-audit-event'
import { database, type Orm, sql } from '@/lib/db/client'
import { RecurringStatus, RecurringUnit } from '@/lib/db/generated/enums'
import { isDomainError } from '@/lib/errors'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { firstIdOf } from '@/lib/ids'
import { invoicesById } from '@/lib/invoices/invoice'
import { savedFields } from '@/lib/invoices/invoice-fields'
import { invoiceRow, presentInvoiceRow } from '@/lib/invoices/invoice-row'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import { currencyFilter } from '@/lib/lists/list-filters'
import { wordSearch } from '@/lib/lists/word-search'
import type { RecurringStop } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { earliestDayOf, periodAfterPause, todayOf } from '@/lib/series/series'
import { formatIsoDate } from '@/lib/time/dates'
import { nextPeriods, type Schedule, scheduleInWords } from '@/lib/time/schedule'
import type { Zone } from '@/lib/time/zone'
import type { Account } from '@/lib/vendors/account'
import { dueEdge } from '@/lib/vendors/due-edge'
import { findRecurring, type RecurringRecord } from './recurring-invoice'
import { RECURRING_STATUSES } from './status'

export const recurringRow = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  customerName: z.string(),
  email: z.string(),
  amount: amountView.describe('The sum of the items of one invoice, before the fee.'),
  schedule: z.string(),
  status: z.enum(RecurringStatus),
  nextOn: dayText.nullable(),
  periodCount: z.int(),
  createdAt: moment,
})

export type RecurringRow = z.infer<typeof recurringRow>

type RecurringSummary = Schedule &
  Pick<
    RecurringRecord,
    'id' | 'customerId' | 'currency' | 'baseAmountMinor' | 'status' | 'nextOn' | 'periodCount'
  > & {
    createdAt: Date
    customer: { name: string; email: string }
  }

/** The account's series of invoices; searches the customer's name and email. */
export const recurringList = defineList({
  name: 'recurring invoices',
  sorts: ['created', 'amount'],
  filters: z.object({
    status: z.enum(RecurringStatus).optional(),
    currency: currencyFilter,
  }),
  select: (accountId, { filters: { status, currency }, search }) => {
    const words = wordSearch(search, sql`customers.search`)
    const ofCustomer = words && {
      passes: sql`EXISTS (
        SELECT FROM customers
         WHERE customers.account_id = recurring.account_id AND customers.id = recurring.customer_id
           AND ${words.passes})`,
    }
    return {
      table: sql`recurring_invoices AS recurring`,
      alias: sql`recurring`,
      id: sql`recurring.id`,
      columns: sql`recurring.id, recurring.customer_id AS "customerId", recurring.currency,
        recurring.base_amount_minor AS "baseAmountMinor", recurring.status::text AS status,
        recurring.next_on AS "nextOn", recurring.period_count AS "periodCount", recurring.created_at AS "createdAt",
        recurring.unit::text AS unit, recurring.every, recurring.day_of_month AS "dayOfMonth",
        recurring.starts_on AS "startsOn", json_build_object('name', customer.name, 'email', customer.email) AS customer`,
      joins: sql`JOIN customers AS customer
        ON customer.account_id = recurring.account_id AND customer.id = recurring.customer_id`,
      sorts: {
        created: { column: sql`recurring.id`, type: 'uuid' },
        amount: { column: sql`recurring.base_amount_minor`, type: 'bigint' },
      },
      where: [sql`recurring.account_id = ${accountId}::uuid`],
      filters: [
        ...(status ? [sql`recurring.status = ${status}::recurring_status`] : []),
        ...(currency ? [sql`recurring.currency = ${currency}`] : []),
      ],
      search: ofCustomer,
    }
  },
  present: (row: RecurringSummary): RecurringRow => presentRow(row),
  file: (_, mode) => ({ filename: `recurring-invoices-${mode}.csv`, columns: CSV_COLUMNS }),
})

const CSV_COLUMNS: CsvColumn<RecurringSummary>[] = [
  { title: 'Recurring invoice ID', value: ({ id }) => id },
  { title: 'Customer', value: ({ customer }) => customer.name },
  { title: 'Email', value: ({ customer }) => customer.email },
  { title: 'Status', value: ({ status }) => RECURRING_STATUSES[status].displayStatus },
  { title: 'Schedule', value: scheduleInWords },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Amount', value: ({ baseAmountMinor, currency }) => formatMajor(baseAmountMinor, currency) },
  { title: 'Next invoice', value: ({ nextOn }) => nextOn && formatIsoDate(nextOn) },
  { title: 'Invoices', value: ({ periodCount }) => periodCount },
  { title: 'Created', value: ({ createdAt }) => createdAt },
]

function presentRow(series: RecurringSummary): RecurringRow {
  const { id, customerId, customer, status, nextOn, periodCount, createdAt } = series
  return {
    id,
    customerId,
    customerName: customer.name,
    email: customer.email,
    amount: presentAmount(series.baseAmountMinor, series.currency),
    schedule: scheduleInWords(series),
    status,
    nextOn: nextOn && formatIsoDate(nextOn),
    periodCount,
    createdAt: createdAt.toISOString(),
  }
}

/** Days of the preview, and invoices on the page of a series. */
const DAYS_SHOWN = 5
const INVOICES_SHOWN = 100
const STEPS_SHOWN = 100

export const recurringView = recurringRow.extend({
  mode: z.enum(['test', 'live']),
  unit: z.enum(RecurringUnit),
  every: z.int(),
  dayOfMonth: z.int().nullable(),
  endsOn: dayText.nullable(),
  endsAfter: z.int().nullable(),
  dueAfterDays: z.int(),
  isSent: z.boolean(),
  fields: savedFields.describe('The form of its invoices.'),
  problem: z.string().nullable().describe('Why it was stopped, or has not issued its next invoice yet.'),
  skippedCount: z.int().describe('Periods of an outage that were too old to be made up for.'),
  clockDays: z.int().describe('Days that the test clock is ahead.'),
  zone: z.string().describe('The time zone that its days begin in, an IANA name.'),
  isDue: z.boolean().describe('The worker is about to issue its next invoice.'),
  revision: z.int(),
  earliestOn: dayText.describe('No invoice to come can be earlier.'),
  resumesOn: dayText.nullable().describe('The day of the next invoice if it is resumed today.'),
  upcoming: z.array(dayText).describe('The days of the next invoices.'),
  invoices: z.array(invoiceRow).describe('Latest first.'),
  drafts: z
    .array(z.object({ id: z.uuid(), day: dayText }))
    .describe('Drafts that are not sent yet, latest first.'),
  timeline: z.array(
    z.object({
      title: z.string(),
      detail: z.string().nullable(),
      at: moment,
      status: z.enum(['done', 'failed']),
    }),
  ),
})

export type RecurringView = z.infer<typeof recurringView>

/** A series of the account, or null. */
export async function readRecurring(account: Account, id: string): Promise<RecurringView | null> {
  const tx = database()
  try {
    const series = await findRecurring(tx, account, id)
    const [customer, issued, timeline] = await Promise.all([
      tx.customer.findUniqueOrThrow({
        where: { accountId_id: { accountId: account.id, id: series.customerId } },
        select: { name: true, email: true, taxTreatment: true },
      }),
      readIssued(tx, series, account.zone),
      readTimeline(tx, account.vendorId, series),
    ])
    const fields = { ...series.fields, customer: { id: series.customerId, ...customer } }
    return {
      ...presentRow({ ...series, customer }),
      ...presentDetails(series),
      ...issued,
      fields,
      mode: account.mode,
      timeline,
    }
  } catch (error) {
    if (isDomainError(error, 'recurring_not_found')) return null
    throw error
  }
}

function presentDetails(series: RecurringRecord) {
  const { endsOn } = series
  const { day: resumesOn } = periodAfterPause(series)
  return {
    unit: series.unit,
    every: series.every,
    dayOfMonth: series.dayOfMonth,
    endsOn: endsOn && formatIsoDate(endsOn),
    endsAfter: series.endsAfter,
    dueAfterDays: series.dueAfterDays,
    isSent: series.isSent,
    problem: problemOf(series),
    skippedCount: series.skippedCount,
    clockDays: series.clockDays,
    zone: series.zone.name,
    isDue: series.failedSince === null && series.nextOn !== null && series.nextOn <= todayOf(series),
    revision: series.revision,
    earliestOn: formatIsoDate(earliestDayOf(series)),
    resumesOn: resumesOn ? formatIsoDate(resumesOn) : null,
    upcoming: series.nextOn
      ? nextPeriods(
          series,
          series,
          { index: series.periodIndex, pastCount: series.periodCount },
          DAYS_SHOWN,
        ).map(formatIsoDate)
      : [],
  }
}

function problemOf({ stopReason, failedSince }: RecurringRecord): string | null {
  if (stopReason) return textsIn('en').recurringStopped.reasons[stopReason as RecurringStop]
  return failedSince
    ? 'The payment provider did not accept the next invoice. We try again by ourselves.'
    : null
}

/** The results of its periods: invoices, some by way of a draft, and drafts that wait. Deleted drafts are not shown. */
async function readIssued(tx: Orm, { accountId, id }: RecurringRecord, zone: Zone) {
  const periods = await tx.recurringPeriod.findMany({
    where: { accountId, recurringId: id },
    orderBy: { day: 'desc' },
    take: INVOICES_SHOWN,
  })
  const drafts = await tx.invoiceDraft.findMany({
    where: { accountId, id: { in: periods.flatMap(({ draftId }) => draftId ?? []) } },
    select: { id: true, invoiceId: true },
  })
  const ids = [...periods, ...drafts].flatMap(({ invoiceId }) => invoiceId ?? [])
  const invoices = await invoicesById(tx, accountId, ids)
  const waiting = new Set(drafts.flatMap((draft) => (draft.invoiceId ? [] : draft.id)))
  return {
    invoices: invoices.map((invoice) => presentInvoiceRow(invoice, dueEdge(zone))),
    drafts: periods.flatMap(({ draftId, day }) =>
      draftId && waiting.has(draftId) ? [{ id: draftId, day: formatIsoDate(day) }] : [],
    ),
  }
}

/** The acts of people, and of the service by itself, oldest first. */
async function readTimeline(
  tx: Orm,
  vendorId: string,
  { id, createdAt }: RecurringRecord,
): Promise<RecurringView['timeline']> {
  const events = await tx.auditEvent.findMany({
    // An id begins with its time: the log is read from the day of the series on.
    where: { vendorId, subjectId: id, id: { gte: firstIdOf(createdAt) } },
    select: { action: true, detail: true, createdAt: true },
    orderBy: { id: 'asc' },
    take: STEPS_SHOWN,
  })
  return events.map(({ action, detail, createdAt: at }) => ({
    title: actionWords(action as AuditAction),
    detail,
    at: at.toISOString(),
    status: action === 'recurring_invoice.stopped' ? ('failed' as const) : ('done' as const),
  }))
}

/** The series that issued an invoice or its draft, if one did. */
export async function recurringOf(
  tx: Orm,
  accountId: string,
  invoiceId: string,
): Promise<{ id: string; schedule: string } | null> {
  const draft = await tx.invoiceDraft.findFirst({ where: { accountId, invoiceId }, select: { id: true } })
  const period = await tx.recurringPeriod.findFirst({
    where: { accountId, ...(draft ? { draftId: draft.id } : { invoiceId }) },
    include: { recurring: true },
  })
  return period && { id: period.recurringId, schedule: scheduleInWords(period.recurring) }
}
