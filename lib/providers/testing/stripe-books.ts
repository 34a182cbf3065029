import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { REQUIRED_EVENTS } from '../stripe/notifications'
import {
  type Answer,
  amountError,
  errorAnswer,
  listAnswer,
  missing,
  type Params,
  unknownParams,
} from './stripe-stand-in-requests'

/** https://docs.stripe.com/api/balance/balance_object */
const BALANCE = {
  object: 'balance',
  available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
  livemode: false,
  pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
}

const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`

/** A Stripe account's records: what the API, buyers and banks do to them. */
export class StripeBooks {
  readonly sessions = new Map<string, Session>()
  readonly payments = new Map<string, Payment>()
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  /** https://docs.stripe.com/api/webhook_endpoints/object */
  webhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    url: 'https://pay.example.com/api/providers/stripe',
    status: 'enabled',
    api_version: Stripe.API_VERSION as string | null,
    enabled_events: [...REQUIRED_EVENTS],
    created: seconds(),
  }
  /** The status of refunds created from now on. */
  nextRefundStatus: Refund['status'] = 'succeeded'

  /** Pays an open session by card. */
  pay(sessionId: string): string {
    return this.#complete(sessionId, 'succeeded', 'paid')
  }

  /** Completes an open session by bank debit, whose money takes days. */
  payLater(sessionId: string): string {
    return this.#complete(sessionId, 'processing', 'unpaid')
  }

  /** Ends a bank debit. */
  settle(sessionId: string, isPaid: boolean): void {
    const session = this.session(sessionId)
    const payment = this.payment(session.paymentId ?? '')
    session.paymentStatus = isPaid ? 'paid' : 'unpaid'
    payment.status = isPaid ? 'succeeded' : 'requires_payment_method'
  }

  /** Refunds a payment by hand, in Stripe's dashboard; returns the refund's id. */
  refundByHand(paymentId: string, amount: number, status: Refund['status'] = 'succeeded'): string {
    const refund = { id: newId('re'), paymentId, amount, status, metadata: {}, created: seconds() }
    this.refunds.push(refund)
    return refund.id
  }

  /** A refund may fail days after it was made. */
  settleRefund(refundId: string, status: Refund['status']): void {
    const refund = this.refunds.find(({ id }) => id === refundId)
    if (refund) refund.status = status
  }

  /** A buyer's bank takes a payment back, all of it by default; returns the dispute's id. */
  dispute(paymentId: string, amount = this.payment(paymentId).amount): string {
    const status = 'needs_response'
    const created = seconds()
    const evidenceDueBy = created + EVIDENCE_DAYS * DAY_SECONDS
    const dispute: Dispute = {
      id: newId('dp'),
      paymentId,
      amount,
      status,
      isWithdrawn: true,
      fees: [],
      created,
      evidenceDueBy,
    }
    this.disputes.push(dispute)
    return dispute.id
  }

  settleDispute(disputeId: string, status: Dispute['status']): void {
    const dispute = this.disputes.find(({ id }) => id === disputeId)
    if (dispute) dispute.status = status
  }

  /** A dispute ends before it becomes formal, with the money taken or not. */
  preventDispute(disputeId: string, { isWithdrawn }: { isWithdrawn: boolean }): void {
    const dispute = this.disputes.find(({ id }) => id === disputeId)
    if (dispute) Object.assign(dispute, { status: 'prevented', isWithdrawn })
  }

  /** Moves the time until which evidence is taken, in seconds since 1970; null: it is not stated. */
  moveEvidenceDue(disputeId: string, dueBy: number | null): void {
    const dispute = this.disputes.find(({ id }) => id === disputeId)
    if (dispute) dispute.evidenceDueBy = dueBy
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
      /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/([^/]+))?(\/expire)?$/.exec(path) ?? []
    const call = `${method} ${endpoint}${id === '' ? '' : '/id'}${act}`
    const strange = unknownParams(call, params)
    if (strange !== null) return strange
    if (call === 'POST checkout/sessions') return this.#createSession(params)
    if (call === 'GET checkout/sessions/id') return this.#readSession(id, params)
    if (call === 'POST checkout/sessions/id/expire') return this.#expireSession(id, params)
    if (call === 'GET payment_intents') return this.#listPayments(params)
    if (call === 'GET payment_intents/id') {
      const payment = this.payments.get(id)
      return payment ? { status: 200, body: this.paymentObject(payment.id) } : missing('payment_intent', id)
    }
    if (call === 'GET checkout/sessions') return listAnswer(path, [], params, (session) => session)
    if (call === 'GET webhook_endpoints') {
      return listAnswer(path, [this.webhookEndpoint], params, (endpoint) => endpoint)
    }
    if (call === 'GET balance') return { status: 200, body: BALANCE }
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
    const expands = params.get('expand[0]') === 'payment_intent' && session.paymentId !== null
    const payment_intent = expands ? this.paymentObject(session.paymentId ?? '') : session.paymentId
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
    const left = payment.amount - this.refundTotal(paymentId)
    if (left === 0) {
      const message = `Charge ${payment.chargeId} has already been refunded.`
      return errorAnswer(400, { code: 'charge_already_refunded', message })
    }
    if (amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
      return errorAnswer(400, { message, param: 'amount' })
    }
    const refund: Refund = {
      id: newId('re'),
      paymentId,
      amount,
      status: this.nextRefundStatus,
      metadata: metadataOf(params, 'metadata'),
      created: seconds(),
    }
    this.refunds.push(refund)
    return { status: 200, body: this.#refundObject(refund) }
  }

  #complete(sessionId: string, status: Payment['status'], paymentStatus: Session['paymentStatus']): string {
    const session = this.session(sessionId)
    if (session.status !== 'open') throw new Error(`the session ${sessionId} is not open`)
    const { amount, currency, paymentMetadata: metadata } = session
    const ids = { id: newId('pi'), chargeId: newId('ch') }
    const payment = { ...ids, amount, currency, status, metadata, created: seconds() }
    this.payments.set(payment.id, payment)
    Object.assign(session, { status: 'complete', paymentStatus, paymentId: payment.id })
    return payment.id
  }

  sessionObject(id: string): object {
    const session = this.session(id)
    return {
      id,
      object: 'checkout.session',
      amount_total: session.amount,
      currency: session.currency,
      customer_email: session.email,
      livemode: false,
      metadata: session.metadata,
      mode: 'payment',
      payment_intent: session.paymentId,
      payment_status: session.paymentStatus,
      status: session.status,
      url: session.status === 'open' ? `https://checkout.stripe.com/c/pay/${id}` : null,
    }
  }

  paymentObject(id: string): object {
    const { amount, currency, status, metadata, created } = this.payment(id)
    return { id, object: 'payment_intent', amount, currency, status, metadata, created }
  }

  chargeObject(paymentId: string): object {
    const { chargeId, amount, currency, metadata } = this.payment(paymentId)
    const amount_refunded = this.refundTotal(paymentId)
    return {
      id: chargeId,
      object: 'charge',
      amount,
      amount_refunded,
      currency,
      metadata,
      payment_intent: paymentId,
    }
  }

  refundObject(id: string): object {
    const refund = this.refunds.find((each) => each.id === id)
    if (refund === undefined) throw new Error(`the stand-in has no refund ${id}`)
    return this.#refundObject(refund)
  }

  disputeObject(id: string): object {
    const dispute = this.disputes.find((each) => each.id === id)
    if (dispute === undefined) throw new Error(`the stand-in has no dispute ${id}`)
    const { paymentId, amount, status, fees, created, evidenceDueBy } = dispute
    const { currency, chargeId } = this.payment(paymentId)
    const movements = [
      ...movementsOf(dispute).map((moved) => ({ amount: moved, fee: 0, currency })),
      ...fees.map((each) => ({ amount: 0, ...each })),
    ]
    return {
      id,
      object: 'dispute',
      amount,
      balance_transactions: movements.map((each) => ({
        id: newId('txn'),
        object: 'balance_transaction',
        ...each,
      })),
      charge: chargeId,
      created,
      currency,
      evidence_details: { due_by: evidenceDueBy, has_evidence: false },
      livemode: false,
      payment_intent: paymentId,
      reason: 'fraudulent',
      status,
    }
  }

  #refundObject({ id, paymentId, amount, status, metadata, created }: Refund): object {
    const { currency, chargeId } = this.payment(paymentId)
    const failure = status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}
    return {
      id,
      object: 'refund',
      amount,
      charge: chargeId,
      created,
      currency,
      metadata,
      payment_intent: paymentId,
      status,
      ...failure,
    }
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
  metadata: Metadata
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
