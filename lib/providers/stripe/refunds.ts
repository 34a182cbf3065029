import type Stripe from 'stripe'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { Refund, RefundRequest } from '../payment-provider'
import {
  keyInMetadata,
  paymentIntentSchema,
  refundSchema,
  type StripeRefund,
  toStripeAmount,
} from './objects'
import { changeRefused, failureOf, lookUpRefused, refusalCode, reject, unreadable } from './outcomes'

/**
 * Refunds a payment, in whole or in part: https://docs.stripe.com/api/refunds/create.
 *
 * Before it asks, it looks for a refund with this key among those of the payment. Stripe forgets an
 * idempotency key after 24 hours at the earliest, and until then repeats a 500 even if the refund was made
 * (https://docs.stripe.com/error-low-level): with the key alone, a late repeat would pay twice, or never
 * learn the outcome. The key covers requests in transit, which the look-up can't see.
 */
export async function refund(stripe: Stripe, request: RefundRequest): Promise<Outcome<Refund>> {
  const amount = toStripeAmount(request.amountMinor, request.currency)
  if (typeof amount !== 'number') return amount
  const currency = request.currency.toLowerCase()
  try {
    const [payment, earlier] = await Promise.all([
      stripe.paymentIntents.retrieve(request.paymentReference),
      findRefund(stripe, request),
    ])
    if (earlier !== null) {
      return earlier.amount === amount && earlier.currency === currency
        ? outcomeOf(earlier)
        : reject('idempotency_mismatch', 'The key belongs to a refund with other details', 409)
    }
    // Refund requests carry no currency: 25.00 USD would be refunded as 2500 JPY.
    if (paymentIntentSchema.parse(payment).currency !== currency) {
      return reject('currency_mismatch', 'The payment was made in another currency', 400)
    }
  } catch (error) {
    return failureOf(error, lookUpRefused)
  }
  return create(stripe, request, amount)
}

/** The refund made under the key; throws if an answer can't be parsed. */
async function findRefund(stripe: Stripe, request: RefundRequest): Promise<StripeRefund | null> {
  const refunds = stripe.refunds.list({ payment_intent: request.paymentReference, limit: 100 })
  for await (const item of refunds) {
    const refund = refundSchema.parse(item)
    if (refund.metadata.key === request.key) return refund
  }
  return null
}

async function create(stripe: Stripe, request: RefundRequest, amount: number): Promise<Outcome<Refund>> {
  try {
    const created = await stripe.refunds.create(
      {
        payment_intent: request.paymentReference,
        amount,
        metadata: { [keyInMetadata]: request.key },
      },
      { idempotencyKey: `refund:${request.key}` },
    )
    return outcomeOf(refundSchema.parse(created))
  } catch (error) {
    const failure = failureOf(error, changeRefused)
    // Another request was sent under this key and its refund is not visible yet; the next look-up will tell.
    return failure.kind === 'rejected' && failure.code === 'idempotency_error'
      ? { kind: 'unknown', reason: 'the key was used with other details' }
      : failure
  }
}

/** A refund can still fail after it was made: https://docs.stripe.com/refunds#failed-refunds */
function outcomeOf(refund: StripeRefund): Outcome<Refund> {
  switch (refund.status) {
    case 'succeeded':
      return { kind: 'accepted', value: { reference: refund.id, status: 'given_back' } }
    case 'pending':
    case 'requires_action':
      return { kind: 'accepted', value: { reference: refund.id, status: 'pending' } }
    case 'failed':
      return {
        ...reject(refusalCode(refund.failure_reason ?? 'refund_failed'), 'The refund failed', 402),
        reference: refund.id,
      }
    case 'canceled':
      return { ...reject('refund_canceled', 'The refund was canceled', 402), reference: refund.id }
    default:
      return unreadable()
  }
}
