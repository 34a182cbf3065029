import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { findActiveCustomer, findCustomer } from '@/lib/customers/customer'
import { connectionPool, database, sql } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { inOrmTransaction, inTransaction, type Transaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError, isDomainError } from '@/lib/errors'
import { Refusal } from '@/lib/http/refusals'
import { saveNewDraft } from '@/lib/invoices/draft'
import { writtenInvoiceBody } from '@/lib/invoices/invoice-body'
import { type InvoiceFields, invoiceBodyOf } from '@/lib/invoices/invoice-fields'
import { NO_REQUEST, prepareInvoice } from '@/lib/invoices/issue-invoice'
import { leaseMs } from '@/lib/jobs/lease'
import { type Claim, complete, type LeasedWork, release } from '@/lib/jobs/queue'
import { mailRecurringStopped } from '@/lib/mail/account-mail'
import type { RecurringStop } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import { dueTimeOf, todayOf } from '@/lib/series/series'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { firstPeriodFrom, nextPeriods } from '@/lib/time/schedule'
import { dayIn } from '@/lib/time/zone'
import { type Account, findAccountById } from '@/lib/vendors/account'
import { findRecurring, lockRecurring, type RecurringRecord, recurringQueue } from './recurring-invoice'

/** Periods that an outage has made later than this are skipped: nobody expects their invoices any more. */
const CAUGHT_UP_DAYS = 92

/** How long to keep retrying a provider that fails to open a checkout. */
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000

const SOONEST_MS = 15_000
const LATEST_MS = 60 * 60 * 1000

/**
 * Issues the invoice of a claimed series' next period, or leaves a draft, and plans the period after. Invoice, mail,
 * events and the series' step to the next period are one transaction, under the lease: a worker that dies, is slower
 * than its lease, or meets a second one issues none or one. Where several periods are due, they are issued in order,
 * one a claim. A series whose vendor may not do business is stopped, and its vendor told.
 */
export async function issuePeriod(claim: Claim): Promise<void> {
  const account = await findAccountById(database(), claim.tenantId)
  const series = await findRecurring(connectionPool(), account, claim.id)
  if (account.isBanned) return stop(claim, account, 'vendor_banned')
  if (!account.isApproved) return stop(claim, account, 'live_mode_not_approved')
  try {
    await issue(claim, account, series)
  } catch (error) {
    // Terms that were valid when the series was set up may not be by now.
    if (error instanceof Refusal) return stop(claim, account, 'terms_not_valid')
    if (!(error instanceof DomainError)) throw error
    // A series outlives no customer: the id is known, so it was archived.
    if (isDomainError(error, 'customer_not_found')) return stop(claim, account, 'customer_archived')
    if (isDomainError(error, 'invoice_amount_below_minimum')) return stop(claim, account, 'terms_not_valid')
    if (isDomainError(error, 'too_many_invoice_drafts')) return stop(claim, account, 'too_many_drafts')
    await postpone(claim, account, series)
  }
}

async function issue(claim: Claim, account: Account, series: RecurringRecord): Promise<void> {
  const index = periodToIssue(series)
  const skipped = sql`skipped_count = skipped_count + ${index - series.periodIndex}::int`
  const [day] = nextPeriods(series, series, { index, pastCount: series.periodCount }, 1)
  if (!day) {
    // Its last day passed during an outage.
    await complete(connectionPool(), recurringQueue, claim, sql`${skipped}, ${ENDED}`)
    return
  }
  if (day > todayOf(series)) return waitForDay(claim, account, day)
  /** Ends the claim with the step to the next period; false if the series was paused, changed or taken over. */
  const step = async (tx: Transaction): Promise<boolean> => {
    const clock = await lockRecurring(tx, account, series.id)
    const periodCount = series.periodCount + 1
    const [nextOn] = nextPeriods(series, series, { index: index + 1, pastCount: periodCount }, 1)
    const set = sql`
      period_index = ${index + 1}::int, period_count = ${periodCount}::int, failed_since = NULL, ${skipped}`
    if (!nextOn) return complete(tx, recurringQueue, claim, sql`${set}, ${ENDED}`)
    const nextAttemptAt = dueTimeOf(nextOn, clock)
    return release(
      tx,
      recurringQueue,
      claim,
      nextAttemptAt,
      sql`${set}, next_on = ${formatIsoDate(nextOn)}::date`,
    )
  }
  const period = { accountId: account.id, recurringId: series.id, day: formatIsoDate(day) }
  const fields = fieldsOfPeriod(series)
  if (!series.isSent) {
    await inOrmTransaction(async (tx) => {
      if (!(await step(tx))) return
      await findActiveCustomer(tx, account.id, series.customerId)
      const draft = await saveNewDraft(tx, account.id, fields)
      await addPeriod(tx, { ...period, invoiceId: null, draftId: draft.id, createdAt: now() })
    })
    return
  }
  // The session at the provider is opened with no transaction open. If the invoice is then not saved, no buyer can
  // reach it.
  const { plan, save } = await prepareInvoice(
    account,
    writtenInvoiceBody.read(invoiceBodyOf(fields)),
    NO_REQUEST,
  )
  await inTransaction(async (tx) => {
    if (!(await step(tx))) return
    // After the step, because it locks the counters of the account.
    await save(tx)
    await addPeriod(tx, { ...period, invoiceId: plan.id, draftId: null, createdAt: now() })
  })
}

