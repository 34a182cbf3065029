import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import type { LeasedWork } from '@/lib/jobs/queue'
import { payoutProviderFor } from '@/lib/providers/registry'
import { accountMode } from '@/lib/vendors/account'
import { payoutQueue } from './payout'
import { reconcilePayout } from './reconcile-payout'

export const payoutWork: LeasedWork = {
  queue: payoutQueue,
  async work({ tenantId: accountId, id: payoutId }) {
    const provider = payoutProviderFor(await accountMode(database(), accountId))
    await reconcilePayout({ accountId, payoutId }, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  },
}
