import { env } from '@/lib/env'
import { askLeaseMs } from '@/lib/jobs/lease'
import type { LeasedWork } from '@/lib/jobs/queue'
import { payoutProviders } from '@/lib/providers/registry'
import { payoutQueue } from './payout'
import { reconcileClaimedPayout } from './reconcile-payout'

export const payoutWork: LeasedWork = {
  queue: payoutQueue,
  leaseMs: () => askLeaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 20,
  async work(claim) {
    const options = { providers: payoutProviders(), timeoutMs: env.PROVIDER_TIMEOUT_MS }
    await reconcileClaimedPayout(claim, options)
  },
}
