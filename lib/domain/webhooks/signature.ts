import { createHmac } from 'node:crypto'

export type SignedEvent = { id: string; sequence: number; payload: string }

const SECRET_PREFIX = 'whsec_'

/**
 * The headers of one attempt, as Standard Webhooks has them. `webhook-timestamp` is the attempt's and not
 * the event's, so that a receiver can refuse a replay of old ones. `secrets` are `whsec_…`, the newest
 * first: each signs, and one signature that fits is enough for the receiver.
 */
export function deliveryHeaders(event: SignedEvent, at: Date, secrets: string[]): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signed = `${event.id}.${timestamp}.${event.payload}`
  return {
    'content-type': 'application/json',
    'user-agent': 'Counterfoil/1',
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(signed, secret)}`).join(' '),
    'webhook-sequence': String(event.sequence),
  }
}

function sign(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}
