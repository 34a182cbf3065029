import { statement } from '@/lib/db/statement'
import { inDriverTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { sweepReminders } from '@/lib/invoices/sweep-reminders'
import { leaseMs } from '@/lib/jobs/lease'
import type { Claim } from '@/lib/jobs/queue'
import { issuePeriod } from '@/lib/recurring/issue-period'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'

export const MOST_DAYS = 366

/**
 * Moves a test account's clock on, day by day: what is due in the account becomes due, and what the calendar asks for
 * is done as on each of the days. docs/decisions/0043-the-test-clock.md says why due times move rather than the clock.
 */
export async function advanceClock(accountId: string, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const due = await moveDueTimes(accountId)
    for (const claim of due) await issuePeriod(claim)
    await sweepOverdue(dayAfter(now(), 0), accountId)
    await sweepReminders(dayAfter(now(), 0), accountId)
  }
}

/**
 * One day of the account, in one transaction: everything that is due is due a day earlier. Returns the series of invoices
 * that are due then, leased, so that each invoice is there on its day and no worker takes part.
 */
function moveDueTimes(accountId: string): Promise<Claim[]> {
  return inDriverTransaction(async (tx) => {
    await moveInvoices(tx, accountId)
    for (const move of MOVED_QUEUES) await move(tx, accountId, now())
    await moveMails(tx, accountId, now())
    await moveIdempotencyKeys(tx, accountId)
    await moveRecurring(tx, accountId, now())
    const leaseUntil = new Date(now().getTime() + leaseMs(env.PROVIDER_TIMEOUT_MS))
    return claimRecurring(tx, accountId, now(), leaseUntil)
  })
}

/** With the day of creation, which decides whether a reminder's day had passed by then. */
const moveInvoices = statement<[accountId: string], object>(
  'move_invoices',
  `UPDATE invoices SET due_date = due_date - 1, created_at = created_at - interval '24 hours'
    WHERE account_id = $1::uuid AND status NOT IN ('PAID', 'VOIDED')`,
)

/** A row under a lease is being worked on now. */
const IS_FREE = '(lease_until IS NULL OR lease_until <= $2::timestamptz)'

const MOVED_QUEUES = ['webhook_events', 'payouts', 'payments', 'payment_reversals', 'checkout_sessions'].map(
  (queue) =>
    statement<[accountId: string, at: Date], object>(
      `move_${queue}`,
      `UPDATE ${queue} SET next_attempt_at = next_attempt_at - interval '24 hours'
        WHERE account_id = $1::uuid AND next_attempt_at IS NOT NULL AND ${IS_FREE}`,
    ),
)

const moveMails = statement<[accountId: string, at: Date], object>(
  'move_mails',
  `UPDATE mail_messages
      SET next_attempt_at = next_attempt_at - interval '24 hours', give_up_at = give_up_at - interval '24 hours'
    WHERE owner_id = $1::uuid AND next_attempt_at IS NOT NULL AND ${IS_FREE}`,
)

/** All but those of the clock itself: a repeated request must not let the days pass twice. */
const moveIdempotencyKeys = statement<[accountId: string], object>(
  'move_idempotency_keys',
  `UPDATE idempotency_claims SET expires_at = expires_at - interval '24 hours'
    WHERE account_id = $1::uuid AND expires_at IS NOT NULL AND endpoint <> 'POST /api/v2/test/clock/advance'`,
)

/**
 * The days of a series stay those of the calendar, counted from the day on which its own clock is. The holder of a lease
 * reads that as it plans the next period.
 */
const moveRecurring = statement<[accountId: string, at: Date], object>(
  'move_recurring_invoices',
  `UPDATE recurring_invoices
      SET clock_days = clock_days + 1,
          next_attempt_at = next_attempt_at - CASE WHEN ${IS_FREE} THEN interval '24 hours' ELSE interval '0' END
    WHERE account_id = $1::uuid AND status <> 'ENDED'`,
)

const claimRecurring = statement<[accountId: string, at: Date, leaseUntil: Date], Claim>(
  'claim_recurring_invoices_of_account',
  `UPDATE recurring_invoices SET lease_until = $3::timestamptz, next_attempt_at = $3::timestamptz
    WHERE account_id = $1::uuid AND next_attempt_at <= $2::timestamptz AND ${IS_FREE}
   RETURNING account_id AS "tenantId", id, lease_until AS "leaseUntil", attempt_count AS "attemptCount"`,
)
