import { connectionPool, sql } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { schedule, wake } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { paymentQueue } from './refund-payment'

/** Has a worker look at the refunds and disputes of a payment at `nextAttemptAt`. */
export async function scheduleLook(
  tx: Queryable,
  { accountId, id }: { accountId: string; id: string },
  nextAttemptAt: Date,
): Promise<void> {
  const where = sql`account_id = ${accountId}::uuid AND id = ${id}::uuid AND provider_reference IS NOT NULL`
  await schedule(tx, paymentQueue, { where, nextAttemptAt })
}

const addAwaited = statement<{ provider: string; paymentReference: string; createdAt: Date }, object>(
  'add_awaited_payment',
  `INSERT INTO awaited_payments (provider, payment_reference, created_at) VALUES (:provider, :paymentReference, :createdAt::timestamptz)
   ON CONFLICT DO NOTHING`,
)

/**
 * Schedules an immediate look at the refunds and disputes of a payment, after a notification. One that we don't
 * know yet is awaited: the notification of the payment itself may come later.
 */
export async function wakeReversals(
  tx: Queryable,
  provider: string,
  paymentReference: string,
): Promise<void> {
  // Of a charge for several invoices, the first payment is asked about: one look books what is new of all.
  const isNamed = sql`provider_reference = ${paymentReference} AND provider = ${provider}
    AND status = 'SUCCEEDED' AND part = 0`
  const wokenCount = await wake(tx, paymentQueue, isNamed)
  if (wokenCount === 0) await addAwaited(tx, { provider, paymentReference, createdAt: now() })
}

/** A payment is awaited for this long: checkouts that take days are over by then. */
const AWAITED_FOR_MS = 30 * DAY_MS

const BATCH = 500

type Arrived = { accountId: string; id: string; provider: string; paymentReference: string }

const findArrived = statement<{ limit: number }, Arrived>(
  'find_arrived_payments',
  `SELECT account_id AS "accountId", id, provider, payment_reference AS "paymentReference"
     FROM awaited_payments
     JOIN payments USING (provider)
    WHERE payments.provider_reference = payment_reference AND payments.status = 'SUCCEEDED' AND payments.part = 0
    LIMIT :limit::int`,
)

const endWait = statement<{ provider: string; paymentReference: string }, object>(
  'end_wait_for_payment',
  'DELETE FROM awaited_payments WHERE provider = :provider AND payment_reference = :paymentReference',
)

const forgetAwaited = statement<{ before: Date; limit: number }, object>(
  'forget_awaited_payments',
  `DELETE FROM awaited_payments
    WHERE (provider, payment_reference) IN (
      SELECT provider, payment_reference FROM awaited_payments WHERE created_at < :before::timestamptz LIMIT :limit::int)`,
)

/**
 * Schedules a look at each payment that was awaited and is known by now, and forgets those that never came: they
 * belong to somebody else with the same account at the provider.
 */
export async function sweepAwaitedPayments(): Promise<void> {
  for (const { provider, paymentReference, ...payment } of await findArrived(connectionPool(), {
    limit: BATCH,
  })) {
    // The look first: a process that dies in between schedules it again.
    await scheduleLook(connectionPool(), payment, now())
    await endWait(connectionPool(), { provider, paymentReference })
  }
  await forgetAwaited(connectionPool(), { before: new Date(now().getTime() - AWAITED_FOR_MS), limit: BATCH })
}
