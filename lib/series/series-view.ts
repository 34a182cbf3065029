import { z } from 'zod'
import { actionWords } from '@/lib/audit/audit-words'
import type { AuditAction } from '@/lib/audit/record-audit-event'
import { type Orm, type Sql, sql } from '@/lib/db/client'
import { RecurringStatus } from '@/lib/db/generated/enums'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { firstIdOf } from '@/lib/ids'
import type { CsvColumn } from '@/lib/lists/csv'
import { wordSearch } from '@/lib/lists/word-search'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import { type End, nextPeriods, type Schedule, scheduleInWords, UNITS } from '@/lib/time/schedule'
import { earliestDayOf, periodAfterPause, type SeriesProgress, todayOf } from './series'
import { SERIES_STATUSES } from './status'

/* Recurring invoices and recurring payouts as the dashboard shows them: what their lists and their pages have in common. */

export const seriesRow = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  customerName: z.string(),
  amount: amountView.describe('Of each period; of an invoice, the sum of the items, before the fee.'),
  schedule: z.string(),
  status: z.enum(RecurringStatus),
  nextOn: dayText.nullable(),
  periodCount: z.int().describe('Invoices so far, or payouts that were paid, refused or missed.'),
  createdAt: moment,
})

export type SeriesRow = z.infer<typeof seriesRow>

export const seriesView = seriesRow.extend({
  mode: z.enum(['test', 'live']),
  unit: z.enum(UNITS),
  every: z.int(),
  dayOfMonth: z.int().nullable(),
  endsOn: dayText.nullable(),
  endsAfter: z.int().nullable(),
  problem: z.string().nullable().describe('Why it was stopped, or is late.'),
  clockDays: z.int().describe('Days that the test clock is ahead.'),
  zone: z.string().describe('The time zone that its days begin in, an IANA name.'),
  isMoving: z.boolean().describe('Work on it is about to be done, or has no outcome yet.'),
  revision: z.int(),
  earliestOn: dayText.describe('No period to come can be earlier.'),
  resumesOn: dayText.nullable().describe('The day of the next period if it is resumed today.'),
  upcoming: z.array(dayText).describe('The days of the next periods.'),
  timeline: z.array(
    z.object({
      title: z.string(),
      detail: z.string().nullable(),
      at: moment,
      status: z.enum(['done', 'failed']),
    }),
  ),
})

export type SeriesView = z.infer<typeof seriesView>

/** A series in a list. */
export type SeriesSummary = Schedule & {
  id: string
  customerId: string
  customerName: string
  email: string
  currency: string
  amountMinor: bigint
  status: RecurringStatus
  nextOn: Date | null
  periodCount: number
  createdAt: Date
}

export const SERIES_SORTS = ['created', 'amount'] as const

export const seriesFilter = z.object({ status: z.enum(RecurringStatus).optional() })

/** The parts of a list of series; `table` is one of them, with its amount, and other columns, joins and conditions. */
export function selectSeries(
  accountId: string,
  { filters: { status }, search }: { filters: z.output<typeof seriesFilter>; search: string | null },
  {
    table,
    amount,
    columns,
    joins,
    where,
  }: { table: Sql; amount: Sql; columns: Sql; joins: Sql; where: Sql[] },
) {
  const words = wordSearch(search, sql`customers.search`)
  return {
    table: sql`${table} AS series`,
    alias: sql`series`,
    id: sql`series.id`,
    columns: sql`series.id, series.customer_id AS "customerId", customer.name AS "customerName", customer.email,
      ${amount} AS "amountMinor", series.status::text AS status, series.next_on AS "nextOn",
      series.period_count AS "periodCount", series.created_at AS "createdAt", series.unit::text AS unit, series.every,
      series.day_of_month AS "dayOfMonth", series.starts_on AS "startsOn", ${columns}`,
    joins: sql`
      JOIN customers AS customer ON customer.account_id = series.account_id AND customer.id = series.customer_id ${joins}`,
    sorts: {
      created: { column: sql`series.id`, type: 'uuid' as const },
      amount: { column: amount, type: 'bigint' as const },
    },
    where: [sql`series.account_id = ${accountId}::uuid`],
    filters: [...(status ? [sql`series.status = ${status}::recurring_status`] : []), ...where],
    search: words && {
      passes: sql`EXISTS (
        SELECT FROM customers
         WHERE customers.account_id = ${accountId}::uuid AND customers.id = series.customer_id AND ${words.passes})`,
    },
  }
}

