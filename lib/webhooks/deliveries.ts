import type { Transaction } from '@/lib/db/transaction'

/** Deliveries of one event that are shown, and attempts of each. */
const DELIVERIES = 50
const ATTEMPTS = 50

/** The deliveries of an event of the account, oldest first, each with its attempts, latest first. */
export function findDeliveries(tx: Transaction, accountId: string, eventId: string) {
  return tx.webhookEvent.findMany({
    where: { accountId, eventId },
    include: { attempts: { orderBy: { number: 'desc' }, take: ATTEMPTS } },
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
