import Stripe from 'stripe'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { CheckoutRequest, CheckoutSession } from '../payment-provider'
import { fromStripeAmount, keyInMetadata, type StripeSession, sessionSchema, toStripeAmount } from './objects'
import { changeRefused, failureOf, lookUpRefused, unreadable } from './outcomes'
import { paidWithOf } from './paid-with'

/** Stripe documents no limit; others have run into this one. */
const maxNameCharacters = 250

/**
 * Opens a session on Stripe's page, https://docs.stripe.com/api/checkout/sessions/create. It can be paid for
 * 24 hours. The same key returns the session as first created, whatever happened since, and is rejected with
 * other details. Once Stripe forgets the key, after 24 hours at the earliest, the session has expired too.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function createCheckoutSession(
  stripe: Stripe,
  request: CheckoutRequest,
): Promise<Outcome<CheckoutSession>> {
  const amount = toStripeAmount(request.amountMinor, request.currency)
  if (typeof amount !== 'number') return amount
  try {
    // An account's keys share one namespace across all endpoints.
    const options = { idempotencyKey: `checkout:${request.key}` }
    return outcomeOf(await stripe.checkout.sessions.create(paramsFor(request, amount), options))
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}

function paramsFor(request: CheckoutRequest, amount: number): Stripe.Checkout.SessionCreateParams {
  const metadata = { [keyInMetadata]: request.key }
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name: nameOf(request.description) },
        },
      },
    ],
    customer_email: request.email,
    success_url: request.successUrl,
    ...(request.cancelUrl === null ? {} : { cancel_url: request.cancelUrl }),
    metadata,
    // The payment outlives the session, and later events about it name no session.
    payment_intent_data: { metadata, ...statementSuffix(request.vendorName) },
    // Under the account's defaults, the buyer might pay in another currency than the invoice's.
    adaptive_pricing: { enabled: false },
  }
}

/** With Stripe's separator and the longest prefix that an account may have, 10 characters, it fills a statement's 22. */
const maxSuffixCharacters = 10

/**
 * The vendor as the buyer reads it on the card's statement, behind the account's own prefix; nothing if no letter is left of
 * the name. https://docs.stripe.com/get-started/account/statement-descriptors
 */
function statementSuffix(vendorName: string): { statement_descriptor_suffix?: string } {
  const suffix = vendorName
    .slice(0, 255)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 .,&-]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxSuffixCharacters)
    .trim()
    .toUpperCase()
  return /[A-Z]/.test(suffix) ? { statement_descriptor_suffix: suffix } : {}
}

function nameOf(description: string): string {
  const characters = [...description.trim()]
  if (characters.length === 0) return 'Invoice'
  if (characters.length <= maxNameCharacters) return characters.join('')
  return `${characters.slice(0, maxNameCharacters - 1).join('')}…`
}

/** https://docs.stripe.com/api/checkout/sessions/retrieve */
export async function readCheckoutSession(
  stripe: Stripe,
  reference: string,
): Promise<Outcome<CheckoutSession>> {
  try {
    return outcomeOf(await retrieve(stripe, reference))
  } catch (error) {
    return failureOf(error, lookUpRefused)
  }
}

/**
 * With the payment's latest charge, which says what it was paid with. A restricted key may lack the permission to read charges:
 * whether the session was paid is known without. https://docs.stripe.com/api/expanding_objects
 */
async function retrieve(stripe: Stripe, reference: string): Promise<unknown> {
  try {
    return await stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] })
  }
}

/** https://docs.stripe.com/api/checkout/sessions/expire */
export async function expireCheckoutSession(
  stripe: Stripe,
  reference: string,
): Promise<Outcome<CheckoutSession>> {
  try {
    const options = { idempotencyKey: `expire:${reference}` }
    return outcomeOf(
      await stripe.checkout.sessions.expire(reference, { expand: ['payment_intent'] }, options),
    )
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}

function outcomeOf(answer: unknown): Outcome<CheckoutSession> {
  const parsed = sessionSchema.safeParse(answer)
  const session = parsed.success ? toCheckoutSession(parsed.data) : null
  return session === null ? unreadable() : { kind: 'accepted', value: session }
}

/** Maps Stripe's session; null if we can't have created it. */
export function toCheckoutSession(session: StripeSession): CheckoutSession | null {
  const money = fromStripeAmount(session.amount_total, session.currency)
  const status = statusOf(session)
  if (money === null || status === null) return null
  return {
    reference: session.id,
    status,
    paymentReference: status === 'paid' ? paymentIdOf(session) : null,
    paidWith: status === 'paid' ? paidWithOf(chargeOf(session)?.payment_method_details) : null,
    url: status === 'open' ? session.url : null,
    ...money,
  }
}

/**
 * A session is `complete` when the buyer is done, which with a bank debit is days before the money arrives:
 * only `payment_status` tells. https://docs.stripe.com/checkout/fulfillment
 */
function statusOf(session: StripeSession): CheckoutSession['status'] | null {
  if (session.status !== 'complete') return session.status
  if (session.payment_status === 'paid') return paymentIdOf(session) === null ? null : 'paid'
  if (session.payment_status === 'no_payment_required') return null
  return isPaymentOver(session) ? 'expired' : 'open'
}

/** True if a payment that takes days has finally failed, so that the session can't be paid any more. */
function isPaymentOver({ payment_intent: payment }: StripeSession): boolean {
  if (payment === null || typeof payment === 'string') return false
  return payment.status === 'requires_payment_method' || payment.status === 'canceled'
}

/** Null unless it was expanded. */
function chargeOf({ payment_intent: payment }: StripeSession) {
  const charge = payment === null || typeof payment === 'string' ? null : payment.latest_charge
  return charge === undefined || typeof charge === 'string' ? null : charge
}

function paymentIdOf({ payment_intent: payment }: StripeSession): string | null {
  return payment === null || typeof payment === 'string' ? payment : payment.id
}
