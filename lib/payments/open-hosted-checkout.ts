import { connectionPool } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { paymentReturnUrl } from '@/lib/http/links'
import { findLatestSession, saveCheckoutSession, watchCheckout } from '@/lib/invoices/checkout-session'
import { leftToPayMinor, lockInvoice } from '@/lib/invoices/invoice'
import { createSession, providerOf, sessionRequest } from '@/lib/invoices/issue-invoice'
import { paymentsOf } from '@/lib/providers/observed'
import type { CheckoutRequest, CheckoutSession, PaymentProvider } from '@/lib/providers/payment-provider'
import { providersOf } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import {
  type CheckoutPart,
  type CheckoutSubject,
  type JointChoice,
  planJointCheckout,
  sameJointCheckout,
} from './joint-checkout'
import { findPayableInvoice, type PayableInvoice } from './payable-invoice'
import { readSession } from './reconcile-checkout'

type Options = { provider: PaymentProvider; timeoutMs: number }

/**
 * An idempotency key is used for this long. A provider may repeat a failure for as long as it remembers the key,
 * which is a day at Stripe: too long for a buyer who wants to pay.
 */
const KEY_PERIOD_MS = 10 * 60_000

/**
 * The provider that a buyer is sent to: that of the invoice's latest session while it is configured, so that nobody pays at
 * two; else the one that the rules choose now. Throws `live_mode_unavailable`.
 */
export async function checkoutProvider(
  { invoice, mode, vendor }: PayableInvoice,
  requestId: string,
): Promise<PaymentProvider> {
  const { accountId, id: invoiceId, customerId, currency } = invoice
  const [row] = await findLatestProvider(connectionPool(), { accountId, invoiceId, customerId })
  const latest = configuredProvider(mode, row?.provider)
  if (latest) return paymentsOf(latest, requestId)
  return providerOf({ mode, vendorId: vendor.id }, { currency, country: row?.country ?? null }, requestId)
}

/** The same for several invoices at once: that of the latest session of the same choice, else by the rules. */
export async function jointCheckoutProvider(
  choice: Pick<JointChoice, 'accountId' | 'customerId' | 'parts'>,
  terms: Pick<Account, 'mode' | 'vendorId'> & { currency: string; country: string | null },
  requestId: string,
): Promise<PaymentProvider> {
  const { accountId } = choice
  const jointCheckoutId = await sameJointCheckout(connectionPool(), choice)
  const [row] =
    jointCheckoutId === null
      ? []
      : await findLatestJointProvider(connectionPool(), { accountId, jointCheckoutId })
  const latest = configuredProvider(terms.mode, row?.provider)
  return latest ? paymentsOf(latest, requestId) : providerOf(terms, terms, requestId)
}

function configuredProvider(mode: Mode, name: string | null | undefined): PaymentProvider | undefined {
  return providersOf(mode).payments.find((provider) => provider.name === name)
}

const findLatestProvider = statement<
  { accountId: string; invoiceId: string; customerId: string },
  { provider: string | null; country: string | null }
>(
  'find_checkout_provider',
  `SELECT customers.country,
          (SELECT provider FROM checkout_sessions
            WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid
            ORDER BY number DESC LIMIT 1) AS provider
     FROM customers WHERE account_id = :accountId::uuid AND id = :customerId::uuid`,
)

const findLatestJointProvider = statement<
  { accountId: string; jointCheckoutId: string },
  { provider: string }
>(
  'find_joint_checkout_provider',
  `SELECT provider FROM checkout_sessions
    WHERE account_id = :accountId::uuid AND joint_checkout_id = :jointCheckoutId::uuid
    ORDER BY number DESC LIMIT 1`,
)

type HostedPage = { reference: string; url: string }

/**
 * The session at the provider in which the buyer pays what is left of an invoice, and the URL of its page. Uses the invoice's
 * latest session while it is open and asks for that amount, else creates a new one: a session lives for a day, a payment link as
 * long as its invoice.
 *
 * Throws `payment_link_not_found`, `vendor_banned`, `invoice_voided`, `invoice_already_paid`, `payment_in_progress`,
 * and `payment_provider_failed` when the provider refuses or does not answer.
 */
export function openHostedCheckout(token: string, options: Options): Promise<HostedPage> {
  // What the caller has read is old by now: a payment may have been recorded since.
  return openSession(async (tx) => planCheckout(await findPayableInvoice(tx, token), token), options)
}

/**
 * The same for several invoices at once. Throws `invoices_changed`, `invoice_already_paid`, `payment_in_progress` and
 * `payment_provider_failed`.
 */
