import assert from 'node:assert/strict'
import { database } from '@/lib/db/client'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, release } from '@/lib/jobs/queue'
import { lockVendorFunds } from '@/lib/ledger/vendor-funds'
import { log } from '@/lib/log'
import type { PaymentProvider, ReportedDispute } from '@/lib/providers/payment-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { recordDispute } from './book-dispute'
import { type RefundReport, recordRefund } from './book-refund'
import { paymentQueue } from './refund-payment'
import { isSettled, type Reversals, type ReversiblePayment } from './reversal-money'

/*
 * Refunds and disputes of the payments that paid invoices, wherever they were made. A notification of the
 * provider does no more than wake a look at all of a payment's: late, twice or out of order, it ends the same.
 */

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
  await inOrmTransaction(async (tx) => {
    const isDecided = await recordReversals(tx, payment, outcome.value)
    const isOver = isDecided && outcome.value.every(isSettled)
    await release(tx, paymentQueue, lease, isOver ? null : new Date(now().getTime() + DAY_MS))
  })
}

/**
 * Locks a payment and its vendor's funds, and reads its refunds and disputes: of two that book at once, the second
 * sees what the first has booked.
 */
export async function lockReversals(
  tx: OrmTransaction,
  payment: Pick<ReversiblePayment, 'accountId' | 'id' | 'invoiceId' | 'currency'>,
): Promise<Reversals> {
  const { accountId, id, currency } = payment
  // Before the vendor's funds, like a payment.
  await tx.$queryRaw`
    SELECT 1 FROM payments WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid FOR UPDATE`
  await lockVendorFunds(tx, accountId, currency)
  return findReversals(tx, payment)
}

async function findReversals(
  tx: OrmTransaction,
  { accountId, id: paymentId, invoiceId }: Pick<ReversiblePayment, 'accountId' | 'id' | 'invoiceId'>,
): Promise<Reversals> {
  const where = { accountId, invoiceId, paymentId }
  return { refunds: await tx.refund.findMany({ where }), disputes: await tx.dispute.findMany({ where }) }
}

/**
 * Books what is known of a payment's refunds and disputes, each step of each once: what its provider reports of
 * all of them, or answers to a refund that we asked for. One that would take more than the payment has left, or
 * another currency, is kept for a person to look at and never posted. One that fits only if a pending refund fails
 * waits for that: the answer is then false, and the refund's failure wakes the next look.
 */
export async function recordReversals(
  tx: OrmTransaction,
  payment: ReversiblePayment,
  reports: (RefundReport | ReportedDispute)[],
): Promise<boolean> {
  await lockReversals(tx, payment)
  let isDecided = true
  for (const report of reports) {
    const all = await findReversals(tx, payment)
    const isRecorded =
      report.kind === 'refund'
        ? await recordRefund(tx, payment, report, all)
        : await recordDispute(tx, payment, report, all)
    if (!isRecorded) isDecided = false
  }
  return isDecided
}