/** The columns of a CSV file of series: those of one kind alone follow the customer, or the amount. */
export function seriesColumns<Row extends SeriesSummary>(
  what: 'invoice' | 'payout',
  { payee = [], terms = [] }: { payee?: CsvColumn<Row>[]; terms?: CsvColumn<Row>[] } = {},
): CsvColumn<Row>[] {
  return [
    { title: `Recurring ${what} ID`, value: ({ id }) => id },
    { title: 'Customer', value: ({ customerName }) => customerName },
    { title: 'Email', value: ({ email }) => email },
    ...payee,
    { title: 'Status', value: ({ status }) => SERIES_STATUSES[status].displayStatus },
    { title: 'Schedule', value: scheduleInWords },
    { title: 'Currency', value: ({ currency }) => currency },
    { title: 'Amount', value: ({ amountMinor, currency }) => formatMajor(amountMinor, currency) },
    ...terms,
    { title: `Next ${what}`, value: ({ nextOn }) => nextOn && formatIsoDate(nextOn) },
    { title: what === 'invoice' ? 'Invoices' : 'Payouts', value: ({ periodCount }) => periodCount },
    { title: 'Created', value: ({ createdAt }) => createdAt },
  ]
}

export function presentSeriesRow(series: Omit<SeriesSummary, 'email'>): SeriesRow {
  const { id, customerId, customerName, status, nextOn, periodCount, createdAt } = series
  return {
    id,
    customerId,
    customerName,
    amount: presentAmount(series.amountMinor, series.currency),
    schedule: scheduleInWords(series),
    status,
    nextOn: nextOn && formatIsoDate(nextOn),
    periodCount,
    createdAt: createdAt.toISOString(),
  }
}

/** Days of the preview, and steps on the page of a series. */
const DAYS_SHOWN = 5
const STEPS_SHOWN = 100

type StoredSeries = SeriesProgress &
  Schedule &
  End &
  Pick<SeriesSummary, 'id' | 'nextOn' | 'createdAt'> & { periodIndex: number; revision: number }

/**
 * The schedule of a series on its page, its next days and its history. `isDue` if the worker is about to work on it. A sweep,
 * which alone is daily, shows its schedule in words.
 */
export async function presentSeries(tx: Orm, vendorId: string, series: StoredSeries) {
  const {
    unit,
    every,
    dayOfMonth,
    endsOn,
    endsAfter,
    nextOn,
    periodCount: pastCount,
    periodIndex: index,
  } = series
  const { day: resumesOn } = periodAfterPause(series)
  return {
    unit: unit as SeriesView['unit'],
    every,
    dayOfMonth,
    endsOn: endsOn && formatIsoDate(endsOn),
    endsAfter,
    clockDays: series.clockDays,
    zone: series.zone.name,
    isDue: nextOn !== null && nextOn <= todayOf(series),
    revision: series.revision,
    earliestOn: formatIsoDate(earliestDayOf(series)),
    resumesOn: resumesOn ? formatIsoDate(resumesOn) : null,
    upcoming: nextOn ? nextPeriods(series, series, { index, pastCount }, DAYS_SHOWN).map(formatIsoDate) : [],
    timeline: await readTimeline(tx, vendorId, series),
  }
}

/** The latest acts of people, and of the service by itself, oldest first. */
async function readTimeline(
  tx: Orm,
  vendorId: string,
  { id, createdAt }: Pick<SeriesSummary, 'id' | 'createdAt'>,
): Promise<SeriesView['timeline']> {
  const events = await tx.auditEvent.findMany({
    // An id begins with its time: the log is read from the day of the series on.
    where: { vendorId, subjectId: id, id: { gte: firstIdOf(createdAt) } },
    select: { action: true, detail: true, createdAt: true },
    orderBy: { id: 'desc' },
    take: STEPS_SHOWN,
  })
  return events.reverse().map(({ action, detail, createdAt: at }) => ({
    title: actionWords(action as AuditAction),
    detail,
    at: at.toISOString(),
    status: action.endsWith('.stopped') ? ('failed' as const) : ('done' as const),
  }))
}
