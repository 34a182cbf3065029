import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import type { LeasedWork } from '@/lib/jobs/queue'
import { paymentProviderFor } from '@/lib/providers/registry'
import { accountMode } from '@/lib/vendors/account'
import { checkoutQueue, reconcileCheckout } from './reconcile-checkout'
import { reconcilePayment } from './reconcile-payment'
import { paymentQueue } from './start-payment'

const timeoutMs = env.PROVIDER_TIMEOUT_MS

export const paymentWork: LeasedWork = {
  queue: paymentQueue,
  async work({ tenantId: accountId, id: paymentId }) {
    const provider = paymentProviderFor(await accountMode(database(), accountId))
    await reconcilePayment({ accountId, paymentId }, { provider, timeoutMs })
  },
}

export const checkoutWork: LeasedWork = {
  queue: checkoutQueue,
  async work({ tenantId: accountId, id: sessionNumber }) {
    const provider = paymentProviderFor(await accountMode(database(), accountId))
    await reconcileCheckout({ accountId, sessionNumber }, { provider, timeoutMs })
  },
}
