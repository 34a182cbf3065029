import { env } from '@/lib/env'
import type { LeasedWork } from '@/lib/jobs/queue'
import { paymentProviders } from '@/lib/providers/registry'
import { checkoutQueue, reconcileCheckout } from './reconcile-checkout'
import { reconcilePayment } from './reconcile-payment'
import { paymentQueue } from './start-payment'

const options = () => ({ providers: paymentProviders(), timeoutMs: env.PROVIDER_TIMEOUT_MS })

export const paymentWork: LeasedWork = {
  queue: paymentQueue,
  work: ({ tenantId: accountId, id: paymentId }) => reconcilePayment({ accountId, paymentId }, options()),
}

export const checkoutWork: LeasedWork = {
  queue: checkoutQueue,
  work: ({ tenantId: accountId, id: sessionNumber }) =>
    reconcileCheckout({ accountId, sessionNumber }, options()),
}
