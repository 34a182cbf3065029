import { z } from 'zod'
import { type Rejected, reject } from './outcomes'

/*
 * Our minor units follow ISO 4217. Stripe's do not always: https://docs.stripe.com/currencies#zero-decimal
 * and, where the two sections disagree (UGX), https://docs.stripe.com/currencies#special-cases
 */

type Rule = {
  /** Stripe's amount is ours times `multiplier`, divided by `divisor`. */
  multiplier: bigint
  divisor: bigint
  /** Our amounts must be a multiple of this. */
  stepMinor: bigint
}

const sameUnits: Rule = { multiplier: 1n, divisor: 1n, stepMinor: 1n }
/** No decimals in ISO 4217, but two in Stripe's API, always 00. */
const withTwoZeros: Rule = { multiplier: 100n, divisor: 1n, stepMinor: 1n }
/** Two decimals in ISO 4217, but none in Stripe's API. */
const wholeOnly: Rule = { multiplier: 1n, divisor: 100n, stepMinor: 100n }
/**
 * Three decimals, of which Stripe's partners take two: the last digit must be 0. Stripe's page stopped
 * mentioning these currencies in 2022, but nothing says that the rule is gone.
 */
const lastDigitZero: Rule = { multiplier: 1n, divisor: 1n, stepMinor: 10n }

const rules: ReadonlyMap<string, Rule> = new Map([
  ['ISK', withTwoZeros],
  ['UGX', withTwoZeros],
  ['MGA', wholeOnly],
  ['BHD', lastDigitZero],
  ['JOD', lastDigitZero],
  ['KWD', lastDigitZero],
  ['OMR', lastDigitZero],
  ['TND', lastDigitZero],
])

/**
 * Neither two decimals in ISO 4217 nor listed by Stripe: how Stripe would read an amount is undocumented, and
 * a wrong guess is off by a factor of ten.
 */
const unnamed: ReadonlySet<string> = new Set(['CLF', 'IQD', 'LYD', 'UYI', 'UYW'])

/**
 * The most digits that any payment method takes. Stripe's other limits depend on the buyer's card and the
 * account, so Stripe enforces them itself.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const maxStripeAmount = 999_999_999_999n

/** In Stripe's units: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimumCharges: ReadonlyMap<string, bigint> = new Map([
  ['AED', 200n],
  ['AUD', 50n],
  ['BRL', 50n],
  ['CAD', 50n],
  ['CHF', 50n],
  ['CZK', 15_00n],
  ['DKK', 250n],
  ['EUR', 50n],
  ['GBP', 30n],
  ['HKD', 400n],
  ['HUF', 175_00n],
  ['INR', 50n],
  ['JPY', 50n],
  ['MXN', 10_00n],
  ['MYR', 200n],
  ['NOK', 300n],
  ['NZD', 50n],
  ['PLN', 200n],
  ['RON', 200n],
  ['SEK', 300n],
  ['SGD', 50n],
  ['THB', 10_00n],
  ['USD', 50n],
])

/**
 * The least that Stripe takes in a currency, in minor units; null for those that Stripe converts first, so that it depends on
 * the day's rate.
 */
export function minimumCharge(currency: string): bigint | null {
  return minimumCharges.get(currency) ?? null
}

/** What an amount must be a multiple of, in our minor units. */
export function amountStep(currency: string): bigint {
  return (rules.get(currency) ?? sameUnits).stepMinor
}

/**
 * Converts our minor units to Stripe's. Never rounds: an amount that Stripe can't take exactly is rejected.
 */
export function toStripeAmount(amountMinor: bigint, currency: string): number | Rejected {
  if (unnamed.has(currency)) {
    return reject('currency_not_supported', `Stripe takes no payments in ${currency}`, 400)
  }
  const { multiplier, divisor, stepMinor } = rules.get(currency) ?? sameUnits
  if (amountMinor <= 0n) return reject('amount_too_small', 'The amount must be above 0', 400)
  if (amountMinor % stepMinor !== 0n) {
    const words = `Stripe takes ${currency} amounts in steps of ${stepMinor} minor units`
    return reject('amount_not_supported', words, 400)
  }
  const amount = (amountMinor * multiplier) / divisor
  if (amount > maxStripeAmount) {
    return reject('amount_too_large', 'The amount is above what Stripe takes', 400)
  }
  return Number(amount)
}

