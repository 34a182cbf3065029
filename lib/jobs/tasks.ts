import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { reconcileCheckout } from '@/lib/payments/reconcile-checkout'
import { reconcilePayment } from '@/lib/payments/reconcile-payment'
import { reconcilePayout } from '@/lib/payouts/reconcile-payout'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import { accountMode } from '@/lib/vendors/account'
import { webhookWork } from '@/lib/webhooks/jobs'
import type { LeasedWork } from './leased-queue'
import type { JobName, JobPayloads } from './queue'

/** Rows that are leased. Mail has workers of its own: a slow mail server, which all vendors share, holds up mail alone. */
export const leasedWork: LeasedWork[] = [webhookWork]

type Tasks<N extends JobName> = { [Name in N]: (payload: JobPayloads[Name]) => Promise<void> }

/**
 * What each job does. Every task looks for itself whether there is anything to do, and takes a lease on
 * it: a job that comes twice, or too early, or with a sweep at the same time, does nothing.
 */
export const tasks: Tasks<JobName> = {
  reconcile_payout: async (payload) => {
    const provider = payoutProviderFor(await accountMode(database(), payload.accountId))
    await reconcilePayout(payload, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  },
  reconcile_checkout: async (payload) => {
    const provider = paymentProviderFor(await accountMode(database(), payload.accountId))
    await reconcileCheckout(payload, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  },
  reconcile_payment: async (payload) => {
    const provider = paymentProviderFor(await accountMode(database(), payload.accountId))
    await reconcilePayment(payload, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  },
}
