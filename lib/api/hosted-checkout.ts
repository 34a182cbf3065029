import { database } from '@/lib/db/client'
import { findPayableInvoice } from '@/lib/domain/payments/find-payable-invoice'
import { openHostedCheckout } from '@/lib/domain/payments/open-hosted-checkout'
import { reconcileOpenCheckouts } from '@/lib/domain/payments/reconcile-checkout'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { afterPaymentUrl, paymentPageUrl } from '@/lib/links'
import { paymentProviderFor } from '@/lib/providers/registry'
import { operation } from './operation'
import { openPayment } from './pay-invoice'
import { takeAddressToken } from './rate-limit'
import { refuseOtherOrigins } from './same-origin'
import { seeOther } from './see-other'

/** The pay page's button, a plain form: on to the page of the provider that takes the payment. */
export const startCheckout = operation('/api/pay/:token/checkout', async (call) => {
  refuseOtherOrigins(call.request)
  const token = call.params.token ?? ''
  const limit = await takeAddressToken(call.request.headers, 'pay')
  const { mode } = await openPayment(call, token)
  // Somebody clicked on a button: told on the page, and not by an error for programs.
  if (!limit.ok) return seeOther(`${paymentPageUrl(token)}?unavailable=too_many`)
  try {
    const provider = paymentProviderFor(mode)
    return seeOther(await openHostedCheckout(token, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS }))
  } catch (error) {
    // The page shows why for itself, but for what only this call has learned.
    if (!(error instanceof DomainError)) throw error
    const isDown = error.code === 'payment_provider_failed' || error.code === 'live_mode_unavailable'
    if (isDown) return seeOther(`${paymentPageUrl(token)}?unavailable`)
    return seeOther(paymentPageUrl(token) + (error.code === 'payment_in_progress' ? '?processing' : ''))
  }
})

/** What the pay page is told of what the provider said, which our books don't have. */
const TOLD_ON_PAGE = { known: '', under_way: '?processing', unanswered: '?unavailable' }

/** Where the provider's page sends the buyer: on to the vendor once the payment is known, else to the pay page. */
export const returnFromCheckout = operation('/api/pay/:token/return', async ({ request, params, logged }) => {
  const token = params.token ?? ''
  const limit = await takeAddressToken(request.headers, 'pay')
  const { invoice, mode } = await findPayableInvoice(database(), token)
  logged.accountId = invoice.accountId
  // They may have paid: to the page, which tells as soon as the worker or a notification has found out.
  if (!limit.ok) return seeOther(`${paymentPageUrl(token)}?processing`)
  const provider = paymentProviderFor(mode)
  // Asked now instead of waiting for the notification: the buyer is looking at the page.
  const found = await reconcileOpenCheckouts(invoice, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  const { livePayment } = await findPayableInvoice(database(), token)
  if (!livePayment?.isPaid) return seeOther(paymentPageUrl(token) + TOLD_ON_PAGE[found])
  return seeOther(afterPaymentUrl(invoice.redirectUrl, token, livePayment.transactionId))
})
