import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'

export type SignedNotification = { rawBody: string; signature: string }

/** A delivery as Stripe makes it, signed by the package itself; of the event `id`, a new one where left out. */
export function signedNotification(
  secret: string,
  type: string,
  object: object,
  options: { id?: string; timestamp?: number } = {},
): SignedNotification {
  const { id = `evt_${randomUUID().replaceAll('-', '')}`, timestamp } = options
  const event = {
    id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: 1_790_000_000,
    data: { object },
    livemode: false,
    type,
  }
  const rawBody = JSON.stringify(event, null, 2)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: rawBody,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  })
  return { rawBody, signature }
}
