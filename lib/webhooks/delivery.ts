import type { Orm } from '@/lib/db/client'
import type { WebhookAttempt } from '@/lib/db/generated/client'
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

/** A delivery of the account with its attempts, or null. */
export async function findDelivery(tx: Orm, accountId: string, id: string) {
  const delivery = await tx.webhookDelivery.findUnique({
    where: { accountId_id: { accountId, id } },
    include: { invoice: { select: { number: true } } },
  })
  if (!delivery) return null
  const [withIts] = await withAttempts(tx, accountId, [delivery])
  return withIts ?? null
}

/** The deliveries of an event of the account, oldest first, each with its attempts. */
export async function findDeliveries(tx: Orm, accountId: string, eventId: string) {
  const deliveries = await tx.webhookDelivery.findMany({
    where: { accountId, eventId },
    orderBy: { id: 'asc' },
    take: DELIVERIES,
  })
  return withAttempts(tx, accountId, deliveries)
}

/** Adds its latest attempts to each delivery, the last one first. */
export async function withAttempts<Delivery extends { id: string; attemptCount: number }>(
  tx: Orm,
  accountId: string,
  deliveries: Delivery[],
  limit = ATTEMPTS,
): Promise<(Delivery & { attempts: WebhookAttempt[] })[]> {
  const isShown = deliveries.map(({ id, attemptCount }) => ({
    deliveryId: id,
    number: { gt: attemptCount - limit },
  }))
  const attempts = await tx.webhookAttempt.findMany({
    where: { accountId, OR: isShown },
    orderBy: { number: 'desc' },
  })
  return deliveries.map((delivery) => ({
    ...delivery,
    attempts: attempts.filter(({ deliveryId }) => deliveryId === delivery.id),
  }))
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
