import { signalAfter } from '@/lib/clock'
import { DomainError } from '@/lib/errors'
import { paymentReturnUrl, paymentToken } from '@/lib/links'
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
  const returnUrl = paymentReturnUrl(paymentToken(plan.accountId, plan.payToken))
  return createSession(plan, { key: plan.id, returnUrl }, provider, timeoutMs)
}

type Payable = Pick<InvoicePlan, 'currency' | 'email' | 'baseAmountMinor' | 'feeAmountMinor'> & {
  items: { title: string }[]
}

/** Asks for a session under an idempotency key. `payment_provider_failed` without one. */
export async function createSession(
  invoice: Payable,
  { key, returnUrl }: { key: string; returnUrl: string },
  provider: PaymentProvider,
  timeoutMs: number,
): Promise<CheckoutSession> {
  const outcome = await provider.createCheckoutSession(
    {
      key,
      amountMinor: totalMinor(invoice),
      currency: invoice.currency,
      email: invoice.email,
      description: invoice.items.map((item) => item.title).join(', '),
      successUrl: returnUrl,
      cancelUrl: returnUrl,
    },
    signalAfter(timeoutMs),
  )
  if (outcome.kind === 'accepted') return outcome.value
  throw new DomainError('payment_provider_failed', { httpStatus: outcome.httpStatus ?? GATEWAY_TIMEOUT })
}
