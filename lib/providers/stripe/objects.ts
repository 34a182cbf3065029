import { z } from 'zod'

/*
 * What we read of Stripe's objects, checked at the door: the package's types are a promise that nobody
 * holds an answer to. Fields that we don't use may change as they like.
 */

/** The name of our idempotency key in the metadata of sessions, payments and refunds. */
export const keyInMetadata = 'counterfoil_key'

const id = z.string().min(1).max(255)
const currency = z.string().regex(/^[a-z]{3}$/)
const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((values) => ({ key: values?.[keyInMetadata] ?? null }))

/** https://docs.stripe.com/api/payment_intents/object */
export const paymentIntentSchema = z.object({
  object: z.literal('payment_intent'),
  id,
  amount: z.int(),
  currency,
  status: z.string(),
  metadata,
})

/** As a list has it: with when it was made, in seconds since 1970. */
export const listedPaymentSchema = paymentIntentSchema.extend({ created: z.int() })

/** https://docs.stripe.com/api/checkout/sessions/object */
export const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  id,
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: z.union([id, paymentIntentSchema]).nullable(),
  amount_total: z.int(),
  currency,
  url: z
    .url({ protocol: /^https$/ })
    .nullish()
    .transform((url) => url ?? null),
  metadata,
})

export type StripeSession = z.infer<typeof sessionSchema>

/** https://docs.stripe.com/api/refunds/object */
export const refundSchema = z.object({
  object: z.literal('refund'),
  id,
  amount: z.int(),
  currency,
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
})

export type StripeRefund = z.infer<typeof refundSchema>

export const listedRefundSchema = refundSchema.extend({ created: z.int(), payment_intent: id.nullable() })

export type StripeListedRefund = z.infer<typeof listedRefundSchema>

/** https://docs.stripe.com/api/balance/balance_object */
export const balanceSchema = z.object({ object: z.literal('balance'), livemode: z.boolean() })

/** https://docs.stripe.com/api/charges/object */
export const chargeSchema = z.object({
  object: z.literal('charge'),
  payment_intent: id.nullable(),
  amount_refunded: z.int(),
  currency,
  metadata,
})
