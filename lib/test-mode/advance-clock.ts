import { lockAccountFor, tryLockAccountFor } from '@/lib/db/account-lock'
import { statement } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { sweepReminders } from '@/lib/invoices/sweep-reminders'
import { leaseMs } from '@/lib/jobs/lease'
import type { Claim } from '@/lib/jobs/queue'
import { requestPeriod } from '@/lib/payouts/request-period'
import { issuePeriod } from '@/lib/recurring/issue-period'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'

export const MAX_DAYS = 366

/**
 * Moves a test account's clock on, day by day: what is due in the account becomes due, and what the calendar asks for
 * is done as on each of the days. docs/decisions/0043-the-test-clock.md says why due times move rather than the clock.
 * Throws `test_clock_advancing`, and moves nothing, while another request moves the account's clock.
 */
export async function advanceClock(accountId: string, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const due = await moveDueTimes(accountId, { isFirst: day === 0 })
    for (const claim of due.invoices) await issuePeriod(claim)
    for (const claim of due.payouts) await requestPeriod(claim)
    await sweepOverdue(dayAfter(now(), 0), accountId)
    await sweepReminders(dayAfter(now(), 0), accountId)
  }
}

/**
 * One day of the account, in one transaction: everything that is due is due a day earlier. Returns the series of
 * invoices and payouts that are due then, leased, so that each invoice is there on its day and no worker takes part.
 */
function moveDueTimes(
  accountId: string,
  { isFirst }: { isFirst: boolean },
): Promise<{ invoices: Claim[]; payouts: Claim[] }> {
  return inTransaction(async (tx) => {
    // Two days of an account that pass at once would wait for each other's rows. A day of a large account takes
    // seconds, so a request is refused rather than queued, but once started it completes.
    if (!isFirst) await lockAccountFor(tx, 'clock', accountId)
    else if (!(await tryLockAccountFor(tx, 'clock', accountId))) throw new DomainError('test_clock_advancing')
    await moveInvoices(tx, { accountId })
    for (const move of MOVED) await move(tx, { accountId, at: now() })
    const leaseUntil = new Date(now().getTime() + leaseMs(env.PROVIDER_TIMEOUT_MS))
    return {
      invoices: await RECURRING_INVOICES.moveAndClaim(tx, accountId, leaseUntil),
      payouts: await RECURRING_PAYOUTS.moveAndClaim(tx, accountId, leaseUntil),
    }
  })
}

/**
 * Counts the days, since a reminder's day may have passed before the invoice was created. Only here does the
 * transaction wait for others, so it comes first: a transaction that holds an invoice may be waiting for one of the
 * other rows.
 */
const moveInvoices = statement<{ accountId: string }, object>(
  'move_invoices',
  `WITH moved AS MATERIALIZED (
     SELECT id FROM invoices
      WHERE account_id = :accountId::uuid AND status NOT IN ('PAID', 'VOIDED')
      ORDER BY id FOR NO KEY UPDATE)
   UPDATE invoices SET due_date = due_date - 1, clock_days = clock_days + 1
     FROM moved WHERE account_id = :accountId::uuid AND invoices.id = moved.id`,
)

/** Moves the times of an account's rows by a day. A row that is locked or under a lease is being worked on now. */
function moveRows(
  table: string,
  { owner = 'account_id', key = ['id'], due = 'next_attempt_at', where = IS_FREE, also = [] }: MovedTable,
) {
  const times = [due, ...also]
  const earlier = times.map((column) => `${column} - interval '24 hours' AS earlier_${column}`)
  return statement<{ accountId: string; at: Date }, object>(
    `move_${table}`,
    `WITH moved AS MATERIALIZED (
       SELECT ${[...key, ...earlier].join(', ')} FROM ${table}
        WHERE ${owner} = :accountId::uuid AND ${due} IS NOT NULL AND ${where}
          FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE ${table} SET ${times.map((column) => `${column} = earlier_${column}`).join(', ')}
       FROM moved WHERE ${table}.${owner} = :accountId::uuid
        AND ${key.map((column) => `${table}.${column} = moved.${column}`).join(' AND ')}`,
  )
}

type MovedTable = { owner?: string; key?: string[]; due?: string; where?: string; also?: string[] }

const IS_FREE = '(lease_until IS NULL OR lease_until <= :at::timestamptz)'

const MOVED = [
  moveRows('webhook_deliveries', {}),
  moveRows('payouts', {}),
  // Scheduled ones: a row of a batch is due at once. One that waits for a second person has a day and no due time.
  moveRows('payout_requests', {
    due: 'day',
    also: ['next_attempt_at'],
    where: `kind = 'scheduled' AND status IN ('WAITING', 'APPROVED') AND ${IS_FREE}`,
  }),
  moveRows('invoice_drafts', { also: ['send_on'] }),
  moveRows('payments', {}),
  moveRows('refunds', {}),
  moveRows('checkout_sessions', { key: ['number'] }),
  moveRows('mail_messages', { owner: 'owner_id', also: ['give_up_at'] }),
  // All but those of the clock itself: a repeated request must not let the days pass twice.
  moveRows('idempotency_claims', {
    key: ['endpoint', 'key'],
    due: 'expires_at',
    where: `endpoint <> 'POST /api/v2/test/clock/advance'`,
  }),
]

/**
 * The days of a series stay those of the calendar, counted from the day on which its own clock is. The holder of a
 * lease reads that as it plans the next period.
 */
function seriesOf(table: string) {
  const move = statement<{ accountId: string; at: Date }, object>(
    `move_${table}`,
    `WITH moved AS MATERIALIZED (
       SELECT id, next_attempt_at - CASE WHEN ${IS_FREE} THEN interval '24 hours' ELSE interval '0' END AS earlier
         FROM ${table}
        WHERE account_id = :accountId::uuid AND status <> 'ENDED'
        ORDER BY id FOR NO KEY UPDATE)
     UPDATE ${table} SET clock_days = clock_days + 1, next_attempt_at = earlier
       FROM moved WHERE account_id = :accountId::uuid AND ${table}.id = moved.id`,
  )
  const claim = statement<{ accountId: string; at: Date; leaseUntil: Date }, Claim>(
    `claim_${table}_of_account`,
    `UPDATE ${table} SET lease_until = :leaseUntil::timestamptz, next_attempt_at = :leaseUntil::timestamptz
      WHERE account_id = :accountId::uuid AND next_attempt_at <= :at::timestamptz AND ${IS_FREE}
     RETURNING account_id AS "tenantId", id, lease_until AS "leaseUntil", attempt_count AS "attemptCount"`,
  )
  return {
    async moveAndClaim(tx: Transaction, accountId: string, leaseUntil: Date): Promise<Claim[]> {
      await move(tx, { accountId, at: now() })
      return claim(tx, { accountId, at: now(), leaseUntil })
    },
  }
}

const RECURRING_INVOICES = seriesOf('recurring_invoices')
const RECURRING_PAYOUTS = seriesOf('recurring_payouts')
