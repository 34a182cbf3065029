import assert from 'node:assert/strict'
import { database } from '@/lib/db/client'
import type { Payment } from '@/lib/db/generated/client'
import { statement } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { recordEvent } from '@/lib/events/record-event'
import type { ReversalAmounts } from '@/lib/invoices/amounts'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, release } from '@/lib/jobs/queue'
import { lockVendorFunds } from '@/lib/ledger/vendor-funds'
import { log } from '@/lib/log'
import type { FraudWarning, PaymentProvider, ReportedDispute } from '@/lib/providers/payment-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { presentFraudWarning } from './answer'
import { recordDispute } from './book-dispute'
import { type RefundReport, recordRefund } from './book-refund'
import { readPaymentFee, recordPaymentFee } from './payment-fee'
import { paymentQueue } from './refund-payment'
import { type ChargePart, isSettled, type Reversals, type ReversiblePayment } from './reversal-money'
import {
  endGivingBack,
  findDisputesOf,
  findPaymentsOfCharge,
  findRefundsOf,
  findSucceededById,
  lockPaymentRows,
  setFraudWarning,
} from './statements'

/*
 * Refunds and disputes of the payments that paid invoices, wherever they were made. A notification of the
 * provider does no more than wake a look at all of a payment's: late, twice or out of order, it ends the same.
 */

/**
 * Reads a claimed payment's refunds, disputes and fee from its provider and books what is new. Looks again the next
 * day while one of them is not settled, in case a notification is lost, and sooner for a fee that is not stated yet.
 */
export async function reconcileReversals(
  payment: ReversiblePayment & { part: number; feeMinor: bigint | null; fraudWarnedAt: Date | null },
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
  const fee = await readPaymentFee(payment, { provider, timeoutMs })
  const warning = await readWarning(payment, { provider, timeoutMs })
  await inTransaction(async (tx) => {
    const isDecided = await recordReversals(tx, payment, outcome.value)
    if (fee !== null && fee !== 'unread') await recordPaymentFee(tx, payment, fee)
    if (warning) await recordWarnings(tx, payment, warning)
    const isOver = isDecided && outcome.value.every(isSettled)
    const nextLook = isOver ? null : new Date(now().getTime() + DAY_MS)
    await release(tx, paymentQueue, lease, fee === 'unread' ? askAgainAt(lease.attemptCount) : nextLook)
  })
}

/** The bank's warning of fraud about a payment that has none yet. One that can't be read is looked for at the next look. */
async function readWarning(
  {
    id: paymentId,
    providerReference,
    fraudWarnedAt,
    requestId,
  }: ReversiblePayment & { fraudWarnedAt: Date | null },
  { provider, timeoutMs }: { provider: PaymentProvider; timeoutMs: number },
): Promise<FraudWarning | null> {
  if (!provider.readFraudWarning || fraudWarnedAt || providerReference === null) return null
  const outcome = await provider.readFraudWarning(providerReference, signalAfter(timeoutMs))
  if (outcome.kind === 'accepted') return outcome.value
  const reason = outcome.kind === 'rejected' ? outcome.detail : outcome.reason
  log.warn({ requestId: requestId ?? undefined, paymentId, reason }, 'warnings of fraud could not be read')
  return null
}

/**
 * Records the first warning about a payment, and about those that were made with it, each with its event. Moves no money: a
 * refund in time spares the vendor a dispute and its fee.
 */
export async function recordWarnings(
  tx: Transaction,
  payment: ReversiblePayment,
  { fraudType, createdAt }: FraudWarning,
): Promise<void> {
  const warning = { fraudType: fraudType.slice(0, 64), createdAt }
  for (const { accountId, id, ...part } of await paymentsOfCharge(tx, payment)) {
    const [changed] = await setFraudWarning(tx, {
      accountId,
      id,
      fraudWarnedAt: createdAt,
      fraudType: warning.fraudType,
    })
    if (!changed) continue
    const data = presentFraudWarning({ ...part, id }, warning)
    await recordEvent(tx, { accountId, type: 'fraud_warning.created', subjectId: id, data })
  }
}

/** The payments that paid invoices with the provider's charge, in the order in which they bear refunds and disputes. */
async function paymentsOfCharge(
  tx: Transaction,
  { accountId, id, provider, providerReference }: ReversiblePayment,
): Promise<Payment[]> {
  if (providerReference === null) return findSucceededById(tx, { accountId, id })
  const payments = await findPaymentsOfCharge(tx, { accountId, provider, providerReference })
  return payments.filter(({ status }) => status === 'SUCCEEDED')
}

/**
 * Locks a payment and its vendor's funds, and reads its refunds and disputes: of two that book at once, the second
 * sees what the first has booked.
 */
