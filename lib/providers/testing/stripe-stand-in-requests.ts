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

/** Parameters of the calls that the stand-in supports; like Stripe, it refuses unknown ones. */
const parameters: ReadonlyMap<string, RegExp> = new Map([
  [
    'POST checkout/sessions',
    /^(mode|customer_email|success_url|cancel_url|adaptive_pricing\[enabled\]|payment_intent_data\[statement_descriptor_suffix\]|(payment_intent_data\[metadata\]|metadata)\[counterfoil_key\]|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\])$/,
  ],
  ['GET checkout/sessions/id', /^expand\[0\]$/],
  ['POST checkout/sessions/id/expire', /^expand\[0\]$/],
  ['GET balance', /^$/],
  ['GET checkout/sessions', /^limit$/],
  ['GET webhook_endpoints', /^limit$/],
  ['GET payment_intents/id', /^$/],
  ['GET payment_intents', /^(created\[(gte|lt)\]|limit|starting_after)$/],
  ['GET disputes', /^(payment_intent|created\[(gte|lt)\]|limit|starting_after)$/],
  ['GET refunds', /^(payment_intent|created\[(gte|lt)\]|limit|starting_after)$/],
  ['POST refunds', /^(payment_intent|amount|metadata\[counterfoil_key\])$/],
])

const required = new Map<string, Record<string, RegExp>>([
  [
    'POST checkout/sessions',
    {
      mode: /^payment$/,
      success_url: /^https?:\/\/[^ ]+$/,
      'adaptive_pricing[enabled]': /^false$/,
      'line_items[0][quantity]': /^1$/,
      'line_items[0][price_data][currency]': /^[a-z]{3}$/,
      'line_items[0][price_data][unit_amount]': /^\d+$/,
      'line_items[0][price_data][product_data][name]': /^.{1,250}$/su,
      'metadata[counterfoil_key]': /^.{1,500}$/su,
      'payment_intent_data[metadata][counterfoil_key]': /^.{1,500}$/su,
    },
  ],
  ['POST refunds', { payment_intent: /./, amount: /^[1-9]\d*$/ }],
])

/** The error for an unknown, missing or invalid parameter; null if there is none. */
export function unknownParams(call: string, params: ReadonlyMap<string, string>): Answer | null {
  for (const name of params.keys()) {
    if (parameters.get(call)?.test(name) === false) {
      const message = `Received unknown parameter: ${name}`
      return errorAnswer(400, { code: 'parameter_unknown', message, param: name })
    }
  }
  for (const [name, pattern] of Object.entries(required.get(call) ?? {})) {
    const value = params.get(name)
    if (value === undefined) {
      const message = `Missing required param: ${name}.`
      return errorAnswer(400, { code: 'parameter_missing', message, param: name })
    }
    if (!pattern.test(value)) return errorAnswer(400, { message: `Invalid ${name}: ${value}`, param: name })
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
