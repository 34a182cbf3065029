import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { enqueue } from '@/lib/jobs/queue'

/**
 * Makes an event due now, whatever has become of it. False when the account has no such event.
 *
 * The attempt is counted on from those before, and so is the schedule: while fewer than ten attempts were
 * made, a failure is tried again as ever; after that each redelivery is a single attempt. A redelivery
 * asked for while an attempt is under way is that attempt, and another one if its worker has died.
 */
export async function redeliverEvent(tx: Transaction, accountId: string, eventId: string): Promise<boolean> {
  const at = now()
  const [event] = await tx.$queryRaw<{ lease_until: Date | null }[]>`
    UPDATE webhook_events SET status = 'PENDING', next_attempt_at = ${at}::timestamptz
     WHERE account_id = ${accountId}::uuid AND id = ${eventId}::uuid
    RETURNING lease_until`
  if (!event) return false
  const runAt = event.lease_until && event.lease_until > at ? event.lease_until : at
  await enqueue(tx, 'deliver_webhook', { accountId, eventId }, { key: eventId, runAt })
  return true
}
