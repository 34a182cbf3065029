import { inTransaction } from '@/lib/db/transaction'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, type LeasedQueue, release } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { hasUnreadFee } from './payment-fee'
import { endGivingBack } from './statements'

/** Second payments that are being refunded, and payments of which the provider has reported a refund or dispute. */
export const paymentQueue: LeasedQueue = {
  table: 'payments',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

/** Nothing of the payment is left: it was refunded in the provider's own dashboard. */
const GIVEN_BACK_ALREADY = 'charge_already_refunded'

export type RefundablePayment = {
  accountId: string
  id: string
  amountMinor: bigint
  currency: string
  providerReference: string | null
  part: number
  feeMinor: bigint | null
}

/**
 * Refunds a second payment of an invoice. The payment's id is the refund's idempotency key, so it is
 * requested until the provider has made it, and made once. The payment never reached a wallet, so the ledger
 * has nothing to reverse.
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
    if (isGivenBack || (outcome.kind === 'accepted' && outcome.value.status === 'given_back')) {
      // The provider keeps its fee all the same.
      const nextAttemptAt = hasUnreadFee(payment, provider) ? now() : null
      await endGivingBack(tx, { accountId, id, nextAttemptAt })
      return
    }
    // A pending refund can still fail. A refusal needs a person, but is never a reason to keep the money.
    // Either way, ask again later.
    if (outcome.kind === 'rejected') log.error({ paymentId: id, code: outcome.code }, 'a refund was refused')
    await release(tx, paymentQueue, lease, askAgainAt(lease.attemptCount))
  })
}
