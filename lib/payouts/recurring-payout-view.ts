import { z } from 'zod'
import { actionWords } from '@/lib/audit/audit-words'
import type { AuditAction } from '@/lib/audit/record-audit-event'
import { database, type Orm, sql } from '@/lib/db/client'
import { RecurringStatus, RecurringUnit } from '@/lib/db/generated/enums'
import { isDomainError } from '@/lib/errors'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { firstIdOf } from '@/lib/ids'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import { wordSearch } from '@/lib/lists/word-search'
import type { RecurringPayoutStop } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { earliestDayOf, periodAfterPause, todayOf } from '@/lib/series/series'
import { formatIsoDate } from '@/lib/time/dates'
import { nextPeriods, type Schedule, scheduleInWords } from '@/lib/time/schedule'
import type { Account } from '@/lib/vendors/account'
import { findPayoutSeries, type PayoutSeries } from './recurring-payout'
import { readPayoutsOfSeries, scheduledPayoutRow } from './scheduled-payouts'
import { RECURRING_PAYOUT_STATUSES } from './status'

/* Recurring payouts as the dashboard shows them: the list, and the page of one. */

export const recurringPayoutRow = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  customerName: z.string(),
  bankName: z.string(),
  last4: z.string(),
  amount: amountView.describe('Of each payout.'),
  schedule: z.string(),
  status: z.enum(RecurringStatus),
  nextOn: dayText.nullable(),
  periodCount: z.int().describe('Periods that were paid, refused or missed.'),
  createdAt: moment,
})

export type RecurringPayoutRow = z.infer<typeof recurringPayoutRow>

type Payee = { customerName: string; email: string; bankName: string; last4: string }

type RecurringPayoutSummary = Schedule &
  Payee &
  Pick<
    PayoutSeries,
    'id' | 'customerId' | 'amountMinor' | 'reference' | 'status' | 'nextOn' | 'periodCount' | 'createdAt'
  >

/** The account's series of payouts; searches the customer's name and email. */
export const recurringPayoutList = defineList({
  name: 'recurring payouts',
  sorts: ['created', 'amount'],
  filters: z.object({ status: z.enum(RecurringStatus).optional() }),
  select: (accountId, { filters: { status }, search }) => {
    const words = wordSearch(search, sql`customers.search`)
    const ofCustomer = words && {
      passes: sql`EXISTS (
        SELECT FROM customers
         WHERE customers.account_id = series.account_id AND customers.id = series.customer_id AND ${words.passes})`,
    }
    return {
      table: sql`recurring_payouts AS series`,
      alias: sql`series`,
      id: sql`series.id`,
      columns: sql`series.id, series.customer_id AS "customerId", series.amount_minor AS "amountMinor", series.reference,
        series.status::text AS status, series.next_on AS "nextOn", series.period_count AS "periodCount",
        series.created_at AS "createdAt", series.unit::text AS unit, series.every, series.day_of_month AS "dayOfMonth",
        series.starts_on AS "startsOn", customer.name AS "customerName", customer.email,
        bank_account.bank_name AS "bankName", bank_account.account_number_last4 AS last4`,
      joins: sql`
        JOIN customers AS customer
          ON customer.account_id = series.account_id AND customer.id = series.customer_id
        JOIN bank_accounts AS bank_account
          ON bank_account.account_id = series.account_id AND bank_account.id = series.bank_account_id`,
      sorts: {
        created: { column: sql`series.id`, type: 'uuid' },
        amount: { column: sql`series.amount_minor`, type: 'bigint' },
      },
      where: [sql`series.account_id = ${accountId}::uuid`],
      filters: status ? [sql`series.status = ${status}::recurring_status`] : [],
      search: ofCustomer,
    }
  },
  present: presentRow,
  file: (_, mode) => ({ filename: `recurring-payouts-${mode}.csv`, columns: CSV_COLUMNS }),
})

const CSV_COLUMNS: CsvColumn<RecurringPayoutSummary>[] = [
  { title: 'Recurring payout ID', value: ({ id }) => id },
  { title: 'Customer', value: ({ customerName }) => customerName },
  { title: 'Email', value: ({ email }) => email },
  { title: 'Bank', value: ({ bankName }) => bankName },
  { title: 'Account ending in', value: ({ last4 }) => last4 },
  { title: 'Status', value: ({ status }) => RECURRING_PAYOUT_STATUSES[status].displayStatus },
  { title: 'Schedule', value: scheduleInWords },
  { title: 'Currency', value: () => 'USD' },
  { title: 'Amount', value: ({ amountMinor }) => formatMajor(amountMinor, 'USD') },
  { title: 'Reference', value: ({ reference }) => reference },
  { title: 'Next payout', value: ({ nextOn }) => nextOn && formatIsoDate(nextOn) },
  { title: 'Payouts', value: ({ periodCount }) => periodCount },
  { title: 'Created', value: ({ createdAt }) => createdAt },
]

