import type Stripe from 'stripe'

/**
 * A page of the items created in the range, latest first, as https://docs.stripe.com/api/pagination
 * specifies.
 */
export function listAnswer<Item extends { id: string; created: number }>(
  url: string,
  items: Item[],
  params: Params,
  show: (item: Item) => object,
): Answer {
  const from = Number(params.get('created[gte]') ?? 0)
  const until = Number(params.get('created[lt]') ?? Number.POSITIVE_INFINITY)
  const all = items.filter(({ created }) => created >= from && created < until).reverse()
  const after = all.findIndex(({ id }) => id === params.get('starting_after')) + 1
  const limit = Number(params.get('limit') ?? 10)
  const data = all.slice(after, after + limit).map(show)
  return { status: 200, body: { object: 'list', url, data, has_more: all.length > after + limit } }
}

/** A request's parameters by their name as sent: `metadata[key]`. */
export type Params = ReadonlyMap<string, string>

/** The stand-in's answer to a request. */
export type Answer = { status: number; body: object; headers?: Record<string, string> }

/** An error as specified in https://docs.stripe.com/api/errors */
export function errorAnswer(
  status: number,
  error: { type?: string; code?: string; message: string; param?: string },
  headers: Record<string, string> = {},
): Answer {
  return { status, body: { error: { type: 'invalid_request_error', ...error } }, headers }
}

export function missing(what: string, id: string): Answer {
  return errorAnswer(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param: 'id' })
}

/** The values that a parameter takes, and whether Stripe insists on it. */
type Parameter = { takes: RegExp; isRequired?: true }

/** A tree of parameters that can have no name which the package's types don't have. */
type Known<T> = T extends readonly (infer Item)[]
  ? readonly [Known<NonNullable<Item>>]
  : T extends object
    ? { readonly [Name in keyof T]?: Known<NonNullable<T[Name]>> }
    : Parameter

const required = (takes: RegExp): Parameter => ({ takes, isRequired: true })
const optional = (takes: RegExp): Parameter => ({ takes })

const KEY = /^.{1,500}$/su
const ID = /^.+$/s
const LIMIT = /^([1-9]|[1-9]\d|100)$/
const SECONDS = /^\d{10}$/
const page = { limit: optional(LIMIT), starting_after: optional(ID) }
const created = { gte: optional(SECONDS), lt: optional(SECONDS) }
const wholeNumber = /^(0|[1-9]\d*)$/

const session = {
  mode: required(/^payment$/),
  customer_email: optional(/^.{0,800}$/s),
  success_url: required(/^https?:\/\/[^ ]+$/),
  cancel_url: optional(/^https?:\/\/[^ ]+$/),
  adaptive_pricing: { enabled: required(/^false$/) },
  line_items: [
    {
      quantity: required(/^1$/),
      price_data: {
        currency: required(/^[a-z]{3}$/),
        unit_amount: required(wholeNumber),
        product_data: { name: required(/^.{1,250}$/su) },
      },
    },
  ],
  metadata: { counterfoil_key: required(KEY) },
  payment_intent_data: {
    metadata: { counterfoil_key: required(KEY) },
    statement_descriptor_suffix: optional(/^(?=.*[A-Z])[A-Z0-9 .,&-]{1,22}$/),
  },
} satisfies Known<Stripe.Checkout.SessionCreateParams>

const refund = {
  payment_intent: required(ID),
  amount: required(/^[1-9]\d*$/),
  metadata: { counterfoil_key: optional(KEY) },
} satisfies Known<Stripe.RefundCreateParams>

const expandedPayment = { expand: [optional(/^payment_intent(\.latest_charge)?$/)] } satisfies Known<
  Stripe.Checkout.SessionRetrieveParams & Stripe.Checkout.SessionExpireParams
>

