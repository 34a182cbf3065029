import { env } from '@/lib/env'
import { askLeaseMs, leaseMs } from '@/lib/jobs/lease'
import type { LeasedWork } from '@/lib/jobs/queue'
import { payoutProviders } from '@/lib/providers/registry'
import { payRequest } from './pay-request'
import { payoutQueue } from './payout'
import { payoutRequestQueue } from './payout-request'
import { reconcileClaimedPayout } from './reconcile-payout'
import { payoutSeriesQueue } from './recurring-payout'
import { requestPeriod } from './request-period'
import { readTransferFee, transferFeeQueue } from './transfer-fee'

export const payoutWork: LeasedWork = {
  queue: payoutQueue,
  leaseMs: () => askLeaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 20,
  async work(claim) {
    const options = { providers: payoutProviders(), timeoutMs: env.PROVIDER_TIMEOUT_MS }
    await reconcileClaimedPayout(claim, options)
  },
}

export const transferFeeWork: LeasedWork = {
  queue: transferFeeQueue,
  leaseMs: () => leaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 5,
  work: (claim) =>
    readTransferFee(claim, { providers: payoutProviders(), timeoutMs: env.PROVIDER_TIMEOUT_MS }),
}

export const payoutRequestWork: LeasedWork = {
  queue: payoutRequestQueue,
  // The intent is committed well before it ends, and then the payout has a lease of its own.
  leaseMs: () => leaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 10,
  work: payRequest,
}

export const recurringPayoutWork: LeasedWork = {
  queue: payoutSeriesQueue,
  leaseMs: () => leaseMs(env.PROVIDER_TIMEOUT_MS),
  slots: 10,
  work: requestPeriod,
}
