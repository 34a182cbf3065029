import assert from 'node:assert/strict'
import { type Adapter, type ReceivedNotification, type SettingsOf, secretsIn } from '../manifest'
import type { StripeOptions } from './http-client'
import type { stripe } from './manifest'
import { STRIPE_VERSION, UnreadableEventError, verifyStripeNotification } from './notifications'
import { createStripePaymentProvider } from './payment-provider'

type Settings = SettingsOf<typeof stripe>

export const adapter: Adapter<Settings> = {
  payments: (settings, { notificationUrl }) =>
    createStripePaymentProvider({ ...connectionOf(settings), notificationUrl }),
  readNotification: ({ STRIPE_WEBHOOK_SECRET: secrets = '' }, received) => {
    try {
      return read(secrets, received)
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error
      return { kind: error.isThin ? 'thin_event' : 'unreadable_event' }
    }
  },
}

function read(secrets: string, { rawBody, headers }: ReceivedNotification) {
  const signature = headers.get('stripe-signature')
  const notification = verifyStripeNotification({ rawBody, signature, secrets: secretsIn(secrets) })
  if (!notification) return { kind: 'forged' as const }
  const alarm = `Stripe notifies in another API version: create the webhook endpoint anew, in version ${STRIPE_VERSION}`
  return {
    kind: 'read' as const,
    payment: notification,
    ...(notification.isOfOtherRelease ? { alarm } : {}),
  }
}

type Connection = Pick<StripeOptions, 'secretKey' | 'apiBase'>

/** For both of Stripe's providers. */
export function connectionOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_URL: url,
}: Pick<Settings, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL'>): Connection {
  assert(secretKey, 'Stripe is configured')
  return url === undefined ? { secretKey } : { secretKey, apiBase: addressOf(url) }
}

function addressOf(url: string): StripeOptions['apiBase'] {
  const { protocol, hostname: host, port } = new URL(url)
  const isHttps = protocol === 'https:'
  return { protocol: isHttps ? 'https' : 'http', host, port: Number(port || (isHttps ? 443 : 80)) }
}
