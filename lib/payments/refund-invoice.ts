import assert from 'node:assert/strict'
import { database } from '@/lib/db/client'
import type { Refund } from '@/lib/db/generated/client'
import type { Queryable } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import type { Field } from '@/lib/http/field'
import * as field from '@/lib/http/fields'
import { type Commit, type KeyClaim, noteCreated } from '@/lib/http/idempotency'
import { refuse } from '@/lib/http/refusals'
import { isId, newId } from '@/lib/ids'
import { cardShares, MAX_ITEMS, refundableMinor, refundShares } from '@/lib/invoices/amounts'
import { findInvoice } from '@/lib/invoices/invoice'
import { askAgainAt, askLeaseMs, leaseMs } from '@/lib/jobs/lease'
import { type Claim, claim, type LeasedQueue, release } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import { exponentOf } from '@/lib/money/currencies'
import { type Decimal, toMinor } from '@/lib/money/decimals'
import { paymentsOf } from '@/lib/providers/observed'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviders } from '@/lib/providers/registry'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { storedProvider, unreachable } from '@/lib/providers/stored-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { bookRefund, type RefundReport } from './book-refund'
import { type ChosenItem, chosenLines, findLeft } from './credited-lines'
import { type ReversiblePayment, reversalTotals } from './reversal-money'
import { lockReversals, recordReversals } from './reversals'
import { findRefundRow, findSucceeded } from './statements'

