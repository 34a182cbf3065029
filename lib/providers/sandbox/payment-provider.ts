import type { Pool } from 'pg'
import type { PaymentProvider } from '../payment-provider'
import { charge, lookUpCharge } from './charges'
import { createCheckoutSession, readCheckoutSession } from './checkout-sessions'
import { checkBooks, untilAborted } from './connection'
import { dispute } from './disputes'
import { listDisputes, listPayments, listRefunds, readReversals } from './listing'
import { refund } from './refunds'

/**
 * The built-in payment provider: takes no money and decides by card number. Like an outside system, it has
 * its own tables and transactions and commits before it answers. Card details are neither stored nor logged.
 */
export function createSandboxPaymentProvider(pool: Pool, clock = () => new Date()): PaymentProvider {
  const books = { pool, clock }
  return {
    name: 'sandbox',
    method: 'card',
    createCheckoutSession: (request, signal) =>
      untilAborted(signal, () => createCheckoutSession(books, request, signal)),
    readCheckoutSession: (reference, signal) =>
      untilAborted(signal, () => readCheckoutSession(pool, reference, signal)),
    refund: (request, signal) => untilAborted(signal, () => refund(books, request, signal)),
    readReversals: (paymentReference, signal) =>
      untilAborted(signal, () => readReversals(books, paymentReference, signal)),
    listPayments: (range, cursor, signal) =>
      untilAborted(signal, () => listPayments(books, range, cursor, signal)),
    listRefunds: (range, cursor, signal) =>
      untilAborted(signal, () => listRefunds(books, range, cursor, signal)),
    listDisputes: (range, cursor, signal) =>
      untilAborted(signal, () => listDisputes(books, range, cursor, signal)),
    check: (signal) => untilAborted(signal, () => checkBooks(books, signal)),
    rehearsal: {
      dispute: (paymentReference, outcome, signal) =>
        untilAborted(signal, () => dispute(books, paymentReference, outcome, signal)),
    },
    cards: {
      charge: (request, signal) => untilAborted(signal, () => charge(books, request, signal)),
      lookUpCharge: (key, signal) => untilAborted(signal, () => lookUpCharge(books, key, signal)),
    },
  }
}