export function openJointCheckout(choice: JointChoice, options: Options): Promise<HostedPage> {
  return openSession(async (tx) => {
    const { id: jointCheckoutId, ...plan } = await planJointCheckout(tx, choice)
    return { ...plan, subject: { accountId: choice.accountId, invoiceId: null, jointCheckoutId } }
  }, options)
}

/** What is to be paid in a session, as it is now. */
type CheckoutPlan = {
  subject: CheckoutSubject
  parts: CheckoutPart[]
  request: Omit<CheckoutRequest, 'key'>
}

async function openSession(
  makePlan: (tx: Transaction) => Promise<CheckoutPlan>,
  options: Options,
): Promise<HostedPage> {
  const { plan, latest } = await inTransaction(async (tx) => {
    const plan = await makePlan(tx)
    return { plan, latest: await findLatestSession(tx, plan.subject, options.provider.name) }
  })
  const session =
    (latest && (await openSessionOf(latest, plan.request.amountMinor, options))) ??
    (await addSession(plan, latest?.number ?? 0n, options))
  if (!session) return openSession(makePlan, options)
  // Open, but its page has nothing left to do: a slow payment is under way.
  if (!session.url) throw new DomainError('payment_in_progress')
  const isOpen = await inTransaction((tx) =>
    watchCheckout(tx, plan.subject.accountId, {
      provider: options.provider.name,
      providerReference: session.reference,
    }),
  )
  // Another tab settled it since we looked, so its page has nothing left to pay.
  if (!isOpen) return openSession(makePlan, options)
  return { reference: session.reference, url: session.url }
}

function planCheckout({ invoice, vendor }: PayableInvoice, token: string): CheckoutPlan {
  if (vendor.isClosed) throw new DomainError('vendor_banned')
  if (invoice.status === 'VOIDED') throw new DomainError('invoice_voided')
  if (invoice.status === 'PAID') throw new DomainError('invoice_already_paid')
  const { accountId, id: invoiceId } = invoice
  return {
    subject: { accountId, invoiceId, jointCheckoutId: null },
    parts: [{ invoiceId, amountMinor: leftToPayMinor(invoice) }],
    request: sessionRequest({ ...invoice, vendorName: vendor.name }, paymentReturnUrl(token)),
  }
}

type LatestSession = NonNullable<Awaited<ReturnType<typeof findLatestSession>>>

/** The session if it can still be paid, and for this amount. Books one that was paid meanwhile and throws. */
async function openSessionOf(
  latest: LatestSession,
  amountMinor: bigint,
  options: Options,
): Promise<CheckoutSession | null> {
  if (latest.status !== 'OPEN') return null
  const outcome = await readSession(latest, { providers: [options.provider], timeoutMs: options.timeoutMs })
  if (outcome.kind === 'unknown') throw new DomainError('payment_provider_failed', { httpStatus: 504 })
  // The session belongs to a provider account whose key the operator has replaced: it can't be found, so the
  // buyer gets a new one. It is still polled, since it may have been paid before.
  if (outcome.kind === 'rejected') return null
  const session = outcome.value
  if (session.status === 'paid') throw new DomainError('invoice_already_paid')
  // One for another amount is closed by the reading, where its provider can. Its money would be given back.
  return session.status === 'open' && session.amountMinor === amountMinor ? session : null
}

/** A new session; null if another tab created a different one meanwhile, or another amount is left to pay by now. */
async function addSession(
  { subject, parts, request }: CheckoutPlan,
  replaces: bigint,
  { provider, timeoutMs }: Options,
): Promise<CheckoutSession | null> {
  const { accountId } = subject
  const period = Math.floor(now().getTime() / KEY_PERIOD_MS)
  // Two tabs that found the same dead session use the same key, and get the same new one. A key is for one amount.
  const key = `${subject.invoiceId ?? subject.jointCheckoutId}:${replaces}:${period}:${request.amountMinor}`
  const session = await createSession({ ...request, key }, provider, timeoutMs)
  return inTransaction(async (tx) => {
    // Lock the invoices, so that one tab's session becomes the latest, for what is left to pay then. Any other session is
    // never shown and can't be paid.
    for (const { invoiceId, amountMinor } of parts) {
      const invoice = await lockInvoice(tx, accountId, invoiceId)
      if (leftToPayMinor(invoice) !== amountMinor) return null
    }
    const latest = await findLatestSession(tx, subject, provider.name)
    if ((latest?.number ?? 0n) !== replaces) {
      return latest?.providerReference === session.reference ? session : null
    }
    await saveCheckoutSession(tx, {
      ...subject,
      provider: provider.name,
      providerReference: session.reference,
      amountMinor: request.amountMinor,
      nextAttemptAt: null,
      createdAt: now(),
    })
    return session
  })
}
