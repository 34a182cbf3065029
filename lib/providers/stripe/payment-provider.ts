import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { checkAccount } from './account-check'
import { listBankPayouts, readBalance, readFee } from './balance'
import { createCheckoutSession, expireCheckoutSession, readCheckoutSession } from './checkout-sessions'
import { type StripeOptions, stripeClient } from './http-client'
import { listDisputes, listPayments, listRefunds } from './listing'
import { amountStep, minimumCharge } from './objects'
import { untilAborted } from './outcomes'
import { refund } from './refunds'
import { readFraudWarning, readReversals } from './reversals'

/** Takes payments on Stripe's own page, at the session's `url`. */
export function createStripePaymentProvider(options: StripeOptions): PaymentProvider {
  return {
    name: 'stripe',
    method: 'card',
    createCheckoutSession: (request, signal) =>
      untilAborted(signal, async () => createCheckoutSession(stripeClient(options, signal), request)),
    minimumMinor: minimumCharge,
    stepMinor: amountStep,
    expireCheckoutSession: (reference, signal) =>
      untilAborted(signal, async () => expireCheckoutSession(stripeClient(options, signal), reference)),
    readCheckoutSession: (reference, signal) =>
      untilAborted(signal, async () => readCheckoutSession(stripeClient(options, signal), reference)),
    refund: (request, signal) =>
      untilAborted(signal, async () => refund(stripeClient(options, signal), request)),
    readReversals: (paymentReference, signal) =>
      untilAborted(signal, async () => readReversals(stripeClient(options, signal), paymentReference)),
    readFee: (paymentReference, signal) =>
      untilAborted(signal, async () => readFee(stripeClient(options, signal), paymentReference)),
    listPayments: (range, cursor, signal) =>
      untilAborted(signal, async () => listPayments(stripeClient(options, signal), range, cursor)),
    listRefunds: (range, cursor, signal) =>
      untilAborted(signal, async () => listRefunds(stripeClient(options, signal), range, cursor)),
    listDisputes: (range, cursor, signal) =>
      untilAborted(signal, async () => listDisputes(stripeClient(options, signal), range, cursor)),
    readFraudWarning: (paymentReference, signal) =>
      untilAborted(signal, async () => readFraudWarning(stripeClient(options, signal), paymentReference)),
    readBalance: (signal) => untilAborted(signal, async () => readBalance(stripeClient(options, signal))),
    listBankPayouts: (range, cursor, signal) =>
      untilAborted(signal, async () => listBankPayouts(stripeClient(options, signal), range, cursor)),
    check: (signal) =>
      untilAborted(signal, async () => checkAccount(stripeClient(options, signal), options.notificationUrl)),
  }
}
