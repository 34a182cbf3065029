import { forgetExpiredSessions } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { forgetExpiredClaims } from '@/lib/http/idempotency-claim'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { sweepReminders as remind } from '@/lib/invoices/sweep-reminders'
import { mailWork } from '@/lib/mail/jobs'
import { dueCheckouts } from '@/lib/payments/reconcile-checkout'
import { duePayments } from '@/lib/payments/reconcile-payment'
import { duePayouts } from '@/lib/payouts/reconcile-payout'
import { forgetOldRequests } from '@/lib/request-log/forget-old-requests'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { sweep } from './leased-queue'
import { enqueue } from './queue'
import { leasedWork } from './tasks'

const BATCH = 500

/**
 * Wakes the worker for whatever is due in our own rows. Most of it has a job already, which keeps its
 * turn; what a killed worker held has none that will come soon, since the queue keeps a dead worker's
 * locks for hours.
 */
export async function sweepDue(): Promise<void> {
  await sweep(
    database(),
    [...leasedWork, mailWork].map(({ queue }) => queue),
  )
  const payouts = await duePayouts(BATCH)
  const payments = await duePayments(BATCH)
  const checkouts = await dueCheckouts(BATCH)
  if ([payouts, payments, checkouts].every((due) => due.length === 0)) return
  const turn = { runAt: now(), keepsItsTurn: true }
  await inTransaction(async (tx) => {
    for (const payout of payouts)
      await enqueue(tx, 'reconcile_payout', payout, { key: payout.payoutId, ...turn })
    for (const payment of payments)
      await enqueue(tx, 'reconcile_payment', payment, { key: payment.paymentId, ...turn })
    for (const checkout of checkouts) {
      await enqueue(tx, 'reconcile_checkout', checkout, { key: checkout.sessionNumber, ...turn })
    }
  })
}

/** What the calendar asks for: overdue invoices, and idempotency keys, sessions and logged requests whose time is over. */
export async function sweepCalendar(): Promise<void> {
  await sweepOverdue(dayAfter(now(), 0))
  await inTransaction((tx) => forgetExpiredClaims(tx, BATCH))
  await forgetOldRequests()
  await inTransaction((tx) => forgetExpiredSessions(tx, BATCH))
}

/** The reminders of today. Looked for once an hour: which they are changes once a day. */
export async function sweepReminders(): Promise<void> {
  await remind(dayAfter(now(), 0))
}
