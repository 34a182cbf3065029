import type { PaymentProvider } from '../payment-provider'
import { createCheckoutSession, readCheckoutSession } from './checkout-sessions'
import { type StripeOptions, stripeClient } from './client'
import { untilAborted } from './outcomes'
import { refund } from './refunds'

/** Takes payments on Stripe's own page, which a session's `url` leads to, so it has no card entry. */
export function createStripePaymentProvider(options: StripeOptions): PaymentProvider {
  return {
    name: 'stripe',
    method: 'card',
    createCheckoutSession: (request, signal) =>
      untilAborted(signal, async () => createCheckoutSession(stripeClient(options, signal), request)),
    readCheckoutSession: (reference, signal) =>
      untilAborted(signal, async () => readCheckoutSession(stripeClient(options, signal), reference)),
    refund: (request, signal) =>
      untilAborted(signal, async () => refund(stripeClient(options, signal), request)),
    cards: null,
  }
}
