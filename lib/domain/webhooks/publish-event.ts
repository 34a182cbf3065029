import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { enqueue } from '@/lib/jobs/queue'

/**
 * Puts an event into the outbox, in the transaction of the change it tells of. Its id and its bytes are
 * frozen here: every delivery of it sends the same.
 */
export async function publishEvent(
  tx: Transaction,
  event: {
    accountId: string
    /** Null for a test event. */
    invoiceId: string | null
    sequence: number
    url: string
    payload: string
  },
): Promise<{ id: string }> {
  const id = newId()
  const createdAt = now()
  await tx.webhookEvent.create({ data: { ...event, id, nextAttemptAt: createdAt, createdAt } })
  await enqueue(
    tx,
    'deliver_webhook',
    { accountId: event.accountId, eventId: id },
    { key: id, runAt: createdAt },
  )
  return { id }
}