export async function lockReversals(
  tx: Transaction,
  payment: Pick<ReversiblePayment, 'accountId' | 'id' | 'invoiceId' | 'currency'>,
): Promise<Reversals> {
  const { accountId, currency } = payment
  await lockPayments(tx, accountId, [payment])
  await lockVendorFunds(tx, accountId, currency)
  const [part] = await findReversals(tx, accountId, [payment])
  assert(part, 'one for each payment')
  return part.reversals
}

/** The `reversalTotals` of an invoice, without a lock. */
export const sumReversals = statement<{ accountId: string; invoiceId: string }, ReversalAmounts>(
  'sum_reversals',
  `SELECT coalesce(sum(amount_minor), 0)::bigint AS "amountMinor", coalesce(sum(base_minor), 0)::bigint AS "baseMinor"
     FROM (SELECT amount_minor, base_minor FROM refunds
            WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid AND status <> 'FAILED'
           UNION ALL
           SELECT amount_minor, base_minor FROM disputes
            WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid AND status <> 'WON') AS reversal`,
)

/** Before the vendor's funds, like a payment. */
async function lockPayments(tx: Transaction, accountId: string, payments: { id: string }[]): Promise<void> {
  await lockPaymentRows(tx, { accountId, ids: payments.map(({ id }) => id) })
}

/** Each payment with its own, in their order. */
async function findReversals<Paid extends Pick<ReversiblePayment, 'id' | 'invoiceId'>>(
  tx: Transaction,
  accountId: string,
  payments: Paid[],
): Promise<{ payment: Paid; reversals: Reversals }[]> {
  const key = {
    accountId,
    invoiceIds: payments.map(({ invoiceId }) => invoiceId),
    paymentIds: payments.map(({ id }) => id),
  }
  const refunds = await findRefundsOf(tx, key)
  const disputes = await findDisputesOf(tx, key)
  return payments.map((payment) => ({
    payment,
    reversals: {
      refunds: refunds.filter(({ paymentId }) => paymentId === payment.id),
      disputes: disputes.filter(({ paymentId }) => paymentId === payment.id),
    },
  }))
}

/**
 * Books what is known of the refunds and disputes of a payment, and of those that were made with it, each step of each once:
 * what its provider reports of all of them, or answers to a refund that we asked for. One that would take more than the charge
 * has left, or another currency, is kept for a person to look at and never posted. One that fits only if a pending refund fails
 * waits for that: the answer is then false, and the refund's failure wakes the next look.
 */
export async function recordReversals(
  tx: Transaction,
  payment: ReversiblePayment,
  reports: (RefundReport | ReportedDispute)[],
): Promise<boolean> {
  const { accountId, currency } = payment
  const payments = await paymentsOfCharge(tx, payment)
  await lockPayments(tx, accountId, payments)
  await lockVendorFunds(tx, accountId, currency)
  const wayBack = await waysBack(tx, payment, reports)
  let isDecided = true
  for (const report of reports) {
    const charge: ChargePart[] = await findReversals(tx, accountId, payments)
    // What came for an invoice that was paid otherwise is no business of the ledger's, and neither is its way back.
    if (report.kind === 'refund' && (await wayBack(charge, report))) continue
    const isRecorded =
      report.kind === 'refund'
        ? await recordRefund(tx, charge, report)
        : await recordDispute(tx, charge, report)
    if (!isRecorded) isDecided = false
  }
  return isDecided
}

/**
 * Tells the refunds by which payments that came with the charge are given back. The payment's id is the key of the one that we ask
 * for. Where that one is refused, a person makes it at the provider, without a key: it has the payment's amount, and ends the
 * payment.
 */
async function waysBack(
  tx: Transaction,
  { accountId, provider, providerReference }: ReversiblePayment,
  reports: (RefundReport | ReportedDispute)[],
): Promise<(charge: ChargePart[], report: RefundReport) => Promise<boolean>> {
  const payments =
    providerReference === null
      ? []
      : await findPaymentsOfCharge(tx, { accountId, provider, providerReference })
  const returned = payments.filter((payment) => payment.status !== 'SUCCEEDED')
  const keys = new Set(reports.map((report) => (report.kind === 'refund' ? report.key : null)))
  const byHand = new Set(returned.filter(({ id }) => !keys.has(id)))
  return async (charge, { key, reference, amountMinor, status }) => {
    if (key !== null) return returned.some(({ id }) => id === key)
    const isBooked = charge.some(({ reversals }) =>
      reversals.refunds.some((refund) => refund.providerReference === reference),
    )
    const payment = isBooked ? undefined : [...byHand].find((each) => each.amountMinor === amountMinor)
    if (!payment) return false
    if (status !== 'FAILED') byHand.delete(payment)
    if (status === 'SUCCEEDED') {
      await endGivingBack(tx, { accountId, id: payment.id, nextAttemptAt: null })
    }
    return true
  }
}
