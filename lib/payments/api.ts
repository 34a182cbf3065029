import { vendorOfRequest } from '@/lib/auth/session-vendor'
import { publicLogo } from '@/lib/branding/branding'
import { rememberLocale } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { buyerLocale, localeCookie, readLocaleChoice, statedLocale } from '@/lib/http/buyer-locale'
import { formBody } from '@/lib/http/input'
import { afterPaymentUrl, parsePaymentToken, paymentPageUrl } from '@/lib/http/links'
import { type Call, type FileAnswer, operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { type RefusalCode, refuse } from '@/lib/http/refusals'
import { redirectAnswer, seeOther } from '@/lib/http/same-origin'
import { nothing } from '@/lib/http/schemas'
import { isLocale, type Locale } from '@/lib/i18n/locale'
import {
  answerCreditNote,
  answerDocument,
  type DocumentKind,
  pdfFile,
  readDocumentFacts,
} from '@/lib/invoices/invoice-document'
import { noteView } from '@/lib/invoices/invoice-views'
import { paymentProviders } from '@/lib/providers/registry'
import { findCreditNotes } from './credit-notes'
import { checkoutProvider, openHostedCheckout } from './open-hosted-checkout'
import { findPayableInvoice, type PayableInvoice } from './payable-invoice'
import { reconcileOpenCheckouts } from './reconcile-checkout'

const TAG = 'Payment pages'
const params = { token: 'The last segment of the payment link.' }

/**
 * Answers refusals with the pay page, because a person is waiting for it. The page shows the reason from our
 * records; `queries` adds what only this request has learned.
 */
function backToPage(queries: Partial<Record<RefusalCode, string>>) {
  return ({ code }: { code: RefusalCode }, call: Pick<Call, 'params'>) => {
    const { token = '' } = call.params
    const query = queries[code]
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
  const payable = await openPayment(call)
  const provider = await checkoutProvider(payable, call.requestId)
  const options = { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS }
  return seeOther((await openHostedCheckout(call.params.token, options)).url)
})

/** A call for the payment link in its path. */
type LinkCall = Pick<Call, 'headers' | 'logged'> & { params: { token: string } }

/**
 * The invoice behind the link, for a buyer about to pay. Stores their language now, before the receipt is
 * written. Opening the page stores nothing, because mail scanners open links too.
 */
async function openPayment({ params, headers, logged }: LinkCall): Promise<PayableInvoice> {
  const locale = statedLocale(headers)
  const payable = await findPayableInvoice(connectionPool(), params.token)
  logged.accountId = payable.invoice.accountId
  if (locale) await rememberLocale(database(), payable.invoice, locale)
  return payable
}

/** Query added to the pay page's URL for facts from the provider that our records lack. */
const PAY_PAGE_QUERY = {
  known: '',
  unpaid: '?canceled',
  under_way: '?processing',
  unanswered: '?unavailable',
}

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
  const progress = await reconcileOpenCheckouts(invoice, {
    providers: paymentProviders(),
    timeoutMs: env.PROVIDER_TIMEOUT_MS,
  })
  const { transactionId } = await findPayableInvoice(database(), token)
  if (transactionId === null) return seeOther(paymentPageUrl(token) + PAY_PAGE_QUERY[progress])
  return seeOther(afterPaymentUrl(invoice.redirectUrl, token, transactionId))
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
  const drawing = await readDocument(call)
  const creditNote = drawing.creditNotes.find(({ id }) => id === call.params.id) ?? refuse('not_found')
  return answerCreditNote(creditNote, drawing, call)
})

type DocumentCall = LinkCall & Pick<Call, 'search' | 'onDisconnect'>

async function document(kind: DocumentKind, call: DocumentCall): Promise<FileAnswer<200>> {
  const { payable, ...drawing } = await readDocument(call)
  const answer = await answerDocument(kind, drawing, call)
  // A person's browser, as far as one can tell: programs that scan mail fetch the file without going to it.
  const isVisit = call.headers.get('sec-fetch-mode') === 'navigate'
  if (kind === 'invoice' && isVisit) await noteViewByCustomer(call, payable, 'downloaded')
  return answer
}

async function readDocument({ headers, search, params, logged }: DocumentCall) {
  const lang = search.get('lang')
  const locale = isLocale(lang) ? lang : buyerLocale(headers)
  return inOrmTransaction(async (tx) => {
    const payable = await findPayableInvoice(tx, params.token)
    logged.accountId = payable.invoice.accountId
    return {
      payable,
      vendorId: payable.vendor.id,
      facts: await readDocumentFacts(tx, payable, locale),
      creditNotes: await findCreditNotes(tx, payable.invoice),
    }
  })
}

export const notePaymentPageView = operation({
  // By a script of the page once it is looked at: programs that scan mail open links too.
  method: 'POST',
  path: '/api/pay/{token}/opened',
  summary: 'Note that the page was opened',
  description: 'For the vendor, unless it is opened by the vendor’s own team or the vendor wants none of it.',
  tag: TAG,
  params,
  access: anyone({ limit: 'view' }),
  answers: { 200: nothing },
  errors: ['payment_link_not_found'],
}).handle(async (call) => {
  const payable = await findPayableInvoice(connectionPool(), call.params.token)
  call.logged.accountId = payable.invoice.accountId
  await noteViewByCustomer(call, payable, 'opened')
  return { status: 200, body: {} }
})

async function noteViewByCustomer(
  call: Pick<Call, 'headers'>,
  { invoice, vendor }: PayableInvoice,
  kind: 'opened' | 'downloaded',
): Promise<void> {
  const reader = await vendorOfRequest(call)
  if (reader?.id !== vendor.id) await noteView(connectionPool(), invoice, kind)
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
  await inOrmTransaction(async (tx) => {
    const { invoice } = await findPayableInvoice(tx, token)
    logged.accountId = invoice.accountId
    await rememberLocale(tx, invoice, locale)
  })
  return seeOther(`/${page}/${token}`, localeCookie(locale))
})

function parseLanguage(fields: URLSearchParams): { locale: Locale; page: 'pay' | 'thank-you' } {
  const locale = readLocaleChoice(fields)
  return { locale, page: fields.get('page') === 'thank-you' ? 'thank-you' : 'pay' }
}

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
  return publicLogo(vendor.id, search)
})
