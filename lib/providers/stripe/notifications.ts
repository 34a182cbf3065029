import Stripe from 'stripe'
import { z } from 'zod'
import type { PaymentNotification } from '../payment-provider'
import { toCheckoutSession } from './checkout-sessions'
import {
  fromStripeAmount,
  keyInMetadata,
  paymentIntentSchema,
  reversedSchema,
  sessionSchema,
} from './objects'

/** The version in which we ask, and in which the webhook endpoint should send. */
export const STRIPE_VERSION = Stripe.API_VERSION

/** The content of a Stripe event, as far as we act on it. */
export type StripeNotification = PaymentNotification & {
  /** The same for every delivery of the event; Stripe may deliver it more than once. */
  eventId: string
  /** The endpoint's API version is of another release than the one that we read, where fields may have other meanings. */
  isOfOtherRelease: boolean
  /** Minor units: the full amount of session or payment; null for `reversed`. */
  amountMinor: bigint | null
  currency: string | null
}

const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string().min(1).max(255),
  type: z.string(),
  api_version: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})

/** https://docs.stripe.com/event-destinations#thin-events */
const thinEventSchema = z.object({ object: z.literal('v2.core.event') })

type Content = Omit<StripeNotification, 'eventId' | 'isOfOtherRelease'>

const nothing: Content = {
  kind: 'ignored',
  sessionReference: null,
  paymentReference: null,
  key: null,
  amountMinor: null,
  currency: null,
}

/** An event that Stripe signed, and we can't read. After an error answer, Stripe sends it again. */
export class UnreadableEventError extends Error {
  override name = 'UnreadableEventError'

  /** A thin event names an object and has no copy of it: the endpoint was set up with the wrong payload style. */
  constructor(readonly isThin: boolean) {
    super(isThin ? 'the event is thin' : 'the event could not be read')
  }
}

/**
 * Verifies and parses an inbound Stripe event. Null if it is not signed with one of the endpoint's secrets within the
 * last five minutes. The body must be the received bytes. https://docs.stripe.com/webhooks
 *
 * @throws {UnreadableEventError} if it is signed but no event that we read, or about a payment of ours and unreadable
 *
 * Events come late, twice and in any order, so none undoes another: `paid` after `expired` is paid. The endpoint needs
 * `REQUIRED_EVENTS`.
 */
export function verifyStripeNotification(request: {
  rawBody: string | Uint8Array
  /** The `Stripe-Signature` header. */
  signature: string | null
  /** Two while a new one replaces another. */
  secrets: readonly string[]
}): StripeNotification | null {
  const { rawBody, secrets } = request
  if (!secrets.some((secret) => isSigned(request, secret))) return null
  const value = parseJson(rawBody)
  if (thinEventSchema.safeParse(value).success) throw new UnreadableEventError(true)
  const event = eventSchema.safeParse(value)
  const content = event.success ? contentOf(event.data) : null
  if (!event.success || content === null) throw new UnreadableEventError(false)
  const isOfOtherRelease = releaseOf(event.data.api_version) !== releaseOf(STRIPE_VERSION)
  return { eventId: event.data.id, isOfOtherRelease, ...content }
}

/**
 * `endive` in `2026-10-28.endive`: versions of one release are compatible. Null for none, as in the years before releases had
 * names. https://docs.stripe.com/api/versioning
 */
export function releaseOf(version: string | null | undefined): string | null {
  return version?.split('.')[1] ?? null
}

type SignedEvent = Pick<Parameters<typeof verifyStripeNotification>[0], 'rawBody' | 'signature'>

function isSigned({ rawBody, signature }: SignedEvent, secret: string): boolean {
  const { signature: signatures, DEFAULT_TOLERANCE } = Stripe.webhooks
  try {
    return signatures?.verifyHeader(rawBody, signature ?? '', secret, DEFAULT_TOLERANCE) ?? false
  } catch {
    // Another secret, too old or no signature at all: the package names each by an error of its own.
    return false
  }
}

function parseJson(rawBody: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function contentOf({ type, data }: z.infer<typeof eventSchema>): Content | null {
  const read = READERS.get(type)
  return read ? read(data.object) : nothing
}

type Reader = (object: unknown) => Content | null

/** By event type. https://docs.stripe.com/checkout/fulfillment and https://docs.stripe.com/api/events/types */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['checkout.session.completed', (object) => sessionContent(object, 'paid')],
  ['checkout.session.async_payment_succeeded', (object) => sessionContent(object, 'paid')],
  ['checkout.session.async_payment_failed', (object) => sessionContent(object, 'failed')],
  ['checkout.session.expired', (object) => sessionContent(object, 'expired')],
  ['payment_intent.payment_failed', failedPayment],
  ['charge.refunded', reversedPayment],
  ['charge.refund.updated', reversedPayment],
  ['refund.created', reversedPayment],
  ['refund.updated', reversedPayment],
  ['refund.failed', reversedPayment],
  ['charge.dispute.created', reversedPayment],
  ['charge.dispute.updated', reversedPayment],
  ['charge.dispute.closed', reversedPayment],
  ['charge.dispute.funds_withdrawn', reversedPayment],
  ['charge.dispute.funds_reinstated', reversedPayment],
  ['radar.early_fraud_warning.created', reversedPayment],
  ['payout.created', bankPayout],
  ['payout.paid', bankPayout],
  ['payout.failed', bankPayout],
  ['payout.canceled', bankPayout],
  ['balance.available', bankPayout],
])

/** The event types that the endpoint has to send. `refund.updated` has taken the place of `charge.refund.updated`. */
export const REQUIRED_EVENTS = [...READERS.keys()].filter((type) => type !== 'charge.refund.updated')

/** An account may have other sessions, of kinds that we never create. */
const ourSession = z.object({
  mode: z.literal('payment'),
  metadata: z.object({ [keyInMetadata]: z.string().min(1) }),
})

function sessionContent(object: unknown, kind: 'paid' | 'failed' | 'expired'): Content | null {
  if (!ourSession.safeParse(object).success) return nothing
  const parsed = sessionSchema.safeParse(object)
  if (!parsed.success) return null
  const { metadata, payment_intent: payment } = parsed.data
  const session = toCheckoutSession(parsed.data)
  if (session === null) return null
  // `completed` comes when the buyer is done; for a payment that takes days, the money comes later.
  if (kind === 'paid' && session.status !== 'paid') return nothing
  return {
    kind,
    sessionReference: session.reference,
    paymentReference: payment === null || typeof payment === 'string' ? payment : payment.id,
    key: metadata.key,
    amountMinor: session.amountMinor,
    currency: session.currency,
  }
}

function failedPayment(object: unknown): Content | null {
  const parsed = paymentIntentSchema.safeParse(object)
  if (!parsed.success) return null
  const { id, amount, currency, metadata } = parsed.data
  if (metadata.key === null) return nothing
  const money = fromStripeAmount(amount, currency)
  return money && { ...nothing, kind: 'failed', paymentReference: id, key: metadata.key, ...money }
}

/** Names the payment, and no more: what became of it is read from Stripe. */
function reversedPayment(object: unknown): Content | null {
  const parsed = reversedSchema.safeParse(object)
  if (!parsed.success) return null
  const { payment_intent: paymentReference } = parsed.data
  // A charge without a payment intent was not made by us.
  return paymentReference ? { ...nothing, kind: 'reversed', paymentReference } : nothing
}

/** Says that our balance or its way to the bank has changed; how is read from Stripe. */
function bankPayout(): Content {
  return { ...nothing, kind: 'banked' }
}