function presentRow(series: Omit<RecurringPayoutSummary, 'email' | 'reference'>): RecurringPayoutRow {
  const { id, customerId, customerName, bankName, last4, status, nextOn, periodCount, createdAt } = series
  return {
    id,
    customerId,
    customerName,
    bankName,
    last4,
    amount: presentAmount(series.amountMinor, 'USD'),
    schedule: scheduleInWords(series),
    status,
    nextOn: nextOn && formatIsoDate(nextOn),
    periodCount,
    createdAt: createdAt.toISOString(),
  }
}

/** Days of the preview, and payouts and steps on the page of a series. */
const DAYS_SHOWN = 5
const PAYOUTS_SHOWN = 100
const STEPS_SHOWN = 100

export const recurringPayoutView = recurringPayoutRow.extend({
  mode: z.enum(['test', 'live']),
  bankAccountId: z.uuid(),
  reference: z.string().nullable(),
  unit: z.enum(RecurringUnit),
  every: z.int(),
  dayOfMonth: z.int().nullable(),
  endsOn: dayText.nullable(),
  endsAfter: z.int().nullable(),
  problem: z.string().nullable().describe('Why it was stopped.'),
  requestedBy: z.string().describe('The email of the member in whose name it pays.'),
  clockDays: z.int().describe('Days that the test clock is ahead.'),
  isMoving: z.boolean().describe('A payout is about to be requested or sent, or has no outcome yet.'),
  revision: z.int(),
  earliestOn: dayText.describe('No payout to come can be earlier.'),
  resumesOn: dayText.nullable().describe('The day of the next payout if it is resumed today.'),
  upcoming: z.array(dayText).describe('The days of the next payouts.'),
  payouts: z.array(scheduledPayoutRow).describe('Those so far, latest first.'),
  timeline: z.array(
    z.object({
      title: z.string(),
      detail: z.string().nullable(),
      at: moment,
      status: z.enum(['done', 'failed']),
    }),
  ),
})

export type RecurringPayoutView = z.infer<typeof recurringPayoutView>

/** A series of the account, or null. */
export async function readRecurringPayout(account: Account, id: string): Promise<RecurringPayoutView | null> {
  const tx = database()
  try {
    const series = await findPayoutSeries(tx, account, id)
    const [payee, payouts, timeline] = await Promise.all([
      readPayee(tx, series),
      readPayoutsOfSeries(tx, account, series.id, PAYOUTS_SHOWN),
      readTimeline(tx, account.vendorId, series),
    ])
    const isUnsettled = payouts.some(
      ({ status, payoutStatus }) => status === 'WAITING' || payoutStatus === 'PROCESSING',
    )
    const isDue = series.nextOn !== null && series.nextOn <= todayOf(series)
    return {
      ...presentRow({ ...series, ...payee }),
      ...presentDetails(series),
      mode: account.mode,
      isMoving: isDue || isUnsettled,
      payouts,
      timeline,
    }
  } catch (error) {
    if (isDomainError(error, 'recurring_payout_not_found')) return null
    throw error
  }
}

async function readPayee(tx: Orm, { accountId, bankAccountId }: PayoutSeries): Promise<Omit<Payee, 'email'>> {
  const { bankName, accountNumberLast4, customer } = await tx.bankAccount.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: bankAccountId } },
    select: { bankName: true, accountNumberLast4: true, customer: { select: { name: true } } },
  })
  return { customerName: customer.name, bankName, last4: accountNumberLast4 }
}

function presentDetails(series: PayoutSeries) {
  const { endsOn, nextOn, stopReason, periodIndex: index, periodCount: pastCount } = series
  const { day: resumesOn } = periodAfterPause(series)
  return {
    bankAccountId: series.bankAccountId,
    reference: series.reference,
    unit: series.unit,
    every: series.every,
    dayOfMonth: series.dayOfMonth,
    endsOn: endsOn && formatIsoDate(endsOn),
    endsAfter: series.endsAfter,
    problem: stopReason && textsIn('en').recurringPayoutStopped.reasons[stopReason as RecurringPayoutStop],
    requestedBy: series.requestedByName,
    clockDays: series.clockDays,
    revision: series.revision,
    earliestOn: formatIsoDate(earliestDayOf(series)),
    resumesOn: resumesOn ? formatIsoDate(resumesOn) : null,
    upcoming: nextOn ? nextPeriods(series, series, { index, pastCount }, DAYS_SHOWN).map(formatIsoDate) : [],
  }
}

/** The acts of people, and of the service by itself, oldest first. */
async function readTimeline(
  tx: Orm,
  vendorId: string,
  { id, createdAt }: PayoutSeries,
): Promise<RecurringPayoutView['timeline']> {
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
    status: action === 'recurring_payout.stopped' ? ('failed' as const) : ('done' as const),
  }))
}
