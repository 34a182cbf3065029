import { type Runner, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import type { LeasedQueue } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'

/** Events that wait for delivery. */
export const webhookQueue: LeasedQueue = {
  table: 'webhook_events',
  tenantColumn: 'account_id',
  idColumn: 'id',
  // The host, without user, port and path.
  receiver: `substring(lower(url) from '^[a-z]+://(?:[^/?#]*@)?(\\[[^]]*\\]|[^/:?#]+)')`,
}

/**
 * Adds an event to the outbox, in the transaction of the change it reports. Its id and bytes are frozen here:
 * every delivery sends the same.
 */
export async function publishEvent(
  on: Runner,
  event: {
    accountId: string
    /** The event that it delivers; null for a test event. */
    eventId: string | null
    /** Null for a test event. */
    invoiceId: string | null
    sequence: number
    url: string
    payload: string
  },
): Promise<{ id: string }> {
  const id = newId()
  const createdAt = now()
  const { accountId, eventId, invoiceId, sequence, url, payload } = event
  await addEvent(on, accountId, id, eventId, invoiceId, sequence, url, payload, createdAt)
  return { id }
}

const addEvent = statement<
  [
    accountId: string,
    id: string,
    eventId: string | null,
    invoiceId: string | null,
    sequence: number,
    url: string,
    payload: string,
    createdAt: Date,
  ],
  object
>(
  'add_webhook_event',
  `INSERT INTO webhook_events (account_id, id, event_id, invoice_id, sequence, url, payload, next_attempt_at,
                               created_at)
   VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::int, $6, $7, $8::timestamptz, $8::timestamptz)`,
)

/** Maximum number of attempts shown, latest first; the schedule makes ten, redeliveries add to them. */
const ATTEMPTS = 50

/** An event of the account with its attempts, latest first, or null. */
export function findEvent(tx: Transaction, accountId: string, id: string) {
  return tx.webhookEvent.findUnique({
    where: { accountId_id: { accountId, id } },
    include: {
      invoice: { select: { number: true } },
      attempts: { orderBy: { number: 'desc' }, take: ATTEMPTS },
    },
  })
}
