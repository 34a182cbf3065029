import { now } from '@/lib/clock'
import { dayAfter } from '@/lib/dates'
import { inTransaction } from '@/lib/db/transaction'
import { findPayableInvoice } from '@/lib/domain/payments/find-payable-invoice'
import { payWithCard } from '@/lib/domain/payments/pay-with-card'
import { env } from '@/lib/env'
import { afterPaymentUrl } from '@/lib/links'
import type { Card } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { operation } from './operation'
import { limitAddress } from './rate-limit'
import { type BodyObject, readJsonBody } from './read-json-body'
import { decimal, refuse, text } from './v2/fields'

/**
 * The buyer's payment: the card in, the address to go to out. A declined card is 402 with words for the
 * buyer, an outcome that is not known yet 202, and an invoice that is paid or being paid already 409.
 */
export const payInvoice = operation('/api/pay/:token', async (call) => {
  await limitAddress(call.request.headers, 'pay')
  const body = await readJsonBody(call.request)
  const card = parseCard(body)
  const token = call.params.token ?? ''
  const { invoice, mode } = await inTransaction((tx) => findPayableInvoice(tx, token))
  call.logged.accountId = invoice.accountId
  const provider = paymentProviderFor(mode)
  if (!provider.cards) refuse('This invoice is paid on the page of the payment provider')
  const { transactionId } = await payWithCard(token, card, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  return {
    status: 200,
    body: { status: 'success', redirect_url: afterPaymentUrl(invoice.redirectUrl, token, transactionId) },
  }
})

function parseCard(body: BodyObject): Card {
  const number = text(body.number, 'number', 32).replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) refuse('Enter a valid card number')
  const expiryMonth = wholeNumber(body, 'expiry_month', 1, 12, 'Enter the expiry date as MM / YY')
  const expiryYear = wholeNumber(body, 'expiry_year', 2000, 2099, 'Enter the expiry date as MM / YY')
  // A card is good until its month is over, wherever on earth that is.
  if (new Date(Date.UTC(expiryYear, expiryMonth, 1)) <= dayAfter(now(), -1)) refuse('This card has expired')
  const securityCode = text(body.security_code, 'security_code', 8)
  if (!/^\d{3,4}$/.test(securityCode)) refuse('Enter the 3 or 4 digit security code')
  const holder = text(body.holder, 'holder')
  if (holder.trim() === '') refuse('Enter the name on the card')
  return { number, expiryMonth, expiryYear, securityCode, holder }
}

function wholeNumber(
  body: BodyObject,
  field: string,
  minimum: number,
  maximum: number,
  message: string,
): number {
  const value = decimal(body[field])
  const number = value?.scale === 0 ? Number(value.digits) : Number.NaN
  return number >= minimum && number <= maximum ? number : refuse(message)
}
