import type { Counterfoil } from '../client.ts'
import { type Answer, deliver, type Format, stableId } from '../exam/delivery.ts'
import type { Event } from '../generated/api.ts'
import { signWebhook } from '../webhooks.ts'
import { UsageError } from './terminal.ts'

const FORMATS: readonly Format[] = ['event', 'invoice']

export function formatOf(text: string | undefined, fallback: Format): Format {
  const format = text === undefined ? fallback : FORMATS.find((each) => each === text)
  if (!format) throw new UsageError('--as is event or invoice')
  return format
}

/** The events that an invoice's own `webhook_url` is told of. */
const OF_INVOICE_WEBHOOKS = ['invoice.paid', 'invoice.unpaid', 'invoice.failed']
const TIMEOUT_MS = 10_000

/** True if a receiver of this kind would get the event. */
export function isForwarded({ type }: Event, format: Format): boolean {
  return format === 'event' || OF_INVOICE_WEBHOOKS.includes(type)
}

type Target = { url: string; secret: string; format: Format }

/**
 * Delivers an event as the service does, signed with the secret: with an id of the delivery, which is the same if the event
 * is sent to this URL again.
 */
export async function forwardEvent(
  client: Counterfoil,
  event: Event,
  { url, secret, format }: Target,
  signal: AbortSignal,
): Promise<Answer> {
  const body = JSON.stringify(format === 'event' ? { event } : { invoice: event.data })
  const sequence = format === 'event' ? event.sequence : await placeInInvoice(client, event, signal)
  const signed = await signWebhook({ id: stableId(event.id, url, format), payload: body, secret })
  const headers = {
    ...signed,
    'webhook-sequence': String(sequence),
    'counterfoil-event-id': event.id,
  }
  return deliver({ url, headers, body }, TIMEOUT_MS)
}

/** The place of an event among those that its invoice's own `webhook_url` is told of, from 1. */
async function placeInInvoice(
  client: Counterfoil,
  { data, sequence }: Event,
  signal: AbortSignal,
): Promise<number> {
  const { trace } = await client.traces.get(String(data.id), { signal })
  return trace.steps.filter(
    ({ event }) =>
      event &&
      OF_INVOICE_WEBHOOKS.includes(event.type) &&
      event.sequence !== null &&
      event.sequence <= sequence,
  ).length
}

export function answerWords({ status, fault, durationMs }: Answer): string {
  return status === null ? `${fault}` : `${status} in ${durationMs} ms`
}
