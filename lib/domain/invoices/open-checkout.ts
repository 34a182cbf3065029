import { signalAfter } from '@/lib/clock'
import { DomainError } from '@/lib/errors'
import type { CheckoutSession, PaymentProvider } from '@/lib/providers/payment-provider'
import { totalMinor } from './invoice-snapshot'
import type { InvoicePlan } from './plan-invoice'

/** What a provider that gave no answer in time is reported as. */
const GATEWAY_TIMEOUT = 504

/**
 * Opens the invoice's checkout session at the payment provider, before the invoice is saved: an invoice
 * that nobody could pay is never made. A session whose invoice is then not saved is an offer that no
 * buyer can reach. `payment_provider_failed` when the provider refuses or does not answer.
 */
export async function openCheckout(
  plan: InvoicePlan,
  provider: PaymentProvider,
  timeoutMs: number,
): Promise<CheckoutSession> {
  const outcome = await provider.createCheckoutSession(
    {
      key: plan.id,
      amountMinor: totalMinor(plan),
      currency: plan.currency,
      email: plan.email,
      description: plan.items.map((item) => item.title).join(', '),
    },
    signalAfter(timeoutMs),
  )
  if (outcome.kind === 'accepted') return outcome.value
  const httpStatus = outcome.kind === 'rejected' ? outcome.httpStatus : GATEWAY_TIMEOUT
  throw new DomainError('payment_provider_failed', { httpStatus })
}
