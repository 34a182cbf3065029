import { now, signalAfter } from '@/lib/clock'
import { inTransaction } from '@/lib/db/transaction'
import { enqueue } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { nextCheckDelayMs } from '../payouts/check-schedule'

export type RefundablePayment = {
  accountId: string
  id: string
  amountMinor: bigint
  currency: string
  providerReference: string | null
  checkCount: number
}

/**
 * Sends a second payment of an invoice back to its buyer. The payment's id is the refund's idempotency
 * key, so it is asked for again and again until the provider has taken it, and made once. It was never
 * in a wallet, so the ledger has nothing to undo.
 */
export async function refundPayment(
  payment: RefundablePayment,
  { provider, timeoutMs }: { provider: PaymentProvider; timeoutMs: number },
): Promise<void> {
  const { accountId, id, amountMinor, currency } = payment
  const outcome = await provider.refund(
    { key: id, paymentReference: payment.providerReference ?? '', amountMinor, currency },
    signalAfter(timeoutMs),
  )
  await inTransaction(async (tx) => {
    if (outcome.kind === 'accepted') {
      await tx.payment.updateMany({
        where: { accountId, id, status: 'REFUNDING' },
        data: { status: 'REFUNDED', nextCheckAt: null, leaseUntil: null },
      })
      return
    }
    // A refusal is for people to look at, but never a reason to keep the money: it is asked for again.
    if (outcome.kind === 'rejected') log.error({ paymentId: id, code: outcome.code }, 'a refund was refused')
    const nextCheckAt = new Date(now().getTime() + nextCheckDelayMs(payment.checkCount))
    await tx.payment.updateMany({
      where: { accountId, id, status: 'REFUNDING' },
      data: { leaseUntil: null, nextCheckAt, checkCount: { increment: 1 } },
    })
    await enqueue(tx, 'reconcile_payment', { accountId, paymentId: id }, { key: id, runAt: nextCheckAt })
  })
}
