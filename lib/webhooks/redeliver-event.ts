import { type Sql, sql } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { firstIdOf } from '@/lib/ids'
import { schedule } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'
import { webhookQueue } from './event'

/**
 * Makes an event due now, whatever has become of it. False when the account has no such event.
 *
 * The attempt is counted on from those before, and so is the schedule: while fewer than ten attempts were
 * made, a failure is tried again as ever; after that each redelivery is a single attempt. A redelivery
 * asked for while an attempt is under way is that attempt, and another one if its worker has died.
 */
export async function redeliverEvent(tx: Transaction, accountId: string, eventId: string): Promise<boolean> {
  const at = sql`${now()}::timestamptz`
  const events = await schedule(tx, webhookQueue, {
    where: sql`account_id = ${accountId}::uuid AND id = ${eventId}::uuid`,
    nextAttemptAt: sql`greatest(lease_until, ${at})`,
    set: sql`status = 'PENDING'`,
  })
  return events.length === 1
}

/** Events of one call. */
export const REDELIVERY_LIMIT = 1000

/** A receiver that has just come back is not met by all that it has missed at once. */
export const EVENTS_PER_SECOND = 20

/**
 * Makes the events that were created since then, were tried and have not arrived due now: those that were
 * given up as well as those that wait for their next try. The oldest first, at most `REDELIVERY_LIMIT`;
 * `remaining` says how many are left. The attempts are spread over time.
 *
 * One statement chooses and changes them, under their locks: what a worker delivers meanwhile is left
 * alone, and of two calls at once the second finds what the first has left.
 */
export async function redeliverFailed(
  tx: Transaction,
  accountId: string,
  since: Date,
): Promise<{ count: number; remaining: number }> {
  const at = now()
  const events = await schedule(tx, webhookQueue, {
    where: sql`account_id = ${accountId}::uuid AND id = ANY (ARRAY (
      SELECT id FROM webhook_events WHERE ${failedSince(accountId, since, at)}
       ORDER BY id LIMIT ${REDELIVERY_LIMIT} FOR UPDATE))`,
    nextAttemptAt: at,
    set: sql`status = 'PENDING'`,
    bulk: { perSecond: EVENTS_PER_SECOND },
  })
  return { count: events.length, remaining: await countFailed(tx, accountId, since) }
}

/** How many events `redeliverFailed` would be about. */
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
