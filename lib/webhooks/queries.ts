import { z } from 'zod'
import { database } from '@/lib/db/client'
import { WebhookDeliveryStatus } from '@/lib/db/generated/enums'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import { findDelivery } from './delivery'

type StoredDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

const webhookAttemptView = z.object({
  number: z.int(),
  at: moment,
  durationMs: z.int(),
  requestHeaders: z.array(z.object({ name: z.string(), value: z.string() })).describe('The headers as sent.'),
  signedText: z.string().nullable().describe('The signed text: id, timestamp and body, joined by dots.'),
  responseStatus: z.int().nullable(),
  responseBody: z.string().nullable().describe('The beginning of the answer.'),
  error: z.string().nullable().describe('Why there was no answer.'),
})

export type WebhookAttemptView = z.infer<typeof webhookAttemptView>

export const deliveryView = z.object({
  mode: z.enum(['test', 'live']),
  id: z.uuid(),
  invoiceId: z.uuid().nullable().describe('Set for an event of the invoice’s own webhook URL.'),
  invoiceNumber: z.string().nullable().describe('The number of that invoice.'),
  eventId: z.uuid().nullable().describe('The `id` of the event for programs; null for a test event.'),
  eventType: z.string().nullable().describe('Such as `invoice.paid`, for an event to a webhook endpoint.'),
  isTest: z.boolean(),
  sequence: z.int(),
  url: z.string(),
  status: z.enum(WebhookDeliveryStatus),
  attemptCount: z.int(),
  createdAt: moment,
  nextAttemptAt: moment.nullable(),
  payload: z.string().describe('The body, byte for byte as sent.'),
  attempts: z.array(webhookAttemptView).describe('Latest first.'),
})

export type DeliveryView = z.infer<typeof deliveryView>

/** A delivery of the account with its attempts, or null. */
export async function readDelivery(account: Account, id: string): Promise<DeliveryView | null> {
  if (!isId(id)) return null
  const delivery = await findDelivery(database(), account.id, id)
  return delivery && { mode: account.mode, ...presentDelivery(delivery) }
}

function presentDelivery(delivery: StoredDelivery): Omit<DeliveryView, 'mode'> {
  return {
    id: delivery.id,
    invoiceId: delivery.invoiceId,
    invoiceNumber: delivery.invoice?.number ?? null,
    eventId: delivery.eventId,
    eventType: eventTypeOf(delivery.payload),
    isTest: delivery.invoiceId === null && delivery.eventId === null,
    sequence: delivery.sequence,
    url: delivery.url,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    createdAt: delivery.createdAt.toISOString(),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    payload: delivery.payload,
    attempts: delivery.attempts.map((attempt) => presentAttempt(delivery, attempt)),
  }
}

/** The type in a payload, which we wrote; null for one that is only an invoice. */
function eventTypeOf(payload: string): string | null {
  const { event } = JSON.parse(payload) as { event?: { type: string } }
  return event?.type ?? null
}

function presentAttempt(
  delivery: StoredDelivery,
  attempt: StoredDelivery['attempts'][number],
): WebhookAttemptView {
  // Written by us, as a JSON object of strings.
  const headers = Object.entries(JSON.parse(attempt.requestHeaders) as Record<string, string>)
  const timestamp = headers.find(([name]) => name === 'webhook-timestamp')?.[1]
  return {
    number: attempt.number,
    at: attempt.createdAt.toISOString(),
    durationMs: attempt.durationMs,
    requestHeaders: headers.map(([name, value]) => ({ name, value })),
    signedText: timestamp ? `${delivery.id}.${timestamp}.${delivery.payload}` : null,
    responseStatus: attempt.responseStatus,
    responseBody: attempt.responseBody,
    error: attempt.error,
  }
}
