import type { Orm } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { newId } from '@/lib/ids'
import type { LeasedQueue } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'

export const webhookQueue: LeasedQueue = {
  table: 'webhook_deliveries',
  tenantColumn: 'account_id',
  idColumn: 'id',
  receiver: 'receiver',
}

/**
 * Adds a delivery to the outbox, in the transaction of the change that its event reports. Its id and bytes are frozen
 * here: every attempt sends the same.
 */
export async function queueDelivery(
  on: Queryable,
  delivery: {
    accountId: string
    /** Null for a test event. */
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
  const { accountId, eventId, invoiceId, sequence, url, payload } = delivery
  await addDelivery(on, { accountId, id, eventId, invoiceId, sequence, url, payload, createdAt })
  return { id }
}

const addDelivery = statement<
  {
    accountId: string
    id: string
    eventId: string | null
    invoiceId: string | null
    sequence: number
    url: string
    payload: string
    createdAt: Date
  },
  object
>(
  'add_webhook_delivery',
  `INSERT INTO webhook_deliveries (account_id, id, event_id, invoice_id, sequence, url, payload, next_attempt_at,
                                   created_at)
   VALUES (:accountId::uuid, :id::uuid, :eventId::uuid, :invoiceId::uuid, :sequence::int, :url, :payload, :createdAt::timestamptz, :createdAt::timestamptz)`,
)

/** Deliveries of one event that are shown. */
const DELIVERIES = 50
/** Attempts of one delivery that are shown, latest first; the schedule makes ten, redeliveries add to them. */
const ATTEMPTS = 50

const attempts = { orderBy: { number: 'desc' }, take: ATTEMPTS } as const

/** A delivery of the account with its attempts, or null. */
export function findDelivery(tx: Orm, accountId: string, id: string) {
  return tx.webhookDelivery.findUnique({
    where: { accountId_id: { accountId, id } },
    include: { invoice: { select: { number: true } }, attempts },
  })
}

/** The deliveries of an event of the account, oldest first, each with its attempts. */
export function findDeliveries(tx: Orm, accountId: string, eventId: string) {
  return tx.webhookDelivery.findMany({
    where: { accountId, eventId },
    include: { attempts },
    orderBy: { id: 'asc' },
    take: DELIVERIES,
  })
}

type Delivery = Awaited<ReturnType<typeof findDeliveries>>[number]

/** A delivery as the API answers it. */
export function presentDelivery({ id, url, status, createdAt, nextAttemptAt, attempts }: Delivery) {
  return {
    id,
    url,
    status,
    created_at: createdAt.toISOString(),
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      created_at: attempt.createdAt.toISOString(),
      duration_ms: attempt.durationMs,
      response_status: attempt.responseStatus,
      response_body: attempt.responseBody,
      error: attempt.error,
    })),
  }
}
