import assert from 'node:assert/strict'
import { inDriverTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { leaseMs } from '@/lib/jobs/lease'
import type { Card, PaymentProvider } from '@/lib/providers/payment-provider'
import { signalAfter } from '@/lib/time/clock'
import { recordChargeOutcome } from './settle-payment'
import { startPayment } from './start-payment'

/**
 * Pays an invoice by card: commits the intent, calls the provider with no transaction open, then records the
 * outcome. Returns the payment's transaction id.
 *
 * Throws what `startPayment` throws, `payment_declined` with the reason, and `payment_unknown` if the
 * provider has not said: then the reconciler finds out, and the invoice can't be paid twice meanwhile.
 */
export async function payWithCard(
  token: string,
  card: Card,
  options: { provider: PaymentProvider; timeoutMs: number; requestId?: string },
): Promise<{ transactionId: string }> {
  const { provider, timeoutMs, requestId } = options
  assert(provider.cards, `${provider.name} takes no cards on our page`)
  const payment = await inDriverTransaction((tx) =>
    startPayment(tx, token, { providerName: provider.name, leaseMs: leaseMs(timeoutMs), requestId }),
  )
  const outcome = await provider.cards.charge(
    { key: payment.id, sessionReference: payment.sessionReference, card },
    signalAfter(timeoutMs),
  )
  const status = await inDriverTransaction((tx) => recordChargeOutcome(tx, payment, outcome, provider.method))
  if (status === 'SUCCEEDED') return { transactionId: payment.id }
  // Voided while the provider took the money, which is on its way back.
  if (status === 'REFUNDING') throw new DomainError('invoice_voided')
  if (outcome.kind === 'rejected') {
    throw new DomainError('payment_declined', { code: outcome.code, detail: outcome.detail })
  }
  throw new DomainError('payment_unknown')
}
