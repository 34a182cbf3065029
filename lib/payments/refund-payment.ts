import { inTransaction } from '@/lib/db/transaction'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, release } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { signalAfter } from '@/lib/time/clock'
import { paymentQueue } from './start-payment'

/** Nothing of the payment is left: somebody has given it back in the provider's own dashboard. */
const GIVEN_BACK_ALREADY = 'charge_already_refunded'

export type RefundablePayment = {
  accountId: string
  id: string
  amountMinor: bigint
  currency: string
  providerReference: string | null
}

/**
 * Sends a second payment of an invoice back to its buyer. The payment's id is the refund's idempotency
 * key, so it is asked for again and again until the provider has given it back, and made once. It was never
 * in a wallet, so the ledger has nothing to undo.
 */
export async function refundPayment(
  payment: RefundablePayment,
  lease: Claim,
  { provider, timeoutMs }: { provider: PaymentProvider; timeoutMs: number },
): Promise<void> {
  const { accountId, id, amountMinor, currency } = payment
  const outcome = await provider.refund(
    { key: id, paymentReference: payment.providerReference ?? '', amountMinor, currency },
    signalAfter(timeoutMs),
  )
  await inTransaction(async (tx) => {
    const isGivenBack = outcome.kind === 'rejected' && outcome.code === GIVEN_BACK_ALREADY
    if (isGivenBack || (outcome.kind === 'accepted' && outcome.value.state === 'given_back')) {
      await tx.payment.updateMany({
        where: { accountId, id, status: 'REFUNDING' },
        data: { status: 'REFUNDED', nextAttemptAt: null, leaseUntil: null },
      })
      return
    }
    // One that is pending can still fail. A refusal is for people to look at, but never a reason to keep the
    // money: either is asked about again.
    if (outcome.kind === 'rejected') log.error({ paymentId: id, code: outcome.code }, 'a refund was refused')
    await release(tx, paymentQueue, lease, askAgainAt(lease.attemptCount))
  })
}
