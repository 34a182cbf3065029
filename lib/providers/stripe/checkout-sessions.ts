import type Stripe from 'stripe'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { CheckoutRequest, CheckoutSession } from '../payment-provider'
import { fromStripeAmount, keyInMetadata, type StripeSession, sessionSchema, toStripeAmount } from './objects'
import { changeRefused, failureOf, lookUpRefused, unreadable } from './outcomes'

/** Stripe writes no limit down; others have met one here. */
const maxNameCharacters = 250

/**
 * Opens a session on Stripe's page, https://docs.stripe.com/api/checkout/sessions/create. It can be paid
 * for 24 hours. The same key gives the same session as it was at first, whatever became of it since, and
 * one with other details is rejected; once Stripe has forgotten the key, after 24 hours at the earliest,
 * the session it stood for has expired too. https://docs.stripe.com/api/idempotent_requests
 */
export async function createCheckoutSession(
  stripe: Stripe,
  request: CheckoutRequest,
): Promise<Outcome<CheckoutSession>> {
  const amount = toStripeAmount(request.amountMinor, request.currency)
  if (typeof amount !== 'number') return amount
  try {
    // Keys are one space for all endpoints of an account.
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
    // The payment outlives the session, and what Stripe tells about it later names no session.
    payment_intent_data: { metadata },
    // Left to the account's settings, the buyer might pay in another currency than the invoice's.
    adaptive_pricing: { enabled: false },
  }
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
    return outcomeOf(await stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] }))
  } catch (error) {
    return failureOf(error, lookUpRefused)
  }
}

function outcomeOf(answer: unknown): Outcome<CheckoutSession> {
  const parsed = sessionSchema.safeParse(answer)
  const session = parsed.success ? toCheckoutSession(parsed.data) : null
  return session === null ? unreadable() : { kind: 'accepted', value: session }
}

/** Stripe's session as we see it; null where it is none that we could have made. */
export function toCheckoutSession(session: StripeSession): CheckoutSession | null {
  const money = fromStripeAmount(session.amount_total, session.currency)
  const state = stateOf(session)
  if (money === null || state === null) return null
  return {
    reference: session.id,
    state,
    paymentReference: state === 'paid' ? paymentIdOf(session) : null,
    url: state === 'open' ? session.url : null,
    ...money,
  }
}

/**
 * A session is `complete` when the buyer is done, which with a bank debit, say, is days before the money
 * is there: only `payment_status` tells. https://docs.stripe.com/checkout/fulfillment
 */
function stateOf(session: StripeSession): CheckoutSession['state'] | null {
  if (session.status !== 'complete') return session.status
  if (session.payment_status === 'paid') return paymentIdOf(session) === null ? null : 'paid'
  if (session.payment_status === 'no_payment_required') return null
  return isPaymentOver(session) ? 'expired' : 'open'
}

/** Whether a payment that takes days has failed in the end: nobody can pay the session any more. */
function isPaymentOver({ payment_intent: payment }: StripeSession): boolean {
  if (payment === null || typeof payment === 'string') return false
  return payment.status === 'requires_payment_method' || payment.status === 'canceled'
}

function paymentIdOf({ payment_intent: payment }: StripeSession): string | null {
  return payment === null || typeof payment === 'string' ? payment : payment.id
}
