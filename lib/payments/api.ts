import { type Call, operation } from '@/lib/api/operation'
import { findLogo } from '@/lib/branding/branding'
import { rememberLocale } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { type AnyDomainError, DomainError, isDomainError } from '@/lib/errors'
import { buyerLocale, localeCookie, statedLocale } from '@/lib/http/buyer-locale'
import { decimal, text } from '@/lib/http/fields'
import type { BodyObject } from '@/lib/http/json-body'
import { afterPaymentUrl, paymentPageUrl } from '@/lib/http/links'
import type { Answer, FileAnswer } from '@/lib/http/operation'
import { limitAddress, takeAddressToken } from '@/lib/http/rate-limit'
import { readBytes, readJsonBody } from '@/lib/http/read-json-body'
import { Refusal, refusalOf, refuse, refuseInput } from '@/lib/http/refusals'
import { refuseOtherOrigins, seeOther } from '@/lib/http/same-origin'
import { clientAddress } from '@/lib/http/served-request'
import { isLocale } from '@/lib/i18n/locale'
import { answerDocument, type DocumentKind, readDocumentFacts } from '@/lib/invoices/invoice-document'
import type { Card } from '@/lib/providers/payment-provider'
import { paymentProviderFor, paymentProviders } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { CARD_TEXT_LIMITS, type CardTrouble, checkCard } from './card'
import { openHostedCheckout } from './open-hosted-checkout'
import { payWithCard } from './pay-with-card'
import { reconcileOpenCheckouts } from './reconcile-checkout'
import { findPayableInvoice, type PayableInvoice } from './start-payment'

/**
 * Pays an invoice by card: takes the card and answers with the URL to go to. A declined card is 402, an
 * unknown outcome 202, an invoice that is paid or being paid 409. A refusal carries a `code` that the page
 * translates for the buyer; for a declined card it is the provider's.
 */
export const payInvoice = operation('/api/pay/:token', async (call) => {
  // Without this check another site could test cards from its visitors' addresses, each with a limit of its
  // own.
  refuseOtherOrigins(call.request)
  await limitAddress(clientAddress(), 'pay')
  const body = await readJsonBody(call.request)
  const card = parseCard(body)
  return withCode(async () => {
    const redirectUrl = await takeCardPayment(call, card)
    return { status: 200, body: { status: 'success', redirect_url: redirectUrl } }
  })
})

/** Pays the invoice in the request's path. Returns the URL where the buyer continues. */
export async function takeCardPayment(call: Call, card: Card): Promise<string> {
  const token = call.params.token ?? ''
  const { invoice, mode } = await openPayment(call, token)
  const provider = paymentProviderFor(mode)
  if (!provider.cards) refuse('card_payment_unavailable')
  const { transactionId } = await payWithCard(token, card, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })
  return afterPaymentUrl(invoice.redirectUrl, token, transactionId)
}

/**
 * The invoice behind the link, for a buyer about to pay. Stores their language now, before the receipt is
 * written. Opening the page stores nothing, because mail scanners open links too.
 */
function openPayment({ request, logged }: Call, token: string): Promise<PayableInvoice> {
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

const CARD_REFUSALS: Record<CardTrouble, string> = {
  number_missing: 'Enter a valid card number',
  number_invalid: 'Enter a valid card number',
  expiry_invalid: 'Enter the expiry date as MM / YY',
  expired: 'This card has expired',
  security_code_invalid: 'Enter the 3 or 4 digit security code',
  holder_missing: 'Enter the name on the card',
}

/** Throws the first problem with the card. */
function parseCard(body: BodyObject): Card {
  const { card, troubles } = checkCard(
    {
      number: text(body.number, 'number', CARD_TEXT_LIMITS.number).replace(/[\s-]/g, ''),
      expiryMonth: wholeNumber(body.expiry_month),
      expiryYear: wholeNumber(body.expiry_year),
      securityCode: text(body.security_code, 'security_code', 8),
      holder: text(body.holder, 'holder', CARD_TEXT_LIMITS.holder),
    },
    now(),
  )
  if (card) return card
  const { number, expiry, securityCode, holder } = troubles
  const first = number ?? expiry ?? securityCode ?? holder
  return refuseInput(first ? CARD_REFUSALS[first] : 'Enter a valid card')
}

function wholeNumber(value: BodyObject[string]): number {
  const number = decimal(value)
  return number?.scale === 0 ? Number(number.digits) : Number.NaN
}

/** The pay page's button, a plain form: leads to the page of the provider that takes the payment. */
export const startCheckout = operation('/api/pay/:token/checkout', async (call) => {
  refuseOtherOrigins(call.request)
  const token = call.params.token ?? ''
  const limit = await takeAddressToken(clientAddress(), 'pay')
  const { mode } = await openPayment(call, token)
  // A person clicked a button, so answer with the page rather than an API error.
  if (!limit.ok) return seeOther(`${paymentPageUrl(token)}?unavailable=too_many`)
  try {
    const provider = paymentProviderFor(mode)
    return seeOther(await openHostedCheckout(token, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS }))
  } catch (error) {
    // The page shows the reason by itself, except for what only this call has learned.
    if (!(error instanceof DomainError)) throw error
    const isDown = error.code === 'payment_provider_failed' || error.code === 'live_mode_unavailable'
    if (isDown) return seeOther(`${paymentPageUrl(token)}?unavailable`)
    return seeOther(paymentPageUrl(token) + (error.code === 'payment_in_progress' ? '?processing' : ''))
  }
})

