import { type Orm, type Sql, sql } from '@/lib/db/client'
import type { OrmTransaction, Transaction } from '@/lib/db/transaction'
import type { NumberedEvent } from '@/lib/events/number-events'
import { firstIdOf } from '@/lib/ids'
import { schedule } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'
import { webhookQueue } from './delivery'
import { queueDeliveries } from './queue-deliveries'

/**
 * Makes a delivery due now, whatever its status. Returns false if the account has no such delivery.
 *
 * The count of attempts continues, and so does the schedule: below ten attempts a failure is retried as
 * usual, after that each redelivery is a single attempt. A redelivery requested during an attempt is that
 * attempt, or another one if its worker has died.
 */
export async function redeliver(tx: OrmTransaction, accountId: string, deliveryId: string): Promise<boolean> {
  const where = sql`account_id = ${accountId}::uuid AND id = ${deliveryId}::uuid`
  const due = await schedule(tx, webhookQueue, dueNow(where))
  return due.length === 1
}

/**
 * Sends one of the account's events again, to every URL that it was sent to, and to the endpoints that were added
 * since.
 */
export async function redeliverAll(tx: Transaction, accountId: string, event: NumberedEvent): Promise<void> {
  const where = sql`account_id = ${accountId}::uuid AND event_id = ${event.id}::uuid`
  await schedule(tx, webhookQueue, dueNow(where))
  await queueDeliveries(tx, accountId, [event])
}

function dueNow(where: Sql) {
  return {
    where,
    nextAttemptAt: sql`greatest(lease_until, ${now()}::timestamptz)`,
    set: sql`status = 'PENDING'`,
  }
}

/** Maximum number of deliveries per call. */
export const REDELIVERY_LIMIT = 1000

/** Spreads attempts out, so that a receiver that has just recovered is not hit by everything it missed. */
export const DELIVERIES_PER_SECOND = 20

/**
 * Makes unsuccessful deliveries that were created since then and tried at least once due one after the other, both
 * failed ones and those waiting for a retry. Oldest first, at most `REDELIVERY_LIMIT`; `remaining` is how many
 * are left. It skips what a worker is attempting, and of two calls the second finds what the first has left.
 */
export async function redeliverFailed(
  tx: OrmTransaction,
  accountId: string,
  since: Date,
): Promise<{ count: number; remaining: number }> {
  const at = now()
  const failed = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM webhook_deliveries WHERE ${failedSince(accountId, since, at)}
     ORDER BY id LIMIT ${REDELIVERY_LIMIT} FOR UPDATE`
  const ids = sql`${failed.map(({ id }) => id)}::uuid[]`
  const turn = sql`${at}::timestamptz
    + (array_position(${ids}, id) - 1) * make_interval(secs => ${1 / DELIVERIES_PER_SECOND}::float8)`
  // Leased until its turn comes, like a delivery under attempt, so that another call leaves it alone.
  const due = await schedule(tx, webhookQueue, {
    where: sql`account_id = ${accountId}::uuid AND id = ANY (${ids})`,
    nextAttemptAt: turn,
    set: sql`status = 'PENDING', lease_until = ${turn}`,
  })
  return { count: due.length, remaining: await countFailed(tx, accountId, since) }
}

/** Counts the deliveries that `redeliverFailed` would cover. */
export async function countFailed(tx: Orm, accountId: string, since: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${failedSince(accountId, since, now())}`
  return row?.count ?? 0
}

function failedSince(accountId: string, since: Date, at: Date): Sql {
  return sql`account_id = ${accountId}::uuid AND id >= ${firstIdOf(since)}::uuid
    AND created_at >= ${since}::timestamptz AND attempt_count > 0
    AND (status = 'FAILED' OR (status = 'PENDING' AND next_attempt_at > ${at}::timestamptz
      AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)))`
}
