import { database } from '@/lib/db/client'
import type { Payment } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, release } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import { paymentsOf } from '@/lib/providers/observed'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { storedProvider, unreachable } from '@/lib/providers/stored-provider'
import { readPaymentFee, recordPaymentFee } from './payment-fee'
import { paymentQueue, refundPayment } from './refund-payment'
import { reconcileReversals } from './reversals'

type Options = { providers: PaymentProvider[]; timeoutMs: number }

/**
 * Has the provider give a claimed second payment back, or asks for fee, refunds and disputes of one that paid its
 * invoice, and records the outcome. The lease keeps out a second reconciler.
 */
export async function reconcilePayment(lease: Claim, { providers, timeoutMs }: Options): Promise<void> {
  const { tenantId: accountId, id: paymentId } = lease
  const payment = await database().payment.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: paymentId } },
  })
  const configured = storedProvider(providers, payment)
  if (!configured) {
    const { reason } = unreachable(payment)
    log.error(
      { requestId: payment.requestId ?? undefined, paymentId, reason },
      'a payment cannot be asked about',
    )
    await release(database(), paymentQueue, lease, askAgainAt(lease.attemptCount))
    return
  }
  const provider = paymentsOf(configured, payment.requestId)
  if (payment.status === 'REFUNDING') return refundPayment(payment, lease, { provider, timeoutMs })
  if (payment.status === 'REFUNDED') return readFeeOfRefunded(payment, lease, { provider, timeoutMs })
  return reconcileReversals(payment, lease, { provider, timeoutMs })
}

/** Its refund is no business of the ledger's, but the fee is. */
async function readFeeOfRefunded(
  payment: Payment,
  lease: Claim,
  options: { provider: PaymentProvider; timeoutMs: number },
): Promise<void> {
  const fee = await readPaymentFee(payment, options)
  await inTransaction(async (tx) => {
    if (fee !== null && fee !== 'unread') await recordPaymentFee(tx, payment, fee)
    await release(tx, paymentQueue, lease, fee === 'unread' ? askAgainAt(lease.attemptCount) : null)
  })
}
