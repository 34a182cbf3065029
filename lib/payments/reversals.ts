import assert from 'node:assert/strict'
import { connectionPool, database, sql } from '@/lib/db/client'
import type { Prisma, PaymentReversal as ReversalRow } from '@/lib/db/generated/client'
import { type Runner, statement } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { type EventType, recordEvent } from '@/lib/events/record-event'
import { newId } from '@/lib/ids'
import { reversedBaseMinor } from '@/lib/invoices/amounts'
import { findInvoice } from '@/lib/invoices/invoice'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, NO_MORE_WORK, release, schedule } from '@/lib/jobs/queue'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { keepUnposted } from '@/lib/ledger/unposted-amounts'
import { giveBackToVendor, lockVendorFunds, settleDebt, takeFromVendor } from '@/lib/ledger/vendor-funds'
import { log } from '@/lib/log'
import { mailRefund } from '@/lib/mail/invoice-mail'
import type { DisputeFee, PaymentProvider, PaymentReversal } from '@/lib/providers/payment-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { presentReversal } from './answer'
import { creditNoteNumber, nextCreditNote } from './credit-notes'
import { paymentQueue } from './start-payment'

/*
 * Refunds and disputes of the payments that paid invoices, wherever they were made. A notification of the
 * provider does no more than wake a look at all of a payment's: late, twice or out of order, it ends the same.
 */

