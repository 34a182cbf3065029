import { type Answer, deliver } from '../exam/delivery.ts'
import type { Event } from '../generated/api.ts'
import { signWebhook } from '../webhooks.ts'

export const FORMATS = ['event', 'invoice'] as const
export type Format = (typeof FORMATS)[number]

/** The events that an invoice's own `webhook_url` is told of. */
const OF_INVOICE_WEBHOOKS = ['invoice.paid', 'invoice.unpaid', 'invoice.failed']
const TIMEOUT_MS = 10_000

/** True if a receiver of this kind would get the event. */
export function isForwarded({ type }: Event, format: Format): boolean {
  return format === 'event' || OF_INVOICE_WEBHOOKS.includes(type)
}

/** Delivers an event as the service does, signed with the secret. */
export async function forwardEvent(
  event: Event,
  { url, secret, format }: { url: string; secret: string; format: Format },
): Promise<Answer> {
  const { id, sequence } = event
  const body = JSON.stringify(format === 'event' ? { event } : { invoice: event.data })
  const signed = await signWebhook({ id, payload: body, secret })
  return deliver({ url, headers: { ...signed, 'webhook-sequence': String(sequence) }, body }, TIMEOUT_MS)
}

export function answerWords({ status, fault, durationMs }: Answer): string {
  return status === null ? `${fault}` : `${status} in ${durationMs} ms`
}
