import { env } from '@/lib/env'
import type { LeasedWork } from '@/lib/jobs/queue'
import { payoutProviders } from '@/lib/providers/registry'
import { payoutQueue } from './payout'
import { reconcilePayout } from './reconcile-payout'

export const payoutWork: LeasedWork = {
  queue: payoutQueue,
  async work({ tenantId: accountId, id: payoutId }) {
    const options = { providers: payoutProviders(), timeoutMs: env.PROVIDER_TIMEOUT_MS }
    await reconcilePayout({ accountId, payoutId }, options)
  },
}