/** The vendor has moved to a time zone where the period's day begins later. */
async function waitForDay(claim: Claim, account: Account, day: Date): Promise<void> {
  await inTransaction(async (tx) => {
    // The test clock can't move it meanwhile.
    const clock = await lockRecurring(tx, account, claim.id)
    await release(tx, recurringQueue, claim, dueTimeOf(day, clock))
  })
}

const ENDED = sql`status = 'ENDED', next_on = NULL`

/** The next period that is not too old to be made up for. */
function periodToIssue(series: RecurringRecord): number {
  const oldest = firstPeriodFrom(series, dayAfter(todayOf(series), -CAUGHT_UP_DAYS))
  return Math.max(series.periodIndex, oldest)
}

/** The due date counts from the day on which it is issued, which an outage may have made later than its period's. */
function fieldsOfPeriod({ fields, dueAfterDays, zone }: RecurringRecord): InvoiceFields {
  return { ...fields, dueDate: formatIsoDate(dayIn(zone, now(), dueAfterDays)) }
}

const addPeriod = statement<
  {
    accountId: string
    recurringId: string
    day: string
    invoiceId: string | null
    draftId: string | null
    createdAt: Date
  },
  object
>(
  'add_recurring_period',
  `INSERT INTO recurring_periods (account_id, recurring_id, day, invoice_id, draft_id, created_at)
   VALUES (:accountId::uuid, :recurringId::uuid, :day::date, :invoiceId::uuid, :draftId::uuid, :createdAt::timestamptz)`,
)

/** Tries again after as long as it has failed so far, and stops the series in the end. */
async function postpone(claim: Claim, account: Account, { failedSince }: RecurringRecord): Promise<void> {
  const since = failedSince ?? now()
  const failingMs = now().getTime() - since.getTime()
  if (failingMs > GIVE_UP_AFTER_MS) return stop(claim, account, 'payment_provider_failed')
  const nextAttemptAt = new Date(now().getTime() + Math.min(Math.max(failingMs, SOONEST_MS), LATEST_MS))
  const set = sql`failed_since = ${since}::timestamptz`
  await release(connectionPool(), recurringQueue, claim, nextAttemptAt, set)
}

/** Stops the series until its vendor resumes it, and tells the vendor why. */
async function stop(claim: Claim, account: Account, reason: RecurringStop): Promise<void> {
  const { id: accountId, vendorId } = account
  await inTransaction(async (tx) => {
    const stopped = sql`status = 'STOPPED', stop_reason = ${reason}, next_on = NULL, revision = revision + 1`
    if (!(await complete(tx, recurringQueue, claim, stopped))) return
    const { id, customerId, revision } = await findRecurring(tx, account, claim.id)
    const { name: customer } = await findCustomer(tx, accountId, customerId)
    await mailRecurringStopped(tx, { accountId, id, customer, revision, reason })
    const detail = `${customer}: ${textsIn('en').recurringStopped.reasons[reason]}`
    await recordAuditEvent(tx, {
      vendorId,
      accountId,
      action: 'recurring_invoice.stopped',
      subjectId: id,
      detail,
    })
  })
}

export const recurringWork: LeasedWork = {
  queue: recurringQueue,
  leaseMs: () => leaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 10,
  work: issuePeriod,
}
