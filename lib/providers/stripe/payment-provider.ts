import type { PaymentProvider } from '../payment-provider'
import { checkAccess } from './check'
import { createCheckoutSession, readCheckoutSession } from './checkout-sessions'
import { type StripeOptions, stripeClient } from './client'
import { listPayments, listRefunds } from './listing'
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
    listPayments: (range, cursor, signal) =>
      untilAborted(signal, async () => listPayments(stripeClient(options, signal), range, cursor)),
    listRefunds: (range, cursor, signal) =>
      untilAborted(signal, async () => listRefunds(stripeClient(options, signal), range, cursor)),
    check: (signal) => untilAborted(signal, async () => checkAccess(stripeClient(options, signal))),
    cards: null,
  }
}