/** The calls that the stand-in supports; like Stripe, it refuses parameters that it doesn't know. */
const parameters: ReadonlyMap<string, ReadonlyMap<string, Parameter>> = new Map([
  ['POST checkout/sessions', named(session)],
  ['GET checkout/sessions/id', named(expandedPayment)],
  ['POST checkout/sessions/id/expire', named(expandedPayment)],
  [
    'GET checkout/sessions',
    named({ limit: optional(LIMIT) } satisfies Known<Stripe.Checkout.SessionListParams>),
  ],
  ['GET charges', named({ limit: optional(LIMIT) } satisfies Known<Stripe.ChargeListParams>)],
  ['GET balance', named({} satisfies Known<Stripe.BalanceRetrieveParams>)],
  [
    'GET webhook_endpoints',
    named({ limit: optional(LIMIT) } satisfies Known<Stripe.WebhookEndpointListParams>),
  ],
  [
    'GET payment_intents/id',
    named({
      expand: [optional(/^latest_charge\.balance_transaction$/)],
    } satisfies Known<Stripe.PaymentIntentRetrieveParams>),
  ],
  ['GET payment_intents', named({ ...page, created } satisfies Known<Stripe.PaymentIntentListParams>)],
  [
    'GET radar/early_fraud_warnings',
    named({
      payment_intent: optional(ID),
      limit: optional(LIMIT),
    } satisfies Known<Stripe.Radar.EarlyFraudWarningListParams>),
  ],
  ['GET payouts', named({ ...page, created } satisfies Known<Stripe.PayoutListParams>)],
  [
    'GET disputes',
    named({ ...page, created, payment_intent: optional(ID) } satisfies Known<Stripe.DisputeListParams>),
  ],
  [
    'GET refunds',
    named({ ...page, created, payment_intent: optional(ID) } satisfies Known<Stripe.RefundListParams>),
  ],
  ['POST refunds', named(refund)],
])

/** The parameters of a tree by their name as sent: `metadata[key]`. */
function named(tree: object, prefix?: string): ReadonlyMap<string, Parameter> {
  const entries = Object.entries(tree).flatMap(([name, branch]: [string, Parameter | object]) => {
    const whole = prefix === undefined ? name : `${prefix}[${name}]`
    return 'takes' in branch ? [[whole, branch] as const] : [...named(branch, whole)]
  })
  return new Map(entries)
}

/** The error for an unknown, missing or invalid parameter; null if there is none. */
export function unknownParams(call: string, params: ReadonlyMap<string, string>): Answer | null {
  const known = parameters.get(call)
  if (!known) return null
  for (const name of params.keys()) {
    if (known.has(name)) continue
    const message = `Received unknown parameter: ${name}`
    return errorAnswer(400, { code: 'parameter_unknown', message, param: name })
  }
  for (const [name, { takes, isRequired }] of known) {
    const value = params.get(name)
    if (value === undefined && isRequired) {
      const message = `Missing required param: ${name}.`
      return errorAnswer(400, { code: 'parameter_missing', message, param: name })
    }
    if (value !== undefined && !takes.test(value)) {
      return errorAnswer(400, { message: `Invalid ${name}: ${value}`, param: name })
    }
  }
  return null
}

const threeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])
const noFractions = new Set(['isk', 'ugx'])
const currencies = new Set(['usd', 'eur', 'gbp', 'jpy', 'mga', ...threeDecimals, ...noFractions])

/** Stripe's refusal of an amount, by https://docs.stripe.com/currencies; null if it is accepted. */
export function amountError(amount: number, currency: string): Answer | null {
  if (!currencies.has(currency)) return errorAnswer(400, { message: `Invalid currency: ${currency}` })
  if (amount < 50) {
    const message = 'The Checkout Session’s total amount must convert to at least 50 cents.'
    return errorAnswer(400, { code: 'amount_too_small', message })
  }
  if (amount > 999_999_999_999) {
    return errorAnswer(400, { code: 'amount_too_large', message: 'The amount must be lower.' })
  }
  const step = threeDecimals.has(currency) ? 10 : noFractions.has(currency) ? 100 : 1
  if (amount % step === 0) return null
  const code = 'invalid_charge_amount_no_decimal_compatible'
  return errorAnswer(400, { code, message: `Amounts must be evenly divisible by ${step}.` })
}
