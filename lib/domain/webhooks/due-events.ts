import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import type { EventReference } from './claim-event'

/**
 * The events of all accounts that are due and that nobody is delivering, the longest due first: what a
 * sweep has to deliver when a wake-up was lost or a worker died. At most `limit`.
 */
export async function dueEvents(tx: Transaction, limit: number): Promise<EventReference[]> {
  const at = now()
  const rows = await tx.$queryRaw<{ account_id: string; id: string }[]>`
    SELECT account_id, id FROM webhook_events
     WHERE status = 'PENDING' AND next_attempt_at <= ${at}::timestamptz
       AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)
     ORDER BY next_attempt_at, account_id, id
     LIMIT ${limit}`
  return rows.map((row) => ({ accountId: row.account_id, eventId: row.id }))
}
