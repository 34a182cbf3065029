import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { isId } from '@/lib/ids'
import { findAccount } from '@/lib/vendors/account'
import { findEvent } from './event'

type StoredEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>

export type WebhookAttemptView = {
  number: number
  at: string
  durationMs: number
  /** The headers as sent; null for an attempt from before they were stored. */
  requestHeaders: { name: string; value: string }[] | null
  /** The signed text: id, timestamp and body, joined by dots. */
  signedText: string | null
  responseStatus: number | null
  /** The beginning of the answer. */
  responseBody: string | null
  /** Why there was no answer. */
  error: string | null
}

export type WebhookEventView = {
  mode: Mode
  id: string
  /** Null for a test event. */
  invoiceId: string | null
  sequence: number
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attemptCount: number
  createdAt: string
  nextAttemptAt: string | null
  /** The body, byte for byte as sent. */
  payload: string
  /** Latest first. */
  attempts: WebhookAttemptView[]
}

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
