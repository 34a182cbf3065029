import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { type LeasedQueue, wake } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'
import { RETRIES } from './retry-schedule'

/** Events that wait for delivery. */
export const webhookQueue: LeasedQueue = {
  job: 'deliver_webhook',
  table: 'webhook_events',
  tenantColumn: 'account_id',
  idColumn: 'id',
  backOff: RETRIES,
}

/**
 * Adds an event to the outbox, in the transaction of the change it reports. Its id and bytes are frozen here:
 * every delivery sends the same.
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
  await wake(tx, webhookQueue, { tenantId: event.accountId, id }, createdAt)
  return { id }
}

/** Maximum number of attempts shown, latest first; the schedule makes ten, redeliveries add to them. */
const ATTEMPTS = 50

/** An event of the account with its attempts, latest first, or null. */
export function findEvent(tx: Transaction, accountId: string, id: string) {
  return tx.webhookEvent.findUnique({
    where: { accountId_id: { accountId, id } },
    include: { attempts: { orderBy: { number: 'desc' }, take: ATTEMPTS } },
  })
}

/** Whether any webhook of the account, a test event included, was answered with 2xx. */
export async function hasDeliveredWebhook(tx: Transaction, accountId: string): Promise<boolean> {
  const event = await tx.webhookEvent.findFirst({
    where: { accountId, status: 'DELIVERED' },
    select: { id: true },
  })
  return event !== null
}
