import type { FaultTable, Trouble } from './fault-table'
import type { PaymentCall, PaymentFaults } from './payment-provider-contract'
import type { PayoutCall } from './payout-provider-contract'
import type { Fault, StripeStandIn } from './stripe-stand-in'

const CALLS: Record<PaymentCall, RegExp> = {
  checkout: /^POST \/v1\/checkout\/sessions$/,
  'look at a session': /^GET \/v1\/checkout\/sessions\/./,
  close: /^POST \/v1\/checkout\/sessions\/[^/]+\/expire$/,
  refund: /^POST \/v1\/refunds$/,
  reversals: /^GET \/v1\/(refunds|disputes)$/,
  fee: /^GET \/v1\/payment_intents\/./,
  list: /^GET \/v1\/payment_intents$/,
}

const answer = (status: number, error: object, headers: Record<string, string> = {}): Fault['how'] => ({
  status,
  text: JSON.stringify({ error: { message: 'No', ...error } }),
  headers,
})
const rateLimit = { type: 'invalid_request_error', code: 'rate_limit' }

/** https://docs.stripe.com/error-low-level and https://docs.stripe.com/api/errors */
const TROUBLES: Record<Trouble, Pick<Fault, 'when' | 'how'>> = {
  '429': { when: 'before', how: answer(429, rateLimit) },
  '429 with Retry-After': { when: 'before', how: answer(429, rateLimit, { 'retry-after': '1' }) },
  '409': {
    when: 'before',
    how: answer(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use' }),
  },
  '500 that will stay': {
    when: 'after',
    how: answer(500, { type: 'api_error' }, { 'stripe-should-retry': 'false' }),
  },
  'reset after the request': { when: 'after', how: 'reset' },
  'lost answer': { when: 'after', how: 'silence' },
  'slow body': { when: 'after', how: 'stall' },
}

/** Where the amount of an answer is. */
const AMOUNTS: Record<PaymentCall, string> = {
  checkout: 'amount_total',
  'look at a session': 'amount_total',
  close: 'amount_total',
  refund: 'amount',
  reversals: 'amount',
  fee: 'fee',
  list: 'amount',
}

/** The answer with another value in each field of the name. */
function withField(body: object, field: string, value: unknown): object {
  return JSON.parse(JSON.stringify(body, (name, each: unknown) => (name === field ? value : each)))
}

/** Stripe's rows of the fault table. */
export function stripeFaults(standIn: StripeStandIn): PaymentFaults {
  const always = (call: PaymentCall, fault: Pick<Fault, 'when' | 'how'>) =>
    standIn.fail({ ...fault, on: CALLS[call], times: Number.POSITIVE_INFINITY })
  const alter = (call: PaymentCall, change: (body: object) => object) =>
    always(call, { when: 'after', how: { alter: change } })
  return {
    trouble: (call, trouble) =>
      standIn.fail({
        ...TROUBLES[trouble],
        // In the later of two lists: half of the reversals is known by then.
        on: call === 'reversals' ? /^GET \/v1\/disputes$/ : CALLS[call],
        times: Number.POSITIVE_INFINITY,
      }),
    falsify: (call, falsehood) =>
      alter(call, (body) =>
        falsehood === 'wrong amount'
          ? withField(body, AMOUNTS[call], 2501)
          : withField(body, 'currency', 'eur'),
      ),
    // Whatever comes after the last item is the first page again.
    repeatPage: () => alter('list', (body) => ({ ...body, data: [standIn.aPayment()], has_more: true })),
    heal: () => standIn.forgetFaults(),
    countSessions: (key) =>
      [...standIn.books.sessions.values()].filter(({ metadata }) => metadata.counterfoil_key === key).length,
  }
}

const LIST_PAYMENTS = /^GET \/v2\/money_management\/outbound_payments$/

const PAYOUT_CALLS: Record<PayoutCall, RegExp> = {
  transfer: /^POST \/v2\/money_management\/outbound_payments$/,
  'look-up': /^GET \/v2\/money_management\/outbound_payments/,
  'look-up by id': /^GET \/v2\/money_management\/outbound_payments\/./,
  // It tells of none.
  fee: /^$/,
  list: LIST_PAYMENTS,
}

/** The rows of Stripe's payouts. */
export function stripePayoutFaults(standIn: StripeStandIn): FaultTable<PayoutCall> {
  const always = (call: PayoutCall, fault: Pick<Fault, 'when' | 'how'>) =>
    standIn.fail({ ...fault, on: PAYOUT_CALLS[call], times: Number.POSITIVE_INFINITY })
  const alter = (call: PayoutCall, change: (body: object) => object) =>
    always(call, { when: 'after', how: { alter: change } })
  return {
    trouble: (call, trouble) => always(call, TROUBLES[trouble]),
    falsify: (call, falsehood) =>
      alter(call, (body) =>
        'amount' in body
          ? {
              ...body,
              amount:
                falsehood === 'wrong amount'
                  ? { value: 2501, currency: 'usd' }
                  : { value: 2500, currency: 'eur' },
            }
          : body,
      ),
    repeatPage: () => alter('list', (body) => ({ ...body, next_page_url: standIn.payoutBooks.pageUrl(0) })),
    heal: () => standIn.forgetFaults(),
  }
}
