import { type Sql, sql } from '@/lib/db/client'
import { type Runner, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { insertDeliveries } from '@/lib/events/number-events'
import { firstIdOf } from '@/lib/ids'
import { schedule } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'
import { webhookQueue } from './event'

/**
 * Makes an event due now, whatever its status. Returns false if the account has no such event.
 *
 * The count of attempts continues, and so does the schedule: below ten attempts a failure is retried as
 * usual, after that each redelivery is a single attempt. A redelivery requested during an attempt is that
 * attempt, or another one if its worker has died.
 */
export async function redeliverEvent(tx: Transaction, accountId: string, eventId: string): Promise<boolean> {
  const where = sql`account_id = ${accountId}::uuid AND id = ${eventId}::uuid`
  const events = await schedule(tx, webhookQueue, dueNow(where))
  return events.length === 1
}

/**
 * Sends one of the account's events again, to every URL that it was sent to, and to the endpoints that were added
 * since.
 */
export async function redeliverAll(tx: Runner, accountId: string, eventId: string): Promise<void> {
  await schedule(
    tx,
    webhookQueue,
    dueNow(sql`account_id = ${accountId}::uuid AND event_id = ${eventId}::uuid`),
  )
  await addDeliveries(tx, accountId, eventId, now())
}

const addDeliveries = statement<[accountId: string, eventId: string, at: Date], object>(
  'add_deliveries',
  `WITH chosen AS (SELECT * FROM events WHERE account_id = $1::uuid AND id = $2::uuid)
   ${insertDeliveries('chosen', '$3')}`,
)

function dueNow(where: Sql) {
  return {
    where,
    nextAttemptAt: sql`greatest(lease_until, ${now()}::timestamptz)`,
    set: sql`status = 'PENDING'`,
  }
}

/** Maximum number of events per call. */
export const REDELIVERY_LIMIT = 1000

/** Spreads attempts out, so that a receiver that has just recovered is not hit by everything it missed. */
export const EVENTS_PER_SECOND = 20

/**
 * Makes undelivered events that were created since then and tried at least once due one after the other, both
 * failed ones and those waiting for a retry. Oldest first, at most `REDELIVERY_LIMIT`; `remaining` is how many
 * are left. It skips what a worker is delivering, and of two calls the second finds what the first has left.
 */
export async function redeliverFailed(
  tx: Transaction,
  accountId: string,
  since: Date,
): Promise<{ count: number; remaining: number }> {
  const at = now()
  const failed = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM webhook_events WHERE ${failedSince(accountId, since, at)}
     ORDER BY id LIMIT ${REDELIVERY_LIMIT} FOR UPDATE`
  const ids = sql`${failed.map(({ id }) => id)}::uuid[]`
  const turn = sql`${at}::timestamptz
    + (array_position(${ids}, id) - 1) * make_interval(secs => ${1 / EVENTS_PER_SECOND}::float8)`
  // Leased until its turn comes, like an event that is being delivered, so that another call leaves it alone.
  const events = await schedule(tx, webhookQueue, {
    where: sql`account_id = ${accountId}::uuid AND id = ANY (${ids})`,
    nextAttemptAt: turn,
    set: sql`status = 'PENDING', lease_until = ${turn}`,
  })
  return { count: events.length, remaining: await countFailed(tx, accountId, since) }
}

/** Counts the events that `redeliverFailed` would cover. */
export async function countFailed(tx: Transaction, accountId: string, since: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM webhook_events WHERE ${failedSince(accountId, since, now())}`
  return row?.count ?? 0
}

function failedSince(accountId: string, since: Date, at: Date): Sql {
  return sql`account_id = ${accountId}::uuid AND id >= ${firstIdOf(since)}::uuid
    AND created_at >= ${since}::timestamptz AND attempt_count > 0
    AND (status = 'FAILED' OR (status = 'PENDING' AND next_attempt_at > ${at}::timestamptz
      AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)))`
}
