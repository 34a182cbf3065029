import { operation } from '@/lib/api/operation'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { readBytes } from '@/lib/http/read-json-body'
import { Refusal } from '@/lib/http/refusals'
import { wakePayout } from '@/lib/payouts/reconcile-payout'
import { parseAirwallexNotification, verifyAirwallexWebhook } from '@/lib/providers/airwallex/notifications'
import { verifyStripeNotification } from '@/lib/providers/stripe/notifications'
import { now } from '@/lib/time/clock'
import { noteHostedDecline, wakeCheckout } from './reconcile-checkout'

/** Maximum difference between a notification's time and ours. */
const TOLERANCE_MS = 5 * 60_000

const RECEIVED = { status: 200, body: { received: true } }

/** Stripe's notifications about checkout sessions. */
export const receiveStripeNotification = operation('/api/providers/stripe', async ({ request }) => {
  if (!env.STRIPE_WEBHOOK_SECRET) throw new Refusal('not_found')
  const notification = verifyStripeNotification({
    rawBody: await readBytes(request),
    signature: request.headers.get('stripe-signature'),
    secret: env.STRIPE_WEBHOOK_SECRET,
  })
  if (!notification) throw new Refusal('invalid_signature')
  const { kind, sessionReference, key } = notification
  await inTransaction(async (tx) => {
    if (kind === 'failed' && key) await noteHostedDecline(tx, 'stripe', key)
    if (sessionReference) await wakeCheckout(tx, 'stripe', sessionReference)
  })
  return RECEIVED
})

/** Airwallex's notifications about transfers. */
export const receiveAirwallexNotification = operation('/api/providers/airwallex', async ({ request }) => {
  if (!env.AIRWALLEX_WEBHOOK_SECRET) throw new Refusal('not_found')
  const rawBody = await readBytes(request)
  const isGenuine = verifyAirwallexWebhook({
    rawBody,
    timestamp: request.headers.get('x-timestamp'),
    signature: request.headers.get('x-signature'),
    secret: env.AIRWALLEX_WEBHOOK_SECRET,
    now: now(),
    toleranceMs: TOLERANCE_MS,
  })
  if (!isGenuine) throw new Refusal('invalid_signature')
  const notification = parseAirwallexNotification(rawBody.toString('utf8'))
  if (notification) await inTransaction((tx) => wakePayout(tx, 'airwallex', notification.requestKey))
  return RECEIVED
})
