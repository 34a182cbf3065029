import { statedLocale } from '@/lib/buyer-locale'
import { now } from '@/lib/clock'
import { dayAfter } from '@/lib/dates'
import { inTransaction } from '@/lib/db/transaction'
import { rememberLocale } from '@/lib/domain/customers/remember-locale'
import { findPayableInvoice, type PayableInvoice } from '@/lib/domain/payments/find-payable-invoice'
import { payWithCard } from '@/lib/domain/payments/pay-with-card'
import { env } from '@/lib/env'
import { type AnyDomainError, DomainError, isDomainError } from '@/lib/errors'
import { afterPaymentUrl } from '@/lib/links'
import type { Card } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { refusalOf } from './errors'
import { type Answer, type Call, operation } from './operation'
import { limitAddress } from './rate-limit'
import { type BodyObject, readJsonBody } from './read-json-body'
import { refuseOtherOrigins } from './same-origin'
import { decimal, refuse, text } from './v2/fields'

/**
 * The buyer's payment: the card in, the address to go to out. A declined card is 402, an outcome that is
 * not known yet 202, and an invoice that is paid or being paid already 409. Beside its words a refusal has
 * a `code`, by which the page says it in the buyer's language; of a declined card it is the provider's.
 */
export const payInvoice = operation('/api/pay/:token', async (call) => {
  // Another site could try out cards from its visitors' addresses, each of which has a limit of its own.
  refuseOtherOrigins(call.request)
  await limitAddress(call.request.headers, 'pay')
  const body = await readJsonBody(call.request)
  const card = parseCard(body)
  return withCode(async () => {
    const redirectUrl = await takeCardPayment(call, card)
    return { status: 200, body: { status: 'success', redirect_url: redirectUrl } }
  })
})

/** Pays the invoice that the request's path names. Returns where the buyer goes on to. */
export async function takeCardPayment(call: Call, card: Card): Promise<string> {
  const token = call.params.token ?? ''
  const { invoice, mode } = await openPayment(call, token)
  const provider = paymentProviderFor(mode)
  if (!provider.cards) refuse('This invoice is paid on the page of the payment provider')
  const { transactionId } = await payWithCard(token, card, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  return afterPaymentUrl(invoice.redirectUrl, token, transactionId)
}

/**
 * The invoice behind the link, for somebody who is about to pay it. Their language is kept now, before the
 * receipt is written. Opening the page keeps nothing: programs that scan mail for links open it as well.
 */
export function openPayment({ request, logged }: Call, token: string): Promise<PayableInvoice> {
  const locale = statedLocale(request.headers)
  return inTransaction(async (tx) => {
    const payable = await findPayableInvoice(tx, token)
    logged.accountId = payable.invoice.accountId
    if (locale) await rememberLocale(tx, payable.invoice, locale)
    return payable
  })
}

async function withCode(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { status, message, code } = refusalOf(error as AnyDomainError)
    const reason = isDomainError(error, 'payment_declined') ? error.details.code : code
    return { status, body: { error: message, code: reason } }
  }
}

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
