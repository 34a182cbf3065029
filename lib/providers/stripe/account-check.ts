import Stripe from 'stripe'
import type { AccountCheck, Outcome } from '@/lib/providers/shared/outcome'
import { REQUIRED_EVENTS, releaseOf, STRIPE_VERSION } from './notifications'
import { balanceSchema, webhookEndpointsSchema } from './objects'
import { changeRefused, failureOf } from './outcomes'

/**
 * Whether Stripe answers and knows the key, and what the account still lacks: a permission of a restricted key, or the
 * webhook endpoint at `notificationUrl`, its events and its API version. Reads only, and keeps nothing of it. Permission
 * to write can't be tried without writing.
 */
export async function checkAccount(stripe: Stripe, notificationUrl: string): Promise<Outcome<AccountCheck>> {
  try {
    // https://docs.stripe.com/api/balance/balance_retrieve
    const { livemode } = balanceSchema.parse(await stripe.balance.retrieve())
    const gaps = await Promise.all([
      permissionGap('Checkout Sessions', () => stripe.checkout.sessions.list({ limit: 1 })),
      permissionGap('PaymentIntents', () => stripe.paymentIntents.list({ limit: 1 })),
      permissionGap('Charges', () => stripe.charges.list({ limit: 1 })),
      permissionGap('Refunds', () => stripe.refunds.list({ limit: 1 })),
      permissionGap('Disputes', () => stripe.disputes.list({ limit: 1 })),
      permissionGap('Early Fraud Warnings', () => stripe.radar.earlyFraudWarnings.list({ limit: 1 })),
      permissionGap('Payouts', () => stripe.payouts.list({ limit: 1 })),
      permissionGap('Webhook Endpoints', () => endpointGaps(stripe, notificationUrl)),
    ])
    return { kind: 'accepted', value: { movesRealMoney: livemode, gaps: gaps.flat() } }
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}

/** The action's own gaps, or that the key lacks the permission. Throws what else went wrong. */
async function permissionGap(resource: string, read: () => Promise<unknown>): Promise<string[]> {
  try {
    const gaps = await read()
    return Array.isArray(gaps) ? gaps : []
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return [`The key has no permission to read ${resource}`]
  }
}

/** https://docs.stripe.com/api/webhook_endpoints/list */
async function endpointGaps(stripe: Stripe, url: string): Promise<string[]> {
  const { data } = webhookEndpointsSchema.parse(await stripe.webhookEndpoints.list({ limit: 100 }))
  const endpoints = data.filter((endpoint) => endpoint.url === url)
  const endpoint = endpoints.find(({ status }) => status === 'enabled') ?? endpoints[0]
  if (!endpoint) return [`No webhook endpoint sends to ${url}`]
  const { status, api_version: version, enabled_events: events } = endpoint
  const missing = events.includes('*') ? [] : REQUIRED_EVENTS.filter((type) => !events.includes(type))
  return [
    ...(status === 'enabled' ? [] : [`The webhook endpoint ${url} is ${status}`]),
    ...(missing.length === 0 ? [] : [`The webhook endpoint doesn’t send ${missing.join(', ')}`]),
    ...(releaseOf(version) === releaseOf(STRIPE_VERSION)
      ? []
      : [
          `The webhook endpoint sends in ${version ?? 'the account’s API version'}: choose ${STRIPE_VERSION}`,
        ]),
  ]
}
