import assert from 'node:assert/strict'
import { database } from '@/lib/db/client'
import { inDriverTransaction } from '@/lib/db/transaction'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, release } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import { paymentsOf } from '@/lib/providers/observed'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { storedProvider, unreachable } from '@/lib/providers/stored-provider'
import { signalAfter } from '@/lib/time/clock'
import { refundPayment } from './refund-payment'
import { reconcileReversals } from './reversals'
import { recordChargeOutcome } from './settle-payment'
import { paymentQueue } from './start-payment'

type Options = { providers: PaymentProvider[]; timeoutMs: number }

/**
 * Asks the provider for the outcome of a claimed payment or refund, or for the refunds and disputes of one
 * that succeeded, and records it. The lease keeps out a
 * second reconciler, and a request still waiting for its answer.
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
  if (payment.status === 'SUCCEEDED') return reconcileReversals(payment, lease, { provider, timeoutMs })
  if (payment.status === 'REFUNDING') return refundPayment(payment, lease, { provider, timeoutMs })
  assert(provider.cards, `${provider.name} takes no cards on our page`)
  const outcome = await provider.cards.lookUpCharge(payment.id, signalAfter(timeoutMs))
  const asked = { accountId, id: paymentId, invoiceId: payment.invoiceId, leaseUntil: lease.leaseUntil }
  await inDriverTransaction((tx) => recordChargeOutcome(tx, asked, outcome, provider.method))
}
