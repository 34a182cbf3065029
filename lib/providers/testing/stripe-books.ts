import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { REQUIRED_EVENTS } from '../stripe/notifications'
import {
  balance,
  balanceTransaction,
  charge,
  checkoutSession,
  dispute,
  earlyFraudWarning,
  type Fullness,
  paidByCard,
  paymentIntent,
  payout,
  refund,
  webhookEndpoint,
} from './stripe-objects'
import {
  type Answer,
  amountError,
  errorAnswer,
  listAnswer,
  missing,
  type Params,
  unknownParams,
} from './stripe-stand-in-requests'

const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`

/** A Stripe account's records: what the API, buyers and banks do to them. */
export class StripeBooks {
  /** How much of each object its answers fill in. */
  readonly fullness: Fullness
  readonly sessions = new Map<string, Session>()
  readonly payments = new Map<string, Payment>()
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  readonly payouts: Payout[] = []
  readonly fraudWarnings: { id: string; paymentId: string; created: number }[] = []
  /** https://docs.stripe.com/api/webhook_endpoints/object */
  webhookEndpoint = {
    id: newId('we'),
    url: 'https://pay.example.com/api/providers/stripe',
    status: 'enabled',
    api_version: Stripe.API_VERSION as string | null,
    enabled_events: [...REQUIRED_EVENTS],
    created: seconds(),
  }
  /** What Stripe keeps of a payment that is made from now on; null: it moves the balance later (`capture`). */
  feeOf: (amount: number) => number | null = (amount) => Math.round(amount * 0.029) + 30
  /** The status of refunds created from now on. */
  nextRefundStatus: Refund['status'] = 'succeeded'

  constructor(fullness: Fullness) {
    this.fullness = fullness
  }

  /** Pays an open session, by card unless the details say otherwise. */
  pay(sessionId: string, details?: Stripe.Charge.PaymentMethodDetails): string {
    return this.#complete(sessionId, { status: 'succeeded', paymentStatus: 'paid', details })
  }

  /** Completes an open session by bank debit, whose money takes days. */
  payLater(sessionId: string): string {
    return this.#complete(sessionId, { status: 'processing', paymentStatus: 'unpaid' })
  }

  /** Ends a bank debit. */
  settle(sessionId: string, isPaid: boolean): void {
    const session = this.session(sessionId)
    const payment = this.payment(session.paymentId ?? '')
    session.paymentStatus = isPaid ? 'paid' : 'unpaid'
    payment.status = isPaid ? 'succeeded' : 'requires_payment_method'
    if (isPaid) payment.fee = this.feeOf(payment.amount)
  }

  /** Moves the balance by a payment whose fee was not decided when it was made. */
  capture(paymentId: string, fee: number): void {
    this.payment(paymentId).fee = fee
  }

  /** Makes the money of all payments so far available. */
  makeAvailable(): void {
    for (const payment of this.payments.values()) payment.isAvailable = true
  }

  /** The balance in Stripe's units: what payments brought less fees, refunds, disputes and payouts. */
  balance(currency = 'usd'): { available: number; pending: number } {
    const sum = (amounts: number[]) => amounts.reduce((before, amount) => before + amount, 0)
    const own = [...this.payments.values()].filter((each) => each.currency === currency)
    const netOf = (payments: Payment[]) =>
      sum(payments.map(({ amount, fee }) => (fee === null ? 0 : amount - fee)))
    const ids = new Set(own.map(({ id }) => id))
    const taken = [
      ...this.refunds
        .filter(({ paymentId, status }) => ids.has(paymentId) && status !== 'failed')
        .map(({ amount }) => amount),
      ...this.disputes
        .filter(({ paymentId }) => ids.has(paymentId))
        .flatMap(movementsOf)
        .map((moved) => -moved),
      ...this.disputes.flatMap(({ fees }) =>
        fees.filter((each) => each.currency === currency).map(({ fee }) => fee),
      ),
    ]
    const banked = this.payouts.filter(
      (each) => each.currency === currency && each.status !== 'failed' && each.status !== 'canceled',
    )
    return {
      available:
        netOf(own.filter(({ isAvailable }) => isAvailable)) -
        sum(taken) -
        sum(banked.map(({ amount }) => amount)),
      pending: netOf(own.filter(({ isAvailable }) => !isAvailable)),
    }
  }

  /** Pays out to the account's bank, or takes from it where the amount is below zero; returns the payout's id. */
  payOut(amount: number, currency = 'usd'): string {
    const entry: Payout = { id: newId('po'), amount, currency, status: 'pending', created: seconds() }
    this.payouts.push(entry)
    return entry.id
  }

  settlePayout(payoutId: string, status: Payout['status']): void {
    const entry = this.payouts.find(({ id }) => id === payoutId)
    if (entry) entry.status = status
  }

  /** https://docs.stripe.com/api/payouts/object */
  payoutObject(payoutId: string): object {
    const entry = this.payouts.find(({ id }) => id === payoutId)
    if (!entry) throw new Error(`the stand-in has no payout ${payoutId}`)
    return payout(entry, this.fullness)
  }

  /** https://docs.stripe.com/api/balance/balance_object */
  #balanceObject(): object {
    const currencies = [...new Set(['usd', ...[...this.payments.values()].map(({ currency }) => currency)])]
    const amounts = (kind: 'available' | 'pending') =>
      currencies.map((currency) => ({ amount: this.balance(currency)[kind], currency }))
    return balance({ available: amounts('available'), pending: amounts('pending') }, this.fullness)
  }

  /** Refunds a payment by hand, in Stripe's dashboard; returns the refund's id. */
  refundByHand(paymentId: string, amount: number, status: Refund['status'] = 'succeeded'): string {
    const entry = { id: newId('re'), paymentId, amount, status, metadata: {}, created: seconds() }
    this.refunds.push(entry)
    return entry.id
  }

  /** A refund may fail days after it was made. */
  settleRefund(refundId: string, status: Refund['status']): void {
    const entry = this.refunds.find(({ id }) => id === refundId)
    if (entry) entry.status = status
  }

  /** A buyer's bank takes a payment back, all of it by default; returns the dispute's id. */
  dispute(paymentId: string, amount = this.payment(paymentId).amount): string {
    const status = 'needs_response'
    const created = seconds()
    const evidenceDueBy = created + EVIDENCE_DAYS * DAY_SECONDS
    const id = newId('dp')
    this.disputes.push({ id, paymentId, amount, status, isWithdrawn: true, fees: [], created, evidenceDueBy })
    return id
  }

  /** The card's bank believes that a payment is fraud; returns the warning's id. */
  warnOfFraud(paymentId: string): string {
    const warning = { id: newId('issfr'), paymentId, created: seconds() }
    this.fraudWarnings.push(warning)
    return warning.id
  }

  /** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
  fraudWarningObject(id: string): object {
    const warning = this.fraudWarnings.find((each) => each.id === id)
    if (!warning) throw new Error(`the stand-in has no warning ${id}`)
    const { paymentId: payment_intent, created } = warning
    const facts = { id, charge: this.payment(payment_intent).chargeId, created, payment_intent }
    return earlyFraudWarning(facts, this.fullness)
  }

  settleDispute(disputeId: string, status: Dispute['status']): void {
    const entry = this.disputes.find(({ id }) => id === disputeId)
    if (entry) entry.status = status
  }

  /** A dispute ends before it becomes formal, with the money taken or not. */
  preventDispute(disputeId: string, { isWithdrawn }: { isWithdrawn: boolean }): void {
    const entry = this.disputes.find(({ id }) => id === disputeId)
    if (entry) Object.assign(entry, { status: 'prevented', isWithdrawn })
  }

  /** Moves the time until which evidence is taken, in seconds since 1970; null: it is not stated. */
  moveEvidenceDue(disputeId: string, dueBy: number | null): void {
    const entry = this.disputes.find(({ id }) => id === disputeId)
    if (entry) entry.evidenceDueBy = dueBy
  }

  /** Takes a fee for a dispute, or returns it where it is below zero. */
  chargeForDispute(disputeId: string, fee: number, currency = 'usd'): void {
    this.disputes.find(({ id }) => id === disputeId)?.fees.push({ fee, currency })
  }

  expire(sessionId: string): void {
    this.session(sessionId).status = 'expired'
  }

  /** In Stripe's units. */
  refundTotal(paymentId: string): number {
    return this.refunds
      .filter((refund) => refund.paymentId === paymentId && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
  }

  session(id: string): Session {
    const session = this.sessions.get(id)
    if (session === undefined) throw new Error(`the stand-in has no session ${id}`)
    return session
  }

  payment(id: string): Payment {
    const payment = this.payments.get(id)
    if (payment === undefined) throw new Error(`the stand-in has no payment ${id}`)
    return payment
  }

  /** Carries out a request and returns the API's answer. */
  handle(method: string, path: string, params: Params): Answer {
    const [, endpoint = '', id = '', act = ''] =
      /^\/v1\/([a-z_]+(?:\/sessions|\/early_fraud_warnings)?)(?:\/([^/]+))?(\/expire)?$/.exec(path) ?? []
    const call = `${method} ${endpoint}${id === '' ? '' : '/id'}${act}`
    const strange = unknownParams(call, params)
    if (strange !== null) return strange
    if (call === 'POST checkout/sessions') return this.#createSession(params)
    if (call === 'GET checkout/sessions/id') return this.#readSession(id, params)
    if (call === 'POST checkout/sessions/id/expire') return this.#expireSession(id, params)
    if (call === 'GET payment_intents') return this.#listPayments(params)
    if (call === 'GET payment_intents/id') {
      if (!this.payments.has(id)) return missing('payment_intent', id)
      const isExpanded = params.get('expand[0]') === 'latest_charge.balance_transaction'
      return { status: 200, body: isExpanded ? this.#chargedPaymentObject(id) : this.paymentObject(id) }
    }
    if (call === 'GET charges') return listAnswer(path, [], params, (charge) => charge)
    if (call === 'GET checkout/sessions') return listAnswer(path, [], params, (session) => session)
    if (call === 'GET webhook_endpoints') {
      return listAnswer(path, [this.webhookEndpoint], params, (entry) =>
        webhookEndpoint(entry, this.fullness),
      )
    }
    if (call === 'GET balance') return { status: 200, body: this.#balanceObject() }
    if (call === 'GET radar/early_fraud_warnings') {
      const all = this.fraudWarnings.filter(
        ({ paymentId }) => paymentId === (params.get('payment_intent') ?? paymentId),
      )
      return listAnswer(path, all, params, ({ id }) => this.fraudWarningObject(id))
    }
    if (call === 'GET payouts') {
      return listAnswer(path, this.payouts, params, ({ id }) => this.payoutObject(id))
    }
    if (call === 'GET refunds') return this.#listRefunds(params)
    if (call === 'GET disputes') return this.#listDisputes(params)
    if (call === 'POST refunds') return this.#createRefund(params)
    return errorAnswer(404, { message: `Unrecognized request URL (${method}: ${path}).` })
  }

  #createSession(params: Params): Answer {
    const price = 'line_items[0][price_data]'
    const currency = params.get(`${price}[currency]`) ?? ''
    const amount = Number(params.get(`${price}[unit_amount]`))
    const email = params.get('customer_email') ?? ''
    const wrong = amountError(amount, currency)
    if (wrong !== null) return wrong
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
      const message = `Invalid email address: ${email}`
      return errorAnswer(400, { code: 'email_invalid', message, param: 'customer_email' })
    }
    const session: Session = {
      id: newId('cs_test'),
      status: 'open',
      paymentStatus: 'unpaid',
      amount,
      currency,
      email,
      successUrl: params.get('success_url') ?? '',
      cancelUrl: params.get('cancel_url') ?? null,
      created: seconds(),
      metadata: metadataOf(params, 'metadata'),
      paymentMetadata: metadataOf(params, 'payment_intent_data[metadata]'),
      paymentId: null,
    }
    this.sessions.set(session.id, session)
    return { status: 200, body: this.sessionObject(session.id) }
  }

  #readSession(id: string, params: Params): Answer {
    const session = this.sessions.get(id)
    if (session === undefined) return missing('checkout.session', id)
    const { paymentId } = session
    const expansion = params.get('expand[0]')
    const payment_intent =
      paymentId === null || !expansion
        ? paymentId
        : expansion === 'payment_intent'
          ? this.paymentObject(paymentId)
          : this.#paymentObject(paymentId, this.#chargeObject(paymentId))
    return { status: 200, body: { ...this.sessionObject(id), payment_intent } }
  }

  #expireSession(id: string, params: Params): Answer {
    const session = this.sessions.get(id)
    if (session === undefined) return missing('checkout.session', id)
    if (session.status !== 'open') {
      const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`
      return errorAnswer(400, { message })
    }
    session.status = 'expired'
    return this.#readSession(id, params)
  }

  #listRefunds(params: Params): Answer {
    const paymentId = params.get('payment_intent')
    if (paymentId !== null && paymentId !== undefined && !this.payments.has(paymentId)) {
      return missing('payment_intent', paymentId)
    }
    const all = this.refunds.filter((refund) => !paymentId || refund.paymentId === paymentId)
    return listAnswer('/v1/refunds', all, params, (refund) => this.#refundObject(refund))
  }

  #listDisputes(params: Params): Answer {
    const paymentId = params.get('payment_intent')
    const all = this.disputes.filter((dispute) => !paymentId || dispute.paymentId === paymentId)
    return listAnswer('/v1/disputes', all, params, ({ id }) => this.disputeObject(id))
  }

  #listPayments(params: Params): Answer {
    return listAnswer('/v1/payment_intents', [...this.payments.values()], params, ({ id }) =>
      this.paymentObject(id),
    )
  }

  #createRefund(params: Params): Answer {
    const paymentId = params.get('payment_intent') ?? ''
    const payment = this.payments.get(paymentId)
    if (payment === undefined) return missing('payment_intent', paymentId)
    const amount = Number(params.get('amount'))
    const refundable = payment.amount - this.refundTotal(paymentId)
    if (refundable === 0) {
      const message = `Charge ${payment.chargeId} has already been refunded.`
      return errorAnswer(400, { code: 'charge_already_refunded', message })
    }
    if (amount > refundable) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundable})`
      return errorAnswer(400, { message, param: 'amount' })
    }
    const entry: Refund = {
      id: newId('re'),
      paymentId,
      amount,
      status: this.nextRefundStatus,
      metadata: metadataOf(params, 'metadata'),
      created: seconds(),
    }
    this.refunds.push(entry)
    return { status: 200, body: this.#refundObject(entry) }
  }

  #complete(
    sessionId: string,
    {
      status,
      paymentStatus,
      details = paidByCard({ brand: 'visa', last4: '4242' }, this.fullness),
    }: Pick<Payment, 'status'> &
      Pick<Session, 'paymentStatus'> & { details?: Stripe.Charge.PaymentMethodDetails | undefined },
  ): string {
    const session = this.session(sessionId)
    if (session.status !== 'open') throw new Error(`the session ${sessionId} is not open`)
    const { amount, currency, paymentMetadata: metadata } = session
    const ids = { id: newId('pi'), chargeId: newId('ch') }
    const fee = status === 'succeeded' ? this.feeOf(amount) : null
    const payment = {
      ...ids,
      amount,
      currency,
      status,
      details,
      metadata,
      fee,
      isAvailable: false,
      created: seconds(),
    }
    this.payments.set(payment.id, payment)
    Object.assign(session, { status: 'complete', paymentStatus, paymentId: payment.id })
    return payment.id
  }

  sessionObject(id: string): object {
    const { amount, currency, email, metadata, paymentId, paymentStatus, status, created, ...urls } =
      this.session(id)
    const facts = {
      id,
      amount_total: amount,
      currency,
      customer_email: email,
      created,
      metadata,
      payment_intent: paymentId,
      payment_status: paymentStatus,
      status,
      success_url: urls.successUrl,
      cancel_url: urls.cancelUrl,
      url: status === 'open' ? `https://checkout.stripe.com/c/pay/${id}` : null,
    }
    return checkoutSession(facts, this.fullness)
  }

  paymentObject(id: string): object {
    return this.#paymentObject(id, this.payment(id).chargeId)
  }

  #paymentObject(id: string, latest_charge: string | Stripe.Charge): object {
    const { amount, currency, status, metadata, created } = this.payment(id)
    return paymentIntent({ id, amount, currency, status, metadata, created, latest_charge }, this.fullness)
  }

  #chargedPaymentObject(id: string): object {
    const { fee, amount, currency, created } = this.payment(id)
    const movement = { id: newId('txn'), amount, created, currency, type: 'charge' }
    return this.#paymentObject(id, {
      ...this.#chargeObject(id),
      balance_transaction: fee === null ? null : balanceTransaction({ ...movement, fee }, this.fullness),
    })
  }

  chargeObject(paymentId: string): object {
    return this.#chargeObject(paymentId)
  }

  #chargeObject(paymentId: string): Stripe.Charge {
    const { chargeId: id, amount, currency, details, metadata, created, fee } = this.payment(paymentId)
    const amount_refunded = this.refundTotal(paymentId)
    const balance_transaction = fee === null ? null : 'txn_standIn'
    const facts = { id, amount, amount_refunded, currency, metadata, created, balance_transaction }
    return charge({ ...facts, payment_intent: paymentId, payment_method_details: details }, this.fullness)
  }

  refundObject(id: string): object {
    const entry = this.refunds.find((each) => each.id === id)
    if (entry === undefined) throw new Error(`the stand-in has no refund ${id}`)
    return this.#refundObject(entry)
  }

  disputeObject(id: string): object {
    const entry = this.disputes.find((each) => each.id === id)
    if (entry === undefined) throw new Error(`the stand-in has no dispute ${id}`)
    const { paymentId: payment_intent, amount, status, fees, created, evidenceDueBy: dueBy } = entry
    const { currency, chargeId } = this.payment(payment_intent)
    const movements = [
      ...movementsOf(entry).map((moved) => ({ amount: moved, fee: 0, currency })),
      ...fees.map((each) => ({ amount: 0, ...each })),
    ]
    const balance_transactions = movements.map((each) =>
      balanceTransaction({ ...each, id: newId('txn'), created, type: 'adjustment' }, this.fullness),
    )
    const facts = { id, amount, balance_transactions, charge: chargeId, created, currency }
    return dispute({ ...facts, payment_intent, reason: 'fraudulent', status, dueBy }, this.fullness)
  }

  #refundObject({ id, paymentId, amount, status, metadata, created }: Refund): object {
    const { currency, chargeId } = this.payment(paymentId)
    const facts = { id, amount, charge: chargeId, created, currency, metadata, status }
    return refund({ ...facts, payment_intent: paymentId }, this.fullness)
  }
}

