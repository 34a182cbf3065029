import assert from 'node:assert/strict'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { refundPayment } from './refund-payment'
import { recordChargeOutcome } from './settle-payment'

type Options = { provider: PaymentProvider; timeoutMs: number }

/** Payments and refunds whose outcome is due to be asked for, the longest due first. */
export async function duePayments(limit: number): Promise<{ accountId: string; paymentId: string }[]> {
  const at = now()
  return database().$queryRaw`
    SELECT account_id AS "accountId", id AS "paymentId" FROM payments
     WHERE next_attempt_at <= ${at}::timestamptz
       AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)
     ORDER BY next_attempt_at LIMIT ${limit}`
}

/** Asks the provider what became of a payment, or of its refund, that nobody is working on, and writes it. */
export async function reconcilePayment(
  { accountId, paymentId }: { accountId: string; paymentId: string },
  { provider, timeoutMs }: Options,
): Promise<void> {
  const time = now()
  // The lease keeps a second reconciler, and a request that is still waiting for its answer, apart from us.
  const { count } = await database().payment.updateMany({
    where: {
      accountId,
      id: paymentId,
      nextAttemptAt: { not: null },
      OR: [{ leaseUntil: null }, { leaseUntil: { lte: time } }],
    },
    data: { leaseUntil: new Date(time.getTime() + 2 * timeoutMs) },
  })
  if (count !== 1) return
  const payment = await database().payment.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: paymentId } },
  })
  if (payment.status === 'REFUNDING') return refundPayment(payment, { provider, timeoutMs })
  assert(provider.cards, `${provider.name} takes no cards on our page`)
  const outcome = await provider.cards.lookUpCharge(payment.id, signalAfter(timeoutMs))
  await inTransaction((tx) => recordChargeOutcome(tx, payment, outcome, provider.method))
}