/** Refunds that we asked for and whose outcome the provider has yet to give. */
export const refundQueue: LeasedQueue = {
  table: 'refunds',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

export const chosenAmount: Field<Decimal> = field
  .decimal()
  .check((amount) => amount.digits > 0n, 'amount_not_positive')

type TypedItem = { item: number; amount: Decimal }

/** The items of an invoice that a refund is about, each once. */
export const chosenItems: Field<TypedItem[]> = field
  .array(
    field.object({
      item: field
        .integer({ min: 1, max: MAX_ITEMS }, 'credited_item_incomplete')
        .describe('Its place among the `items` of the invoice: 1 is the first one.'),
      amount: chosenAmount
        .required('credited_item_incomplete')
        .describe('In major units, above 0, with the tax of the item and without a fee on top.'),
    }),
    { max: MAX_ITEMS, notArray: 'items_not_array', tooMany: 'too_many_items' },
  )
  .check((items) => items.length > 0, 'credited_items_empty')
  .check((items) => new Set(items.map(({ item }) => item)).size === items.length, 'credited_item_twice')

/** The amount in minor units of the invoice's currency; throws `invalid_amount` if it has too many decimals. */
function refundAmountMinor(amount: Decimal, currency: string): bigint {
  return toMinor(amount, exponentOf(currency)) ?? refuse('invalid_amount')
}

type AmountOrItems = { amount: Decimal | null; items: TypedItem[] | null }

/** Refuses both: the amount of items is their sum. */
export function amountOrItems<Typed extends AmountOrItems>(typed: Typed): Typed {
  return typed.amount && typed.items ? refuse('amount_and_items') : typed
}

/** What is to be refunded, in minor units; throws `invalid_amount` for too many decimals. */
export function chosenInMinor(
  { amount, items }: AmountOrItems,
  currency: string,
): Required<Pick<RefundRequest, 'amountMinor' | 'items'>> {
  if (!items) return { amountMinor: amount && refundAmountMinor(amount, currency), items: null }
  const chosen = items.map((each) => ({
    item: each.item,
    amountMinor: refundAmountMinor(each.amount, currency),
  }))
  return { amountMinor: chosen.reduce((sum, { amountMinor }) => sum + amountMinor, 0n), items: chosen }
}

export type RefundRequest = {
  invoiceId: string
  /** Minor units of the base amount, above zero; null: all that is left. */
  amountMinor: bigint | null
  /** The items that it is about, whose amounts add up to it; null: all lines, in proportion. */
  items?: ChosenItem[] | null
  /** Why, in the vendor's words, for the buyer too. */
  note?: string | null
}

/** Throws `refund_not_found` for an unknown id, another account's, or an invalid one. */
export async function findRefund(on: Queryable, accountId: string, refundId: string): Promise<Refund> {
  const [refund] = isId(refundId) ? await findRefundRow(on, { accountId, id: refundId }) : []
  if (!refund) throw new DomainError('refund_not_found')
  return refund
}

/** What the payment's provider takes refunds in multiples of, in minor units. */
export function refundStepMinor(payment: { provider: string; currency: string }): bigint {
  return storedProvider(paymentProviders(), payment)?.stepMinor?.(payment.currency) ?? 1n
}

/**
 * Records the intent to refund a paid invoice; commit it before calling the provider. Adds the refund, whose id is
 * the provider's idempotency key, and takes its amount from the vendor. The fee is kept, unless the invoice says that a refund
 * gives it back: then the platform pays its part, to the customer or the vendor who paid it. The vendor's funds are
 * reserved by that: a refund that fails gives them back.
 *
 * Throws `invoice_not_found`, `invoice_not_paid`, `invoice_not_paid_by_card`, `credited_item_not_found`, `credited_item_too_large`,
 * `refund_too_large`, `insufficient_balance` (a refund makes no debt) and `idempotency_key_in_progress` if the claim is another
 * request's by now, in this order.
 */
export async function requestRefund(
  tx: Transaction,
  accountId: string,
  { invoiceId, amountMinor: wantedMinor, items = null, note }: RefundRequest,
  options: { leaseMs: number; claim?: KeyClaim | null; requestId?: string },
): Promise<Refund> {
  const invoice = await findInvoice(tx, accountId, invoiceId)
  const [payment] = await findSucceeded(tx, { accountId, invoiceId: invoice.id })
  if (invoice.status !== 'PAID') throw new DomainError('invoice_not_paid')
  if (!payment) throw new DomainError('invoice_not_paid_by_card')
  const shares = cardShares(payment.amountMinor, invoice)
  const before = reversalTotals(await lockReversals(tx, payment))
  const leftMinor = refundableMinor(shares, before)
  const lines = items && chosenLines(await findLeft(tx, invoice), items)
  const baseAmountMinor = wantedMinor ?? leftMinor
  if (baseAmountMinor <= 0n || baseAmountMinor > leftMinor) throw new DomainError('refund_too_large')
  const createdAt = now()
  const leaseUntil = new Date(createdAt.getTime() + options.leaseMs)
  const refund = await bookRefund(
    tx,
    {
      accountId,
      id: newId(),
      invoiceId,
      paymentId: payment.id,
      provider: payment.provider,
      status: 'PENDING',
      ...refundShares(baseAmountMinor, shares, before, refundStepMinor(payment)),
      currency: payment.currency,
      note: note ?? null,
      requestId: options.requestId ?? null,
      leaseUntil,
      nextAttemptAt: leaseUntil,
      createdAt,
    },
    { mayOwe: false, lines },
  )
  if (options.claim) await noteCreated(tx, options.claim, refund.id)
  return refund
}

/**
 * Commits the intent to refund, calls the provider, and returns the refund as it then is: made, refused with the
 * money back in the wallet, or not settled yet. Under an idempotency key whose first request died, it resolves
 * that request's refund and creates no other. `onRequested` runs in the intent's transaction.
 */
export async function makeRefund(
  accountId: string,
  request: RefundRequest,
  { claim: keyClaim, requestId }: Pick<Commit, 'claim' | 'requestId'>,
  onRequested?: (tx: Transaction, refund: Refund) => Promise<void>,
): Promise<Refund> {
  const timeoutMs = env.PROVIDER_TIMEOUT_MS
  const providers = paymentProviders()
  if (keyClaim?.resourceId) {
    const key = { accountId, refundId: keyClaim.resourceId }
    const settled = await reconcileRefund(key, { providers, timeoutMs, isEarly: true })
    if (!settled) throw new DomainError('idempotency_key_in_progress')
    return settled
  }
  const refund = await inTransaction(async (tx) => {
    const requested = await requestRefund(tx, accountId, request, {
      leaseMs: leaseMs(timeoutMs),
      claim: keyClaim,
      requestId,
    })
    await onRequested?.(tx, requested)
    return requested
  })
  return sendRefund(refund, { providers, timeoutMs })
}

type Options = { providers: PaymentProvider[]; timeoutMs: number }

/**
 * Asks the provider for a refund whose intent is committed, with no transaction open, and records the outcome.
 * Called once, by the request that made it: everyone else asks again (`reconcileRefund`).
 */
export async function sendRefund(refund: Refund, options: Options): Promise<Refund> {
  const payment = await paymentOf(refund)
  const outcome = await askProvider(refund, payment, options)
  return inTransaction((tx) => recordRefundOutcome(tx, { refund, payment, isFirst: true }, outcome))
}

/**
 * Asks again for a refund that is due (with `isEarly`, before it is due) and records the outcome. Returns the refund
 * as it then is, or null if the provider was not asked: it is not due, or somebody else is asking.
 */
export async function reconcileRefund(
  { accountId, refundId }: { accountId: string; refundId: string },
  options: Options & { isEarly?: boolean },
): Promise<Refund | null> {
  const { timeoutMs, isEarly = false } = options
  const row = { tenantId: accountId, id: refundId }
  const lease = await claim(database(), refundQueue, row, { leaseMs: askLeaseMs(timeoutMs), isEarly })
  if (lease) return reconcileClaimedRefund(lease, options)
  const refund = await findRefund(database(), accountId, refundId)
  return refund.nextAttemptAt === null ? refund : null
}

/** `reconcileRefund` for a refund whose lease the caller has taken. */
export async function reconcileClaimedRefund(
  { tenantId: accountId, id }: Claim,
  options: Options,
): Promise<Refund> {
  const refund = await findRefund(database(), accountId, id)
  const payment = await paymentOf(refund)
  const outcome = await askProvider(refund, payment, options)
  return inTransaction((tx) => recordRefundOutcome(tx, { refund, payment, isFirst: false }, outcome))
}

async function paymentOf({ accountId, paymentId }: Refund): Promise<ReversiblePayment> {
  return database().payment.findUniqueOrThrow({ where: { accountId_id: { accountId, id: paymentId } } })
}

/** `reference` is null for a payment that its provider does not know. */
type ProviderRefund = { reference: string | null; status: 'pending' | 'given_back' }

/** The same key is the same refund, however often it is asked for. */
async function askProvider(
  { id, requestId, amountMinor, currency }: Refund,
  payment: ReversiblePayment,
  { providers, timeoutMs }: Options,
): Promise<Outcome<ProviderRefund>> {
  // A test invoice that was marked as paid: no provider took anything that it could give back.
  if (payment.providerReference === null) {
    return { kind: 'accepted', value: { reference: null, status: 'given_back' } }
  }
  const configured = storedProvider(providers, payment)
  if (!configured) {
    const outcome = unreachable(payment)
    log.error({ requestId, refundId: id, reason: outcome.reason }, 'a refund cannot be asked for')
    return outcome
  }
  const request = { key: id, paymentReference: payment.providerReference, amountMinor, currency }
  return paymentsOf(configured, requestId).refund(request, signalAfter(timeoutMs))
}

/** The longest that a request can be in transit, across queues, proxies and retries. */
const LONGEST_ON_ITS_WAY_MS = 24 * 60 * 60 * 1000

/**
 * Records the provider's answer to a refund through the booking of all reversals, so that a notification which
 * comes first, or meanwhile, changes nothing. A refusal of a repeated request says nothing about the first one
 * until that can't be in transit any more, unless the provider keeps it under the key.
 */
async function recordRefundOutcome(
  tx: Transaction,
  { refund, payment, isFirst }: { refund: Refund; payment: ReversiblePayment; isFirst: boolean },
  outcome: Outcome<ProviderRefund>,
): Promise<Refund> {
  const { accountId, id, leaseUntil, createdAt } = refund
  const isFirstOver = now().getTime() - createdAt.getTime() > LONGEST_ON_ITS_WAY_MS
  if (outcome.kind === 'accepted') {
    const { reference } = outcome.value
    const status = outcome.value.status === 'given_back' ? 'SUCCEEDED' : 'PENDING'
    await recordReversals(tx, payment, [reportOf(refund, { reference, status, failureReason: null })])
  } else if (outcome.kind === 'rejected' && (isFirst || isFirstOver || outcome.reference)) {
    const { code: failureReason, reference = null } = outcome
    await recordReversals(tx, payment, [reportOf(refund, { reference, status: 'FAILED', failureReason })])
  }
  const after = await findRefund(tx, accountId, id)
  if (after.status !== 'PENDING') return after
  assert(leaseUntil, 'a refund is asked for under a lease')
  await release(tx, refundQueue, { tenantId: accountId, id, leaseUntil }, askAgainAt(after.attemptCount))
  return findRefund(tx, accountId, id)
}

function reportOf(
  { id: key, amountMinor, currency }: Refund,
  answer: Pick<RefundReport, 'reference' | 'status' | 'failureReason'>,
): RefundReport {
  return { kind: 'refund', key, amountMinor, currency, ...answer }
}