/** The movements of the balance, without fees. An inquiry has none, and one that is won was given back. */
function movementsOf({ amount, status, isWithdrawn }: Dispute): number[] {
  if (status === 'warning_needs_response' || !isWithdrawn) return []
  return status === 'won' ? [-amount, amount] : [-amount]
}

const DAY_SECONDS = 24 * 60 * 60
/** A week is the shortest time that card networks give. */
const EVIDENCE_DAYS = 7
const seconds = () => Math.floor(Date.now() / 1000)

function metadataOf(params: Params, name: string): Metadata {
  const start = `${name}[`
  return Object.fromEntries(
    [...params]
      .filter(([key]) => key.startsWith(start))
      .map(([key, value]) => [key.slice(start.length, -1), value]),
  )
}

type Metadata = Record<string, string>

export type Session = {
  id: string
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid'
  amount: number
  currency: string
  email: string
  successUrl: string
  cancelUrl: string | null
  created: number
  metadata: Metadata
  paymentMetadata: Metadata
  paymentId: string | null
}

export type Payment = {
  id: string
  chargeId: string
  amount: number
  currency: string
  status: 'succeeded' | 'processing' | 'requires_payment_method'
  /** What it was paid with. */
  details: Stripe.Charge.PaymentMethodDetails
  metadata: Metadata
  /** What Stripe keeps of it; null: its balance has not moved yet. */
  fee: number | null
  /** Its money can be paid out. */
  isAvailable: boolean
  /** Seconds since 1970. */
  created: number
}

export type Refund = {
  id: string
  paymentId: string
  amount: number
  status: 'succeeded' | 'pending' | 'failed'
  metadata: Metadata
  created: number
}

export type Dispute = {
  id: string
  paymentId: string
  amount: number
  status: 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'prevented'
  /** The amount was taken from the balance. */
  isWithdrawn: boolean
  /** Of the movements of the balance. A fee below zero was returned. */
  fees: { fee: number; currency: string }[]
  created: number
  evidenceDueBy: number | null
}

export type Payout = {
  id: string
  amount: number
  currency: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  created: number
}