/** Query added to the pay page's URL for facts from the provider that our records lack. */
const TOLD_ON_PAGE = { known: '', under_way: '?processing', unanswered: '?unavailable' }

/**
 * Where the provider's page sends the buyer: to the vendor once the payment is confirmed, else to the pay
 * page.
 */
export const returnFromCheckout = operation('/api/pay/:token/return', async ({ params, logged }) => {
  const token = params.token ?? ''
  const limit = await takeAddressToken(clientAddress(), 'pay')
  const { invoice } = await findPayableInvoice(database(), token)
  logged.accountId = invoice.accountId
  // The buyer may have paid. The page updates once the worker or a notification has found out.
  if (!limit.ok) return seeOther(`${paymentPageUrl(token)}?processing`)
  // Ask now rather than wait for the notification: the buyer is looking at the page.
  const found = await reconcileOpenCheckouts(invoice, {
    providers: paymentProviders(),
    timeoutMs: env.PROVIDER_TIMEOUT_MS,
  })
  const { livePayment } = await findPayableInvoice(database(), token)
  if (!livePayment?.isPaid) return seeOther(paymentPageUrl(token) + TOLD_ON_PAGE[found])
  return seeOther(afterPaymentUrl(invoice.redirectUrl, token, livePayment.transactionId))
})

/** The invoice as a PDF for the buyer, in the language of `lang`, else that of the payment page. */
export const paymentInvoicePdf = operation('/api/pay/:token/invoice.pdf', (call) => document('invoice', call))

/** Answers 404 until the invoice is paid. */
export const paymentReceiptPdf = operation('/api/pay/:token/receipt.pdf', (call) => document('receipt', call))

async function document(kind: DocumentKind, { request, url, params, logged }: Call): Promise<FileAnswer> {
  await limitAddress(clientAddress(), 'document')
  const lang = url.searchParams.get('lang')
  const locale = isLocale(lang) ? lang : buyerLocale(request.headers)
  const facts = await inTransaction(async (tx) => {
    const payable = await findPayableInvoice(tx, params.token ?? '')
    logged.accountId = payable.invoice.accountId
    return readDocumentFacts(tx, payable, locale)
  })
  return answerDocument(kind, facts)
}

/**
 * The language switch of the buyer's pages, a plain form. A POST because it has an effect: mail to the
 * customer uses that language from then on.
 */
export const chooseLanguage = operation('/api/pay/:token/language', async ({ request, params, logged }) => {
  refuseOtherOrigins(request)
  await limitAddress(clientAddress(), 'pay')
  const fields = new URLSearchParams((await readBytes(request)).toString('utf8'))
  const locale = fields.get('language')
  if (!isLocale(locale)) refuseInput('language must be one of ours')
  const token = params.token ?? ''
  await inTransaction(async (tx) => {
    const { invoice } = await findPayableInvoice(tx, token)
    logged.accountId = invoice.accountId
    await rememberLocale(tx, invoice, locale)
  })
  const page = fields.get('page') === 'thank-you' ? 'thank-you' : 'pay'
  return seeOther(`/${page}/${token}`, localeCookie(locale))
})

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The vendor's logo on its payment page. The URL contains the image's digest, so it never goes stale. */
export const paymentLogo = operation('/api/pay/:token/logo', async ({ url, params, logged }) => {
  const { invoice, vendor } = await findPayableInvoice(database(), params.token ?? '')
  logged.accountId = invoice.accountId
  const logo = await findLogo(database(), vendor.id)
  if (!logo) throw new Refusal('not_found')
  const isCurrent = url.searchParams.get('v') === logo.digest
  return {
    status: 200,
    content: new Uint8Array(logo.bytes),
    contentType: logo.mediaType,
    filename: `logo.${logo.mediaType.split('/')[1] ?? 'png'}`,
    disposition: 'inline',
    headers: { 'Cache-Control': isCurrent ? FOR_GOOD : 'no-cache' },
  }
})