/** Converts Stripe's amount to our minor units; null if it is not a whole number of them. */
export function fromStripeAmount(
  amount: number,
  currency: string,
): { amountMinor: bigint; currency: string } | null {
  const code = currency.toUpperCase()
  const { multiplier, divisor } = rules.get(code) ?? sameUnits
  const scaled = BigInt(amount) * divisor
  return scaled % multiplier === 0n ? { amountMinor: scaled / multiplier, currency: code } : null
}

/*
 * The parts of Stripe's objects that we read, validated on arrival: the package's types promise a shape that
 * no answer is checked against. Unused fields may change freely.
 */

/** The metadata name of our idempotency key in sessions, payments and refunds. */
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

/** Null for a movement of the balance that Stripe has not made yet, as for a charge that is captured in a moment. */
const balanceTransaction = z.object({ object: z.literal('balance_transaction'), fee: z.int(), currency })

/** A payment with its charge and that one's movement of our balance. https://docs.stripe.com/api/charges/object */
export const chargedPaymentSchema = paymentIntentSchema.extend({
  latest_charge: z
    .object({ object: z.literal('charge'), balance_transaction: balanceTransaction.nullable() })
    .nullable(),
})

/** As in a list, with the creation time in seconds since 1970. */
export const listedPaymentSchema = paymentIntentSchema.extend({ created: z.int() })

/** The payment of a session, with its latest charge where it was expanded. One that can't be read is no less paid. */
const sessionPaymentSchema = paymentIntentSchema.extend({
  latest_charge: z
    .union([id, z.object({ object: z.literal('charge'), payment_method_details: z.unknown() })])
    .nullish()
    .catch(null),
})

/** https://docs.stripe.com/api/checkout/sessions/object */
export const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  id,
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: z.union([id, sessionPaymentSchema]).nullable(),
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

/** https://docs.stripe.com/api/disputes/object */
export const disputeSchema = z.object({
  object: z.literal('dispute'),
  id,
  amount: z.int(),
  currency,
  status: z.string(),
  reason: z.string().nullish(),
  created: z.int(),
  payment_intent: id.nullable(),
  livemode: z.boolean(),
  /** `due_by` is null where Stripe takes no evidence. */
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
  /**
   * The movements of our balance: the dispute, below zero, and its reinstatement once it is won. A returned fee is below
   * zero.
   */
  balance_transactions: z
    .array(z.object({ amount: z.int(), fee: z.int(), currency }))
    .nullish()
    .transform((transactions) => transactions ?? []),
})

type StripeDispute = Pick<z.infer<typeof disputeSchema>, 'status' | 'balance_transactions'>

/**
 * What a dispute comes to; null for an inquiry, which takes no money:
 * https://docs.stripe.com/disputes/how-disputes-work#inquiries. A prevented one ended before it became formal: it is lost if
 * its amount was taken from our balance, and else took nothing.
 */
export function disputeStateOf(dispute: StripeDispute): 'open' | 'won' | 'lost' | 'prevented' | null {
  const { status, balance_transactions } = dispute
  if (isInquiry(status)) return null
  if (status === 'won' || status === 'lost') return status
  if (status !== 'prevented') return 'open'
  const movedAmount = balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
  return movedAmount < 0 ? 'lost' : 'prevented'
}

function isInquiry(disputeStatus: string): boolean {
  return disputeStatus.startsWith('warning_')
}

const balanceAmount = z.object({ amount: z.int(), currency })

/** https://docs.stripe.com/api/balance/balance_object */
export const balanceSchema = z.object({
  object: z.literal('balance'),
  livemode: z.boolean(),
  available: z.array(balanceAmount),
  pending: z.array(balanceAmount),
})

/** https://docs.stripe.com/api/payouts/object */
export const payoutSchema = z.object({
  object: z.literal('payout'),
  id,
  amount: z.int(),
  currency,
  status: z.string(),
  created: z.int(),
})

/** https://docs.stripe.com/api/webhook_endpoints/object */
export const webhookEndpointsSchema = z.object({
  data: z.array(
    z.object({
      url: z.string(),
      status: z.string(),
      api_version: z.string().nullable(),
      enabled_events: z.array(z.string()),
    }),
  ),
})

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export const fraudWarningSchema = z.object({
  object: z.literal('radar.early_fraud_warning'),
  fraud_type: z.string().min(1),
  created: z.int(),
})

/** The object of an event about refunds, disputes and warnings of fraud: the charge, the refund, the dispute or the warning. */
export const reversedSchema = z.object({
  object: z.enum(['charge', 'refund', 'dispute', 'radar.early_fraud_warning']),
  payment_intent: id.nullish(),
})
