import { z } from 'zod'
import { findLogo } from '@/lib/branding/branding'
import { rememberLocale } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError, isDomainError } from '@/lib/errors'
import { buyerLocale, localeCookie } from '@/lib/http/buyer-locale'
import { decimal, text } from '@/lib/http/fields'
import { formBody, jsonBody } from '@/lib/http/input'
import type { BodyObject } from '@/lib/http/json-body'
import { afterPaymentUrl, parsePaymentToken, paymentPageUrl } from '@/lib/http/links'
import { type Call, type FileAnswer, operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { type RefusalCode, refuse, refuseInput } from '@/lib/http/refusals'
import { redirectAnswer, seeOther } from '@/lib/http/same-origin'
import { success } from '@/lib/http/schemas'
import { isLocale, type Locale } from '@/lib/i18n/locale'
import {
  answerCreditNote,
  answerDocument,
  type DocumentKind,
  pdfFile,
  readDocumentFacts,
} from '@/lib/invoices/invoice-document'
import type { Card } from '@/lib/providers/payment-provider'
import { paymentProviderFor, paymentProviders } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { type LinkCall, openPayment, takeCardPayment } from './buyer-call'
import { CARD_TEXT_LIMITS, type CardTrouble, checkCard } from './card'
import { findCreditNotes } from './credit-notes'
import { openHostedCheckout } from './open-hosted-checkout'
import { reconcileOpenCheckouts } from './reconcile-checkout'
import { findPayableInvoice } from './start-payment'

const TAG = 'Payment pages'
const params = { token: 'The last segment of the payment link.' }

const cardBody = z.object({
  number: z.string().max(CARD_TEXT_LIMITS.number),
  expiry_month: z.int(),
  expiry_year: z.int().describe('With its century.'),
  security_code: z.string().max(8),
  holder: z.string().max(CARD_TEXT_LIMITS.holder),
})

export const payInvoice = operation({
  method: 'POST',
  path: '/api/pay/{token}',
  summary: 'Pay an invoice by card',
  description:
    'Answers with the URL where the buyer continues. A refusal after the checks of the card has a `code` that the page translates; for a declined card, it is the provider’s.',
  tag: TAG,
  params,
  // From our own pages only: otherwise another site could test cards from its visitors' addresses, each with a
  // limit of its own.
  access: anyone({ limit: 'pay' }),
  body: jsonBody(cardBody, parseCard),
  answers: { 200: z.object({ status: success, redirect_url: z.string() }) },
  errors: [
    'field_not_text',
    'field_too_long',
    'invalid_input',
    'payment_link_not_found',
    'live_mode_unavailable',
    'card_payment_unavailable',
    'vendor_banned',
    'invoice_voided',
    'invoice_already_paid',
    'payment_in_progress',
    'payment_declined',
    'payment_unknown',
  ],
  refused: ({ status, message, headers, cause }) => {
    if (!(cause instanceof DomainError)) return null
    const code = isDomainError(cause, 'payment_declined') ? cause.details.code : cause.code
    return { status, body: { error: message, code }, headers }
  },
}).handle(async (call) => {
  const redirectUrl = await takeCardPayment(call, call.input)
  return { status: 200, body: { status: 'success', redirect_url: redirectUrl } }
})

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

/**
 * Answers refusals with the pay page, because a person is waiting for it. The page shows the reason from our
 * records; `told` has the query for what only this request has learned.
 */
function backToPage(told: Partial<Record<RefusalCode, string>>) {
  return ({ code }: { code: RefusalCode }, call: Pick<Call, 'params'>) => {
    const { token = '' } = call.params
    const query = told[code]
    return query === undefined || !parsePaymentToken(token) ? null : seeOther(paymentPageUrl(token) + query)
  }
}

export const startCheckout = operation({
  method: 'POST',
  path: '/api/pay/{token}/checkout',
  summary: 'Open the provider’s page',
  description: 'The pay page’s button, a plain form: leads to the page where the provider takes the payment.',
  tag: TAG,
  params,
  access: anyone({ limit: 'pay' }),
  answers: { 303: redirectAnswer },
  errors: [
    'payment_link_not_found',
    'live_mode_unavailable',
    'vendor_banned',
    'invoice_voided',
    'invoice_already_paid',
    'payment_in_progress',
    'payment_provider_failed',
  ],
  refused: backToPage({
    rate_limited: '?unavailable=too_many',
    live_mode_unavailable: '?unavailable',
    vendor_banned: '',
    invoice_voided: '',
    invoice_already_paid: '',
    payment_in_progress: '?processing',
    payment_provider_failed: '?unavailable',
  }),
}).handle(async (call) => {
  const { mode } = await openPayment(call)
  const options = { provider: paymentProviderFor(mode, call.requestId), timeoutMs: env.PROVIDER_TIMEOUT_MS }
  return seeOther(await openHostedCheckout(call.params.token, options))
})

/** Query added to the pay page's URL for facts from the provider that our records lack. */
const TOLD_ON_PAGE = { known: '', unpaid: '?cancelled', under_way: '?processing', unanswered: '?unavailable' }

export const returnFromCheckout = operation({
  method: 'GET',
  path: '/api/pay/{token}/return',
  summary: 'Return from the provider’s page',
  description: 'Leads to the vendor once the payment is confirmed, else to the pay page.',
  tag: TAG,
  params,
  access: anyone({ limit: 'pay' }),
  answers: { 303: redirectAnswer },
  errors: ['payment_link_not_found'],
  // The buyer may have paid. The page updates once the worker or a notification has found out.
  refused: backToPage({ rate_limited: '?processing' }),
}).handle(async ({ params: { token }, logged }) => {
  const { invoice } = await findPayableInvoice(database(), token)
  logged.accountId = invoice.accountId
  // Ask now rather than wait for the notification: the buyer is looking at the page.
  const found = await reconcileOpenCheckouts(invoice, {
    providers: paymentProviders(),
    timeoutMs: env.PROVIDER_TIMEOUT_MS,
  })
  const { livePayment } = await findPayableInvoice(database(), token)
  if (!livePayment?.isPaid) return seeOther(paymentPageUrl(token) + TOLD_ON_PAGE[found])
  return seeOther(afterPaymentUrl(invoice.redirectUrl, token, livePayment.transactionId))
})

export const paymentInvoicePdf = operation({
  method: 'GET',
  path: '/api/pay/{token}/invoice.pdf',
  summary: 'Download the invoice',
  description: 'In the language of `lang`, else in that of the pay page.',
  tag: TAG,
  params,
  access: anyone({ limit: 'document' }),
  answers: { 200: pdfFile },
  errors: ['payment_link_not_found'],
}).handle((call) => document('invoice', call))

export const paymentReceiptPdf = operation({
  method: 'GET',
  path: '/api/pay/{token}/receipt.pdf',
  summary: 'Download the receipt',
  description: 'In the language of `lang`, else in that of the pay page. 404 until the invoice is paid.',
  tag: TAG,
  params,
  access: anyone({ limit: 'document' }),
  answers: { 200: pdfFile },
  errors: ['payment_link_not_found', 'not_found'],
}).handle((call) => document('receipt', call))

export const paymentCreditNotePdf = operation({
  method: 'GET',
  path: '/api/pay/{token}/refunds/{id}/credit-note.pdf',
  summary: 'Download a credit note',
  description: 'In the language of `lang`, else in that of the pay page. 404 until the refund is made.',
  tag: TAG,
  params: { ...params, id: 'The refund.' },
  access: anyone({ limit: 'document' }),
  answers: { 200: pdfFile },
  errors: ['payment_link_not_found', 'not_found'],
}).handle(async (call) => {
  const { facts, creditNotes } = await readDocument(call)
  const creditNote = creditNotes.find(({ id }) => id === call.params.id) ?? refuse('not_found')
  return answerCreditNote(facts, creditNote)
})

async function document(kind: DocumentKind, call: LinkCall & Pick<Call, 'search'>): Promise<FileAnswer<200>> {
  return answerDocument(kind, (await readDocument(call)).facts)
}

async function readDocument({ headers, search, params, logged }: LinkCall & Pick<Call, 'search'>) {
  const lang = search.get('lang')
  const locale = isLocale(lang) ? lang : buyerLocale(headers)
  return inTransaction(async (tx) => {
    const payable = await findPayableInvoice(tx, params.token)
    logged.accountId = payable.invoice.accountId
    return {
      facts: await readDocumentFacts(tx, payable, locale),
      creditNotes: await findCreditNotes(tx, payable.invoice),
    }
  })
}

export const chooseLanguage = operation({
  // Not a GET, because it has an effect: mail to the customer uses that language from then on.
  method: 'POST',
  path: '/api/pay/{token}/language',
  summary: 'Choose the language',
  description: 'The language switch of the buyer’s pages, a plain form.',
  tag: TAG,
  params,
  access: anyone({ limit: 'pay' }),
  body: formBody(parseLanguage),
  answers: { 303: redirectAnswer },
  errors: ['invalid_input', 'payment_link_not_found'],
}).handle(async ({ params: { token }, logged, input: { locale, page } }) => {
  await inTransaction(async (tx) => {
    const { invoice } = await findPayableInvoice(tx, token)
    logged.accountId = invoice.accountId
    await rememberLocale(tx, invoice, locale)
  })
  return seeOther(`/${page}/${token}`, localeCookie(locale))
})

function parseLanguage(fields: URLSearchParams): { locale: Locale; page: 'pay' | 'thank-you' } {
  const locale = fields.get('language')
  if (!isLocale(locale)) refuseInput('language must be one of ours')
  return { locale, page: fields.get('page') === 'thank-you' ? 'thank-you' : 'pay' }
}

const FOR_GOOD = 'public, max-age=31536000, immutable'

export const paymentLogo = operation({
  method: 'GET',
  path: '/api/pay/{token}/logo',
  summary: 'Read the vendor’s logo',
  description: 'The pay page’s URL contains the image’s digest, so that it never goes stale.',
  tag: TAG,
  params,
  access: anyone(),
  answers: { 200: { contentType: 'image/*', description: 'The stored picture' } },
  errors: ['payment_link_not_found', 'not_found'],
}).handle(async ({ search, params, logged }) => {
  const { invoice, vendor } = await findPayableInvoice(database(), params.token)
  logged.accountId = invoice.accountId
  const logo = (await findLogo(database(), vendor.id)) ?? refuse('not_found')
  const isCurrent = search.get('v') === logo.digest
  return {
    status: 200,
    content: new Uint8Array(logo.bytes),
    contentType: logo.mediaType,
    filename: `logo.${logo.mediaType.split('/')[1] ?? 'png'}`,
    disposition: 'inline',
    headers: { 'Cache-Control': isCurrent ? FOR_GOOD : 'no-cache' },
  }
})
