import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { findAccount } from '@/lib/vendors/account'
import { findEvent } from './event'

type StoredEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>

const webhookAttemptView = z.object({
  number: z.int(),
  at: moment,
  durationMs: z.int(),
  requestHeaders: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .nullable()
    .describe('The headers as sent; null for an attempt from before they were stored.'),
  signedText: z.string().nullable().describe('The signed text: id, timestamp and body, joined by dots.'),
  responseStatus: z.int().nullable(),
  responseBody: z.string().nullable().describe('The beginning of the answer.'),
  error: z.string().nullable().describe('Why there was no answer.'),
})

export type WebhookAttemptView = z.infer<typeof webhookAttemptView>

export const webhookEventView = z.object({
  mode: z.enum(['test', 'live']),
  id: z.uuid(),
  invoiceId: z.uuid().nullable().describe('Set for an event of the invoice’s own webhook URL.'),
  invoiceNumber: z.string().nullable().describe('The number of that invoice.'),
  eventId: z.uuid().nullable().describe('The `id` of the event for programs; null for a test event.'),
  eventType: z.string().nullable().describe('Such as `invoice.paid`, for an event to a webhook endpoint.'),
  isTest: z.boolean(),
  sequence: z.int(),
  url: z.string(),
  status: z.enum(['PENDING', 'DELIVERED', 'FAILED']),
  attemptCount: z.int(),
  createdAt: moment,
  nextAttemptAt: moment.nullable(),
  payload: z.string().describe('The body, byte for byte as sent.'),
  attempts: z.array(webhookAttemptView).describe('Latest first.'),
})

export type WebhookEventView = z.infer<typeof webhookEventView>

/** An event of the account with its attempts, or null. */
export async function readWebhookEvent(
  vendorId: string,
  mode: Mode,
  id: string,
): Promise<WebhookEventView | null> {
  if (!isId(id)) return null
  const account = await findAccount(database(), vendorId, mode)
  const event = await findEvent(database(), account.id, id)
  return event && { mode, ...presentEvent(event) }
}

function presentEvent(event: StoredEvent): Omit<WebhookEventView, 'mode'> {
  return {
    id: event.id,
    invoiceId: event.invoiceId,
    invoiceNumber: event.invoice?.number ?? null,
    eventId: event.eventId,
    eventType: eventTypeOf(event.payload),
    isTest: event.invoiceId === null && event.eventId === null,
    sequence: event.sequence,
    url: event.url,
    status: event.status,
    attemptCount: event.attemptCount,
    createdAt: event.createdAt.toISOString(),
    nextAttemptAt: event.nextAttemptAt?.toISOString() ?? null,
    payload: event.payload,
    attempts: event.attempts.map((attempt) => presentAttempt(event, attempt)),
  }
}

/** The type in a payload, which we wrote; null for one that is only an invoice. */
function eventTypeOf(payload: string): string | null {
  const { event } = JSON.parse(payload) as { event?: { type: string } }
  return event?.type ?? null
}

function presentAttempt(event: StoredEvent, attempt: StoredEvent['attempts'][number]): WebhookAttemptView {
  // Written by us, as a JSON object of strings.
  const headers = attempt.requestHeaders
    ? Object.entries(JSON.parse(attempt.requestHeaders) as Record<string, string>)
    : null
  const timestamp = headers?.find(([name]) => name === 'webhook-timestamp')?.[1]
  return {
    number: attempt.number,
    at: attempt.createdAt.toISOString(),
    durationMs: attempt.durationMs,
    requestHeaders: headers?.map(([name, value]) => ({ name, value })) ?? null,
    signedText: timestamp ? `${event.id}.${timestamp}.${event.payload}` : null,
    responseStatus: attempt.responseStatus,
    responseBody: attempt.responseBody,
    error: attempt.error,
  }
}
