import type { PaymentProvider } from '../payment-provider'
import { charge } from './charges'
import { type Checkout, createCheckoutSession, readCheckoutSession } from './checkout-sessions'
import { checkBooks, untilAborted } from './connection'
import { dispute, readFraudWarning, warnOfFraud } from './disputes'
import { listDisputes, listPayments, listRefunds, readReversals } from './listing'
import { refund } from './refunds'

/**
 * The built-in payment provider: takes no money and decides by card number, on a page of its own. Like an outside
 * system, it has its own tables and transactions and commits before it answers. Of a card it stores the last four digits, if
 * it is a test card that paid, and logs nothing.
 */
export function createSandboxPaymentProvider(checkout: Checkout): PaymentProvider {
  return {
    name: 'sandbox',
    method: 'card',
    createCheckoutSession: (request, signal) =>
      untilAborted(signal, () => createCheckoutSession(checkout, request, signal)),
    readCheckoutSession: (reference, signal) =>
      untilAborted(signal, () => readCheckoutSession(checkout, reference, signal)),
    refund: (request, signal) => untilAborted(signal, () => refund(checkout, request, signal)),
    readReversals: (paymentReference, signal) =>
      untilAborted(signal, () => readReversals(checkout, paymentReference, signal)),
    listPayments: (range, cursor, signal) =>
      untilAborted(signal, () => listPayments(checkout, range, cursor, signal)),
    listRefunds: (range, cursor, signal) =>
      untilAborted(signal, () => listRefunds(checkout, range, cursor, signal)),
    listDisputes: (range, cursor, signal) =>
      untilAborted(signal, () => listDisputes(checkout, range, cursor, signal)),
    readFraudWarning: (paymentReference, signal) =>
      untilAborted(signal, () => readFraudWarning(checkout, paymentReference, signal)),
    check: (signal) => untilAborted(signal, () => checkBooks(checkout, signal)),
    rehearsal: {
      pay: (payment, signal) => untilAborted(signal, () => charge(checkout, payment, signal)),
      dispute: (paymentReference, outcome, signal) =>
        untilAborted(signal, () => dispute(checkout, paymentReference, outcome, signal)),
      warnOfFraud: (paymentReference, signal) =>
        untilAborted(signal, () => warnOfFraud(checkout, paymentReference, signal)),
    },
  }
}
