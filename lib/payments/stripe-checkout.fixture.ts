import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { inOrmTransaction } from '@/lib/db/transaction'
import { wakeCheckout } from '@/lib/invoices/checkout-session'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { setClock } from '@/lib/time/clock'
import { dueCheckouts, latestSession, workOnCheckout } from './hosted-checkout.fixture'
import { openHostedCheckout } from './open-hosted-checkout'
import { LONG_TIMEOUT_MS, type PayableInvoice, payableInvoice } from './payable-invoice.fixture'
import { reconcileOpenCheckouts } from './reconcile-checkout'

/*
 * An invoice whose buyer was sent to a stand-in of Stripe, on a clock of its own. Each test ends with the ledger check.
 */

export let standIn: StripeStandIn
export let provider: PaymentProvider
export let invoice: PayableInvoice
/** The reference of the invoice's session. */
export let session: string
export let time: Date

beforeAll(async () => {
  standIn = await StripeStandIn.start()
  provider = createStripePaymentProvider(standIn.options)
})
afterAll(() => standIn?.close())
beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  invoice = await payableInvoice(provider)
  await click()
  session = (await latestSession(invoice)).providerReference
})
afterEach(() => setClock(null))

export function moveClock(to: Date): void {
  time = to
}

export function replaceProvider(by: PaymentProvider): void {
  provider = by
}

export const options = () => ({ provider, providers: [provider], timeoutMs: LONG_TIMEOUT_MS })

/** The buyer is sent to Stripe. */
export const click = async () => (await openHostedCheckout(invoice.token, options())).url

/** The buyer comes back from Stripe. */
export const comeBack = () =>
  reconcileOpenCheckouts({ accountId: invoice.accountId, id: invoice.invoiceId }, options())

export const wake = (reference = session, name = 'stripe') =>
  inOrmTransaction((tx) => wakeCheckout(tx, name, reference))

export const dueHere = async () =>
  (await dueCheckouts()).filter(({ tenantId }) => tenantId === invoice.accountId)

/** Runs the worker on what is due. Returns how many sessions were. */
export async function work(): Promise<number> {
  const due = await dueHere()
  for (const key of due) await workOnCheckout(key, options())
  return due.length
}

export const notification = () => wake().then(work)
