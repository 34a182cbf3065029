import { now } from '@/lib/clock'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { enqueue } from '@/lib/jobs/queue'
import { paymentReturnUrl } from '@/lib/links'
import type { CheckoutSession, PaymentProvider } from '@/lib/providers/payment-provider'
import { createSession } from '../invoices/open-checkout'
import { nextCheckDelayMs } from '../payouts/check-schedule'
import { findPayableInvoice, type PayableInvoice } from './find-payable-invoice'
import { readSession } from './reconcile-checkout'

type Options = { provider: PaymentProvider; timeoutMs: number }

/**
 * The address of the provider's page on which the buyer pays an invoice. The session behind it is the
 * invoice's latest as long as that is open, else a new one: a session lives for a day, a payment link
 * for as long as its invoice.
 *
 * Refuses `payment_link_not_found`, `vendor_banned`, `invoice_already_paid`, `payment_in_progress`, and
 * `payment_provider_failed` when the provider refuses or does not answer.
 */
export async function openHostedCheckout(token: string, options: Options): Promise<string> {
  const payable = await inTransaction((tx) => findPayable(tx, token))
  const session = (await liveSession(payable, options)) ?? (await mintSession(payable, token, options))
  // Open, and nothing left to do on its page: a payment is under way that takes its time.
  if (!session.url) throw new DomainError('payment_in_progress')
  await inTransaction((tx) => watchSession(tx, payable, options.provider.name, session.reference))
  return session.url
}

async function findPayable(tx: Transaction, token: string): Promise<PayableInvoice> {
  const payable = await findPayableInvoice(tx, token)
  if (payable.vendor.isBanned) throw new DomainError('vendor_banned')
  if (payable.invoice.status === 'PAID') throw new DomainError('invoice_already_paid')
  if (payable.livePayment) throw new DomainError('payment_in_progress')
  return payable
}

/** The latest session if it can still be paid. One that was paid meanwhile is booked, and tells so. */
async function liveSession({ invoice }: PayableInvoice, options: Options): Promise<CheckoutSession | null> {
  const { accountId, id: invoiceId } = invoice
  const latest = await inTransaction((tx) =>
    tx.checkoutSession.findFirst({
      where: { accountId, invoiceId, provider: options.provider.name, state: 'OPEN' },
      orderBy: { number: 'desc' },
    }),
  )
  if (!latest) return null
  const session = await readSession(latest, options)
  if (!session) throw new DomainError('payment_provider_failed', { httpStatus: 504 })
  if (session.state === 'paid') throw new DomainError('invoice_already_paid')
  return session.state === 'open' ? session : null
}

async function mintSession(
  { invoice }: PayableInvoice,
  token: string,
  { provider, timeoutMs }: Options,
): Promise<CheckoutSession> {
  const { accountId, id: invoiceId } = invoice
  const earlier = await inTransaction((tx) => tx.checkoutSession.count({ where: { accountId, invoiceId } }))
  // Two tabs that come here at once count the same, ask under the same key, and get the same session.
  const key = `${invoiceId}:${earlier + 1}`
  const session = await createSession(
    invoice,
    { key, returnUrl: paymentReturnUrl(token) },
    provider,
    timeoutMs,
  )
  await inTransaction((tx) =>
    tx.checkoutSession.createMany({
      data: [
        {
          accountId,
          invoiceId,
          provider: provider.name,
          providerReference: session.reference,
          createdAt: now(),
        },
      ],
      skipDuplicates: true,
    }),
  )
  return session
}

/** From now on the session may be paid, with or without a notification that says so. */
async function watchSession(
  tx: Transaction,
  { invoice }: PayableInvoice,
  provider: string,
  providerReference: string,
): Promise<void> {
  const { accountId } = invoice
  const session = await tx.checkoutSession.update({
    where: { accountId_provider_providerReference: { accountId, provider, providerReference } },
    data: { nextCheckAt: new Date(now().getTime() + nextCheckDelayMs(0)), checkCount: 0 },
  })
  await enqueue(
    tx,
    'reconcile_checkout',
    { accountId, sessionNumber: session.number.toString() },
    { key: session.number.toString(), runAt: session.nextCheckAt ?? now() },
  )
}
