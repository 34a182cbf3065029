import { statement } from '@/lib/db/statement'
import { inDriverTransaction } from '@/lib/db/transaction'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { sweepReminders } from '@/lib/invoices/sweep-reminders'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'

export const MOST_DAYS = 366

/**
 * Moves a test account's clock on, day by day: what is due in the account becomes due, and what the calendar asks for
 * is done as on each of the days. docs/decisions/0043-the-test-clock.md says why due times move rather than the clock.
 */
export async function advanceClock(accountId: string, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await moveDueTimes(accountId)
    await sweepOverdue(dayAfter(now(), 0), accountId)
    await sweepReminders(dayAfter(now(), 0), accountId)
  }
}

/** One day of the account, in one transaction: everything that is due is due a day earlier. */
function moveDueTimes(accountId: string): Promise<void> {
  return inDriverTransaction(async (tx) => {
    await moveInvoices(tx, accountId)
    for (const move of MOVED_QUEUES) await move(tx, accountId, now())
    await moveMails(tx, accountId, now())
    await moveIdempotencyKeys(tx, accountId)
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
