import { now } from '@/lib/clock'
import { dayAfter } from '@/lib/dates'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { forgetExpiredClaims } from '@/lib/domain/idempotency/claim'
import { sweepOverdue } from '@/lib/domain/invoices/sweep-overdue'
import { dueCheckouts } from '@/lib/domain/payments/reconcile-checkout'
import { duePayments } from '@/lib/domain/payments/reconcile-payment'
import { duePayouts } from '@/lib/domain/payouts/reconcile-payout'
import { dueEvents } from '@/lib/domain/webhooks/due-events'
import { enqueue } from './queue'

const BATCH = 500

/**
 * Wakes the worker for whatever is due in our own rows. Most of it has a job already, which keeps its
 * turn; what a killed worker held has none that will come soon, since the queue keeps a dead worker's
 * locks for hours.
 */
export async function sweepDue(): Promise<void> {
  const events = await dueEvents(database(), BATCH)
  const payouts = await duePayouts(BATCH)
  const payments = await duePayments(BATCH)
  const checkouts = await dueCheckouts(BATCH)
  if (events.length + payouts.length + payments.length + checkouts.length === 0) return
  const turn = { runAt: now(), keepsItsTurn: true }
  await inTransaction(async (tx) => {
    for (const event of events) await enqueue(tx, 'deliver_webhook', event, { key: event.eventId, ...turn })
    for (const payout of payouts)
      await enqueue(tx, 'reconcile_payout', payout, { key: payout.payoutId, ...turn })
    for (const payment of payments)
      await enqueue(tx, 'reconcile_payment', payment, { key: payment.paymentId, ...turn })
    for (const checkout of checkouts) {
      await enqueue(tx, 'reconcile_checkout', checkout, { key: checkout.sessionNumber, ...turn })
    }
  })
}

/** What the calendar asks for: overdue invoices, and idempotency keys whose time is over. */
export async function sweepCalendar(): Promise<void> {
  await sweepOverdue(dayAfter(now(), 0))
  await inTransaction((tx) => forgetExpiredClaims(tx, BATCH))
}
