import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { sendMail } from '@/lib/mail/send-mail'
import { createMailTransport } from '@/lib/mail/smtp-transport'
import { reconcileCheckout } from '@/lib/payments/reconcile-checkout'
import { reconcilePayment } from '@/lib/payments/reconcile-payment'
import { reconcilePayout } from '@/lib/payouts/reconcile-payout'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import { accountMode } from '@/lib/vendors/account'
import { deliverEvent } from '@/lib/webhooks/deliver-event'
import { createWebhookTransport } from '@/lib/webhooks/http-transport'
import type { JobName, JobPayloads } from './queue'

const webhookTransport = createWebhookTransport()
const mailTransport = createMailTransport()

type Tasks<N extends JobName> = { [Name in N]: (payload: JobPayloads[Name]) => Promise<void> }

/**
 * What each job does. Every task looks for itself whether there is anything to do, and takes a lease on
 * it: a job that comes twice, or too early, or with a sweep at the same time, does nothing.
 */
export const tasks: Tasks<Exclude<JobName, keyof typeof mailTasks>> = {
  deliver_webhook: (payload) => deliverEvent(payload, webhookTransport),
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

/** Apart, with a worker of their own: one slow mail server, which all vendors share, holds up mail alone. */
export const mailTasks = {
  send_mail: (payload) => sendMail(payload, mailTransport),
} satisfies Tasks<'send_mail'>
