import { env } from '@/lib/env'
import { checkoutQueue } from '@/lib/invoices/checkout-session'
import { leaseMs } from '@/lib/jobs/lease'
import type { LeasedWork } from '@/lib/jobs/queue'
import { paymentProviders } from '@/lib/providers/registry'
import { reconcileCheckout } from './reconcile-checkout'
import { reconcilePayment } from './reconcile-payment'
import { reconcileClaimedRefund, refundQueue } from './refund-invoice'
import { paymentQueue } from './refund-payment'

const options = () => ({ providers: paymentProviders(), timeoutMs: env.PROVIDER_TIMEOUT_MS })

export const paymentWork: LeasedWork = {
  queue: paymentQueue,
  // Its refunds and disputes are read, then its fee, and then warnings about it.
  leaseMs: () => leaseMs(3 * env.PROVIDER_TIMEOUT_MS),
  slots: 20,
  work: (claim) => reconcilePayment(claim, options()),
}

export const refundWork: LeasedWork = {
  queue: refundQueue,
  leaseMs: () => leaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 20,
  async work(claim) {
    await reconcileClaimedRefund(claim, options())
  },
}

export const checkoutWork: LeasedWork = {
  queue: checkoutQueue,
  // That of a voided invoice is closed, and read where the provider refuses to.
  leaseMs: () => leaseMs(2 * env.PROVIDER_TIMEOUT_MS),
  slots: 20,
  work: (claim) => reconcileCheckout(claim, options()),
}
