import { z } from 'zod'
import { connectionPool } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { rawBody } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { Refusal } from '@/lib/http/refusals'
import { wakeCheckout } from '@/lib/invoices/checkout-session'
import { log } from '@/lib/log'
import { wakePayout } from '@/lib/payouts/reconcile-payout'
import {
  isOfOldVersion,
  parseAirwallexNotification,
  verifyAirwallexWebhook,
} from '@/lib/providers/airwallex/notifications'
import type { PaymentNotification } from '@/lib/providers/payment-provider'
import {
  STRIPE_VERSION,
  UnreadableEventError,
  verifyStripeNotification,
} from '@/lib/providers/stripe/notifications'
import { now } from '@/lib/time/clock'
import { noteHostedDecline } from './reconcile-checkout'
import { wakeReversals } from './wake-reversals'

const received = z.object({ received: z.literal(true) })

export const receiveStripeNotification = operation({
  method: 'POST',
  path: '/api/providers/stripe',
  summary: 'Receive a notification from Stripe',
  description: 'About checkout sessions, refunds and disputes. 404 if Stripe’s secret is not set.',
  tag: 'Providers',
  access: anyone(),
  body: rawBody,
  answers: { 200: received },
  errors: ['not_found', 'invalid_signature', 'thin_event', 'unreadable_event'],
}).handle(async ({ headers, input }) => {
  if (!env.STRIPE_WEBHOOK_SECRET) throw new Refusal('not_found')
  const secrets = secretsOf(env.STRIPE_WEBHOOK_SECRET)
  const notification = readStripeEvent({
    rawBody: input,
    signature: headers.get('stripe-signature'),
    secrets,
  })
  if (!notification) throw new Refusal('invalid_signature')
  if (notification.isOfOtherRelease) {
    const cause = `Stripe notifies in another API version: create the webhook endpoint anew, in version ${STRIPE_VERSION}`
    log.error({ provider: 'stripe' }, cause)
  }
  await hearFromPaymentProvider('stripe', notification)
  return { status: 200, body: { received: true } }
})

function secretsOf(setting: string): string[] {
  // An empty one would let anybody sign.
  return setting
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
}

/** `verifyStripeNotification`, whose errors become answers: the person who reads Stripe's list of failures finds the cause. */
function readStripeEvent(request: Parameters<typeof verifyStripeNotification>[0]) {
  try {
    return verifyStripeNotification(request)
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error
    log.error({ provider: 'stripe', isThin: error.isThin }, 'a notification is signed, but could not be read')
    throw new Refusal(error.isThin ? 'thin_event' : 'unreadable_event')
  }
}

/** Acts on what a payment provider tells: a decline counts at once, anything else is a reason to ask it. */
export async function hearFromPaymentProvider(
  provider: string,
  { kind, sessionReference, paymentReference, key }: PaymentNotification,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (kind === 'failed' && key) await noteHostedDecline(tx, provider, key)
    if (kind === 'reversed' && paymentReference) await wakeReversals(tx, provider, paymentReference)
    if (sessionReference) await wakeCheckout(tx, provider, sessionReference)
  })
}

export const receiveAirwallexNotification = operation({
  method: 'POST',
  path: '/api/providers/airwallex',
  summary: 'Receive a notification from Airwallex',
  description: 'About transfers. 404 if Airwallex’s secret is not set.',
  tag: 'Providers',
  access: anyone(),
  body: rawBody,
  answers: { 200: received },
  errors: ['not_found', 'invalid_signature'],
}).handle(async ({ headers, input }) => {
  if (!env.AIRWALLEX_WEBHOOK_SECRET) throw new Refusal('not_found')
  const isGenuine = verifyAirwallexWebhook({
    rawBody: input,
    timestamp: headers.get('x-timestamp'),
    signature: headers.get('x-signature'),
    secrets: secretsOf(env.AIRWALLEX_WEBHOOK_SECRET),
    now: now(),
  })
  if (!isGenuine) throw new Refusal('invalid_signature')
  const text = input.toString('utf8')
  if (isOfOldVersion(text)) {
    const cause =
      'Airwallex notifies in an API version before 2024-09-27: subscribe again, in version 2026-08-21'
    log.error({ provider: 'airwallex' }, cause)
  }
  const notification = parseAirwallexNotification(text)
  if (notification) await wakePayout(connectionPool(), 'airwallex', notification.requestKey)
  return { status: 200, body: { received: true } }
})
