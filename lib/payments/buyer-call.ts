import { rememberLocale } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { statedLocale } from '@/lib/http/buyer-locale'
import { afterPaymentUrl } from '@/lib/http/links'
import type { Call } from '@/lib/http/operation'
import { refuse } from '@/lib/http/refusals'
import type { Card } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { payWithCard } from './pay-with-card'
import { findPayableInvoice, type PayableInvoice } from './start-payment'

/** A call for the payment link in its path. */
export type LinkCall = Pick<Call, 'headers' | 'logged' | 'requestId'> & { params: { token: string } }

/** Pays the invoice in the request's path. Returns the URL where the buyer continues. */
export async function takeCardPayment(call: LinkCall, card: Card): Promise<string> {
  const { token } = call.params
  const { invoice, mode } = await openPayment(call)
  const provider = paymentProviderFor(mode, call.requestId)
  if (!provider.cards) refuse('card_payment_unavailable')
  const { requestId } = call
  const options = { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS, requestId }
  const { transactionId } = await payWithCard(token, card, options)
  return afterPaymentUrl(invoice.redirectUrl, token, transactionId)
}

/**
 * The invoice behind the link, for a buyer about to pay. Stores their language now, before the receipt is
 * written. Opening the page stores nothing, because mail scanners open links too.
 */
export async function openPayment({ params, headers, logged }: LinkCall): Promise<PayableInvoice> {
  const locale = statedLocale(headers)
  const payable = await findPayableInvoice(connectionPool(), params.token)
  logged.accountId = payable.invoice.accountId
  if (locale) await rememberLocale(database(), payable.invoice, locale)
  return payable
}