/** The payment that paid an invoice. */
export type ReversiblePayment = {
  accountId: string
  id: string
  invoiceId: string
  provider: string
  providerReference: string | null
  amountMinor: bigint
  currency: string
  /** The buyer's request. */
  requestId?: string | null
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Reads a claimed payment's refunds and disputes from its provider and books what is new. Looks again the next
 * day while one of them is not settled, in case a notification is lost.
 */
export async function reconcileReversals(
  payment: ReversiblePayment,
  lease: Claim,
  { provider, timeoutMs }: { provider: PaymentProvider; timeoutMs: number },
): Promise<void> {
  const { providerReference } = payment
  assert(providerReference, 'only a payment that its provider knows is asked about')
  const outcome = await provider.readReversals(providerReference, signalAfter(timeoutMs))
  if (outcome.kind !== 'accepted') {
    const reason = outcome.kind === 'rejected' ? outcome.detail : outcome.reason
    const requestId = payment.requestId ?? undefined
    log.warn(
      { requestId, paymentId: payment.id, reason },
      'the refunds and disputes of a payment could not be read',
    )
    await release(database(), paymentQueue, lease, askAgainAt(lease.attemptCount))
    return
  }
  await inTransaction(async (tx) => {
    await recordReversals(tx, payment, outcome.value)
    const isSettled = outcome.value.every(({ status }) => status !== 'PENDING' && status !== 'OPEN')
    await release(tx, paymentQueue, lease, isSettled ? null : new Date(now().getTime() + DAY_MS))
  })
}

/**
 * A refund or dispute as far as it is known: without a reference for a refund that its provider refused or never saw.
 */
export type ReportedReversal = Omit<PaymentReversal, 'reference'> & { reference: string | null }

/**
 * Locks a payment and its vendor's funds, and reads its refunds and disputes: of two that book at once, the second
 * sees what the first has booked.
 */
export async function lockReversals(
  tx: Transaction,
  { accountId, id: paymentId, currency }: Pick<ReversiblePayment, 'accountId' | 'id' | 'currency'>,
): Promise<ReversalRow[]> {
  // Before the vendor's funds, like a payment.
  await tx.$queryRaw`
    SELECT 1 FROM payments WHERE account_id = ${accountId}::uuid AND id = ${paymentId}::uuid FOR UPDATE`
  await lockVendorFunds(tx, accountId, currency)
  return findReversals(tx, accountId, paymentId)
}

function findReversals(tx: Transaction, accountId: string, paymentId: string): Promise<ReversalRow[]> {
  return tx.paymentReversal.findMany({ where: { accountId, paymentId } })
}

/**
 * Books what is known of a payment's refunds and disputes, each step of each once: what its provider reports of
 * all of them, or answers to a refund that we asked for. One that would take more than the payment has left, or
 * another currency, is kept for a person to look at and never posted.
 */
export async function recordReversals(
  tx: Transaction,
  payment: ReversiblePayment,
  reported: ReportedReversal[],
): Promise<void> {
  const { accountId, id: paymentId, currency } = payment
  await lockReversals(tx, payment)
  for (const reversal of reported) {
    const known = await findReversals(tx, accountId, paymentId)
    const before = known.find((row) => isSame(row, reversal))
    const left = payment.amountMinor - sumOf(known.filter(hasTaken), 'amountMinor')
    const expected = before?.amountMinor ?? left
    const { amountMinor } = reversal
    const fits = amountMinor !== null && (before ? amountMinor === expected : amountMinor <= expected)
    if (!fits || amountMinor <= 0n || reversal.currency !== currency) {
      await keepUnexpected(tx, payment, reversal, expected)
    } else if (before && wasRefused(before) && hasTaken(reversal)) {
      // Its provider refused it for certain and has made it all the same. The vendor has its money back.
      await keepUnexpected(tx, payment, reversal, 0n)
    } else if (before) {
      await advance(tx, payment, before, reversal)
    } else {
      await add(tx, payment, { ...reversal, amountMinor }, known.filter(hasTaken))
    }
    if (reversal.fee) await recordFee(tx, payment, reversal, reversal.fee)
  }
}

/**
 * Books the provider's fee for a dispute that is booked, once, and its return, once. The vendor bears it, and owes what
 * it does not have. In the currency that the provider states, which may be another than the payment's. One that changes
 * is kept for a person to look at.
 */
async function recordFee(
  tx: Transaction,
  payment: ReversiblePayment,
  reversal: ReportedReversal,
  { takenMinor, returnedMinor, currency }: DisputeFee,
): Promise<void> {
  const { accountId, id: paymentId, invoiceId } = payment
  const row = (await findReversals(tx, accountId, paymentId)).find((each) => isSame(each, reversal))
  if (!row) return
  const { id } = row
  const expectedMinor = row.feeMinor ?? takenMinor
  const isOdd =
    takenMinor === null ||
    returnedMinor === null ||
    takenMinor !== expectedMinor ||
    returnedMinor > takenMinor ||
    // An older look, from before the return, may come late.
    (row.feeReturnedMinor !== null && returnedMinor !== 0n && returnedMinor !== row.feeReturnedMinor) ||
    (row.feeCurrency ?? currency) !== currency
  if (isOdd) {
    await keepUnposted(tx, {
      accountId,
      kind: 'dispute',
      referenceId: invoiceId,
      provider: payment.provider,
      providerReference: `${reversal.reference} fee`,
      expected: { amountMinor: expectedMinor ?? 0n, currency: row.feeCurrency ?? currency },
      reported: { amountMinor: takenMinor, currency },
    })
    return
  }
  await lockVendorFunds(tx, accountId, currency)
  const where = { accountId_id: { accountId, id } }
  const header = { accountId, referenceId: id, currency }
  const provider = { kind: 'provider_clearing' } as const
  if (row.feeMinor === null) {
    await tx.paymentReversal.update({ where, data: { feeMinor: takenMinor, feeCurrency: currency } })
    const taking = { accountId, currency, amountMinor: takenMinor, invoiceId }
    const postings = await takeFromVendor(tx, taking, provider)
    await postTransaction(tx, { ...header, reason: 'dispute.fee' }, postings)
  }
  if (row.feeReturnedMinor === null && returnedMinor > 0n) {
    await tx.paymentReversal.update({ where, data: { feeReturnedMinor: returnedMinor } })
    await postTransaction(tx, { ...header, reason: 'dispute.fee_returned' }, [
      { source: provider, destination: { kind: 'credit_wallet' }, amountMinor: returnedMinor },
    ])
    await settleDebt(tx, { ...header, invoiceId })
  }
}

/** By the provider's reference or, for a refund that we asked for, by its key. */
function isSame({ kind, id, providerReference }: ReversalRow, reported: ReportedReversal): boolean {
  if (kind !== reported.kind) return false
  return reported.key === id || (providerReference !== null && providerReference === reported.reference)
}

function wasRefused({ status, providerReference }: ReversalRow): boolean {
  return status === 'FAILED' && providerReference === null
}

function keepUnexpected(
  tx: Transaction,
  { accountId, invoiceId, provider, currency }: ReversiblePayment,
  { kind, key, reference, amountMinor, currency: reportedCurrency }: ReportedReversal,
  expectedMinor: bigint,
): Promise<void> {
  return keepUnposted(tx, {
    accountId,
    kind,
    referenceId: invoiceId,
    provider,
    providerReference: reference ?? key ?? invoiceId,
    expected: { amountMinor: expectedMinor, currency },
    reported: { amountMinor, currency: reportedCurrency },
  })
}

/** True if the money is gone, or on its way. */
export function hasTaken({ status }: Pick<PaymentReversal, 'status'>): boolean {
  return status !== 'FAILED' && status !== 'WON'
}

function isSettled({ status }: Pick<PaymentReversal, 'status'>): boolean {
  return status !== 'PENDING' && status !== 'OPEN'
}

export function sumOf(rows: ReversalRow[], column: 'amountMinor' | 'baseMinor'): bigint {
  return rows.reduce((sum, row) => sum + row[column], 0n)
}

async function add(
  tx: Transaction,
  payment: ReversiblePayment,
  reversal: ReportedReversal & { amountMinor: bigint },
  taken: ReversalRow[],
): Promise<void> {
  const { accountId, invoiceId } = payment
  const { kind, reference, status, amountMinor, reason } = reversal
  const { baseAmountMinor } = await findInvoice(tx, accountId, invoiceId)
  // One that has given back what it took before we heard of it has moved nothing here.
  const baseMinor = hasTaken(reversal)
    ? reversedBaseMinor(
        amountMinor,
        { totalMinor: payment.amountMinor, baseMinor: baseAmountMinor },
        { amountMinor: sumOf(taken, 'amountMinor'), baseMinor: sumOf(taken, 'baseMinor') },
      )
    : 0n
  const createdAt = now()
  await bookReversal(tx, payment, {
    id: newId(),
    kind,
    providerReference: reference,
    status,
    amountMinor,
    baseMinor,
    reason: reason?.slice(0, 255) ?? null,
    createdAt,
    settledAt: isSettled(reversal) ? createdAt : null,
  })
}

type OfPayment = 'accountId' | 'invoiceId' | 'paymentId' | 'provider' | 'currency'

type NewReversal = Omit<Prisma.PaymentReversalUncheckedCreateInput, OfPayment> & {
  id: string
  amountMinor: bigint
  baseMinor: bigint
}

/**
 * Adds a refund or dispute and takes its amount: the base part from the vendor, the rest from the platform. The
 * caller holds the locks of `lockReversals`. Throws `insufficient_balance` if the vendor may not owe what is missing.
 */
export async function bookReversal(
  tx: Transaction,
  { accountId, id: paymentId, invoiceId, provider, currency }: ReversiblePayment,
  reversal: NewReversal,
  { mayOwe = true }: { mayOwe?: boolean } = {},
): Promise<void> {
  const { id, kind, amountMinor, baseMinor } = reversal
  const isDispute = kind === 'dispute'
  const row = await tx.paymentReversal.create({
    data: {
      ...reversal,
      accountId,
      invoiceId,
      paymentId,
      provider,
      currency,
      ...(isMade(reversal) && { creditNoteNumber: await nextCreditNote(tx, { accountId, invoiceId }) }),
    },
  })
  if (isDispute) await recordReversalEvent(tx, 'dispute.opened', { ...row, status: 'OPEN' })
  await recordOutcome(tx, row)
  if (!hasTaken(reversal)) return
  const destination = { kind: 'provider_clearing' } as const
  const source = { kind: 'platform_fees' } as const
  const feeMinor = amountMinor - baseMinor
  const header = { accountId, referenceId: id, currency }
  await postTransaction(tx, { ...header, reason: isDispute ? 'dispute.opened' : 'refund.made' }, [
    ...(await takeFromVendor(
      tx,
      { accountId, currency, amountMinor: baseMinor, invoiceId, mayOwe },
      destination,
    )),
    ...(feeMinor > 0n ? [{ source, destination, amountMinor: feeMinor }] : []),
  ])
}

const OUTCOMES = {
  SUCCEEDED: 'refund.succeeded',
  FAILED: 'refund.failed',
  WON: 'dispute.closed',
  LOST: 'dispute.closed',
} as const satisfies Partial<Record<ReversalRow['status'], EventType>>

/** True if the buyer has, or gets, the money of a refund: it has a credit note. */
function isMade({ kind, status }: Pick<PaymentReversal, 'kind' | 'status'>): boolean {
  return kind === 'refund' && status === 'SUCCEEDED'
}

/** Records the event of a refund or dispute that has an outcome now, and tells the buyer of a refund. */
async function recordOutcome(tx: Transaction, row: ReversalRow): Promise<void> {
  if (row.status === 'PENDING' || row.status === 'OPEN') return
  await recordReversalEvent(tx, OUTCOMES[row.status], row)
  if (row.creditNoteNumber === null || !isMade(row)) return
  const invoice = await findInvoice(tx, row.accountId, row.invoiceId)
  const { id, amountMinor, requestId } = row
  const creditNote = creditNoteNumber(invoice.number, row.creditNoteNumber)
  const reason = row.isNoteShown ? row.note : null
  await mailRefund(tx, invoice, { id, creditNote, amountMinor, reason }, requestId)
}

async function recordReversalEvent(tx: Transaction, type: EventType, row: ReversalRow): Promise<void> {
  const { accountId, id: subjectId, requestId } = row
  await recordEvent(tx, { accountId, type, subjectId, data: presentReversal(row), requestId })
}

/** The steps that a reversal may take; any other is an older state that arrives late. */
const NEXT: Record<PaymentReversal['status'], PaymentReversal['status'][]> = {
  PENDING: ['SUCCEEDED', 'FAILED'],
  SUCCEEDED: ['FAILED'],
  FAILED: [],
  OPEN: ['LOST', 'WON'],
  LOST: ['WON'],
  WON: [],
}

async function advance(
  tx: Transaction,
  { accountId, invoiceId, currency }: ReversiblePayment,
  { id, status, kind, amountMinor, baseMinor, settledAt, providerReference }: ReversalRow,
  reported: ReportedReversal,
): Promise<void> {
  const where = { accountId_id: { accountId, id } }
  const isReferenceNew = providerReference === null && reported.reference !== null
  if (isReferenceNew) {
    await tx.paymentReversal.update({ where, data: { providerReference: reported.reference } })
  }
  if (!NEXT[status].includes(reported.status)) return
  const isGivenBack = !hasTaken(reported)
  const row = await tx.paymentReversal.update({
    where,
    data: {
      ...NO_MORE_WORK,
      status: reported.status,
      settledAt: isGivenBack ? now() : (settledAt ?? now()),
      ...(isMade({ kind, status: reported.status }) && {
        creditNoteNumber: await nextCreditNote(tx, { accountId, invoiceId }),
      }),
      ...(reported.reason ? { reason: reported.reason.slice(0, 255) } : {}),
    },
  })
  await recordOutcome(tx, row)
  if (!isGivenBack) return
  const source = { kind: 'provider_clearing' } as const
  const destination = { kind: 'platform_fees' } as const
  const feeMinor = amountMinor - baseMinor
  const header = { accountId, referenceId: id, currency }
  await postTransaction(tx, { ...header, reason: kind === 'refund' ? 'refund.failed' : 'dispute.won' }, [
    ...(await giveBackToVendor(tx, { accountId, amountMinor: baseMinor, invoiceId }, source)),
    ...(feeMinor > 0n ? [{ source, destination, amountMinor: feeMinor }] : []),
  ])
  await settleDebt(tx, { ...header, invoiceId })
}

const addAwaited = statement<[provider: string, paymentReference: string, createdAt: Date], object>(
  'add_awaited_payment',
  `INSERT INTO awaited_payments (provider, payment_reference, created_at) VALUES ($1, $2, $3::timestamptz)
   ON CONFLICT DO NOTHING`,
)

/**
 * Schedules an immediate look at the refunds and disputes of a payment, after a notification. One that we don't
 * know yet is awaited: the notification of the payment itself may come later.
 */
export async function wakeReversals(tx: Runner, provider: string, paymentReference: string): Promise<void> {
  const woken = await schedule(tx, paymentQueue, {
    where: sql`provider_reference = ${paymentReference} AND provider = ${provider} AND status = 'SUCCEEDED'`,
    nextAttemptAt: now(),
  })
  if (woken.length === 0) await addAwaited(tx, provider, paymentReference, now())
}

/** A payment is awaited for this long: checkouts that take days are over by then. */
const AWAITED_FOR_MS = 30 * DAY_MS

const BATCH = 500

const wakeAwaited = statement<[at: Date, limit: number], object>(
  'wake_awaited_payments',
  `WITH arrived AS (
     SELECT payments.account_id, payments.id, provider, payment_reference
       FROM awaited_payments
       JOIN payments USING (provider)
      WHERE payments.provider_reference = payment_reference AND payments.status = 'SUCCEEDED'
      LIMIT $2::int),
   woken AS (
     UPDATE payments SET next_attempt_at = $1::timestamptz
       FROM arrived
      WHERE payments.account_id = arrived.account_id AND payments.id = arrived.id)
   DELETE FROM awaited_payments USING arrived
    WHERE awaited_payments.provider = arrived.provider
      AND awaited_payments.payment_reference = arrived.payment_reference`,
)

const forgetAwaited = statement<[before: Date, limit: number], object>(
  'forget_awaited_payments',
  `DELETE FROM awaited_payments
    WHERE (provider, payment_reference) IN (
      SELECT provider, payment_reference FROM awaited_payments WHERE created_at < $1::timestamptz LIMIT $2::int)`,
)

/**
 * Schedules a look at each payment that was awaited and is known by now, and forgets those that never came: they
 * belong to somebody else with the same account at the provider.
 */
export async function sweepAwaitedPayments(): Promise<void> {
  await wakeAwaited(connectionPool(), now(), BATCH)
  await forgetAwaited(connectionPool(), new Date(now().getTime() - AWAITED_FOR_MS), BATCH)
}
