import { setTimeout as delay } from 'node:timers/promises'
import { findBranding, publicLogo } from '@/lib/branding/branding'
import { decodeId } from '@/lib/crypto/base62'
import { rememberLocale } from '@/lib/customers/customer'
import { customerFields } from '@/lib/customers/customer-fields'
import { connectionPool, database } from '@/lib/db/client'
import { isStorableText } from '@/lib/db/storable-text'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { buyerLocale, localeCookie, readLocaleChoice, statedLocale } from '@/lib/http/buyer-locale'
import { formBody } from '@/lib/http/input'
import { jointReceiptUrl, paymentLink, portalUrl } from '@/lib/http/links'
import { type Call, operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { refuse } from '@/lib/http/refusals'
import { redirectAnswer, seeOther } from '@/lib/http/same-origin'
import { isLocale } from '@/lib/i18n/locale'
import { findInvoice } from '@/lib/invoices/invoice'
import { answerDrawing, pdfFile } from '@/lib/invoices/invoice-document'
import { findJointCheckout, MAX_JOINT_INVOICES, sameJointCheckout } from '@/lib/payments/joint-checkout'
import { jointCheckoutProvider, openJointCheckout } from '@/lib/payments/open-hosted-checkout'
import { reconcileJointCheckout } from '@/lib/payments/reconcile-checkout'
import { paymentProviders } from '@/lib/providers/registry'
import { readBillingForm, saveBillingDetails } from './billing-details'
import { type CheckoutProblem, choiceQuery, readChoice } from './invoice-choice'
import { findPortal, type Portal } from './portal'
import { forgottenSessionCookies, readSessionCookie, sessionCookies } from './portal-cookie'
import { endPortalSession, findPortalCustomer, openPortalLink, sendPortalLinkTo } from './portal-link'
import { readStatementFacts } from './portal-statement'

/* The forms of the customer portal, plain ones. Each leads back to a page of it. */

const TAG = 'Payment pages'
const PATH = '/api/pay/portal/{portal}'
const params = { portal: 'The last segment of the portal’s address.' }

/**
 * Longer than creating a mail takes, so that the response time does not reveal whether the vendor has a customer with the
 * email.
 */
const ANSWER_MS = 250

/** The portal of a call. Refuses with `not_found`. */
async function openPortal({
  params: { portal: key },
  logged,
}: Pick<Call, 'logged'> & { params: { portal: string } }): Promise<Portal> {
  const portal = (await findPortal(connectionPool(), key)) ?? refuse('not_found')
  logged.accountId = portal.accountId
  return portal
}

/** Back to the portal, whose page says why, since a person is waiting. */
const backToPortal = (path: string) => {
  return ({ code }: { code: string }, { params: { portal = '' } }: Pick<Call, 'params'>) =>
    code === 'rate_limited' ? seeOther(`/portal/${encodeURIComponent(portal)}${path}?problem=too_many`) : null
}

export const requestPortalLink = operation({
  method: 'POST',
  path: `${PATH}/link`,
  summary: 'Ask for a link into the portal',
  description:
    'Mails a link to the customer with the address. The answer is the same whether or not there is one.',
  tag: TAG,
  params,
  access: anyone({ limit: 'portal_link' }),
  body: formBody(readEmail),
  answers: { 303: redirectAnswer },
  errors: ['not_found'],
  refused: backToPortal(''),
}).handle(async (call) => {
  const portal = await openPortal(call)
  const { input: email, requestId } = call
  const page = portalUrl(portal.accountId)
  if (email === null) return seeOther(`${page}?problem=email`)
  const by = { locale: statedLocale(call.headers), requestId }
  await Promise.all([inTransaction((tx) => sendPortalLinkTo(tx, portal, email, by)), delay(ANSWER_MS)])
  return seeOther(`${page}?sent`)
})

/** Null for a text that is no email. */
function readEmail(form: URLSearchParams): string | null {
  const { data } = customerFields.shape.email.safeParse(form.get('email'))
  return data !== undefined && isStorableText(data) ? data : null
}

export const usePortalLink = operation({
  method: 'POST',
  path: `${PATH}/open/{token}`,
  summary: 'Open the portal',
  description: 'The button on the page of a mailed link, which works once. Sets the session’s cookies.',
  tag: TAG,
  params: { ...params, token: 'The last segment of the link.' },
  access: anyone({ limit: 'portal_link' }),
  answers: { 303: redirectAnswer },
  errors: ['not_found'],
  refused: backToPortal(''),
}).handle(async (call) => {
  const portal = await openPortal(call)
  const session = await openPortalLink(connectionPool(), portal, call.params.token)
  const page = portalUrl(portal.accountId)
  return session ? seeOther(page, ...sessionCookies(portal.key, session)) : seeOther(`${page}?problem=link`)
})

export const leavePortal = operation({
  method: 'POST',
  path: `${PATH}/leave`,
  summary: 'Leave the portal',
  description: 'Ends the session.',
  tag: TAG,
  params,
  access: anyone(),
  answers: { 303: redirectAnswer },
  errors: ['not_found'],
}).handle(async (call) => {
  const portal = await openPortal(call)
  await endPortalSession(connectionPool(), portal, readSessionCookie(call.headers, portal.key))
  return seeOther(portalUrl(portal.accountId), ...forgottenSessionCookies(portal.key))
})

export const enterBillingDetails = operation({
  method: 'POST',
  path: `${PATH}/details`,
  summary: 'Change one’s own billing details',
  description: 'The customer’s address, tax ID and phone. A field that is not sent is cleared.',
  tag: TAG,
  params,
  access: anyone({ limit: 'pay' }),
  body: formBody(readBillingForm),
  answers: { 303: redirectAnswer },
  errors: ['not_found'],
  refused: backToPortal('/details'),
}).handle(async (call) => {
  const portal = await openPortal(call)
  const session = readSessionCookie(call.headers, portal.key)
  const page = portalUrl(portal.accountId)
  const outcome = await inOrmTransaction(async (tx) => {
    const customer = await findPortalCustomer(tx, portal, session)
    return customer && saveBillingDetails(tx, portal, customer, call.input, { address: call.clientAddress })
  })
  if (outcome === null) return seeOther(`${page}?problem=ended`)
  if (outcome === 'refused') return seeOther(`${page}/details?problem=text`)
  return seeOther(outcome === 'saved' ? `${page}?saved` : `${page}/details?saved`)
})

/** Why the provider's page could not be opened, as the portal says it in `?problem=`. */
const PROBLEM_OF: Partial<Record<string, CheckoutProblem>> = {
  invoice_not_found: 'changed',
  invoices_changed: 'changed',
  invoice_already_paid: 'changed',
  payment_in_progress: 'processing',
  live_mode_unavailable: 'unavailable',
  payment_provider_failed: 'unavailable',
}

export const startJointCheckout = operation({
  method: 'POST',
  path: `${PATH}/checkout`,
  summary: 'Pay several invoices at once',
  description:
    'The form of the open invoices: leads to the page where the provider takes one payment for all that are selected, and with a single one to its payment page. Where one has changed meanwhile, it leads back with the selection.',
  tag: TAG,
  params,
  access: anyone({ limit: 'pay' }),
  body: formBody(readChoice),
  answers: { 303: redirectAnswer },
  errors: ['not_found'],
  refused: ({ code }, { params: { portal = '' }, body }) => {
    const parts = readChoice(new URLSearchParams(body.toString('utf8')))
    const page = `/portal/${encodeURIComponent(portal)}`
    return code === 'rate_limited' ? seeOther(page + choiceQuery(parts, { problem: 'too_many' })) : null
  },
}).handle(async (call) => {
  const portal = await openPortal(call)
  const { input: parts, headers, requestId } = call
  const { accountId, mode, vendorId } = portal
  const page = portalUrl(accountId)
  const back = (problem: CheckoutProblem) => seeOther(page + choiceQuery(parts, { problem }))
  const customer = await findPortalCustomer(connectionPool(), portal, readSessionCookie(headers, portal.key))
  if (!customer) return seeOther(`${page}?problem=ended`)
  const { id: customerId, email, country } = customer
  const [first, ...others] = parts
  if (!first) return back('nothing')
  if (parts.length > MAX_JOINT_INVOICES) return back('limit')
  const locale = statedLocale(headers)
  // Stored before the receipts are written.
  if (locale) await rememberLocale(database(), { accountId, customerId }, locale)
  try {
    const invoice = await findInvoice(connectionPool(), accountId, first.invoiceId)
    if (invoice.customerId !== customerId) return back('changed')
    if (others.length === 0) return seeOther(paymentLink(accountId, invoice.payToken))
    const { name: vendorName } = await findBranding(database(), vendorId)
    const choice = { accountId, customerId, email, vendorName, parts }
    const terms = { mode, vendorId, currency: invoice.currency, country }
    const provider = await jointCheckoutProvider(choice, terms, requestId)
    return seeOther((await openJointCheckout(choice, { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS })).url)
  } catch (error) {
    const problem = error instanceof DomainError ? PROBLEM_OF[error.code] : undefined
    if (!problem) throw error
    const id =
      problem === 'changed'
        ? await sameJointCheckout(connectionPool(), { accountId, customerId, parts })
        : null
    const key = { accountId, customerId, id: id ?? '' }
    // Pressed again after paying, on a page of before.
    const isPaid =
      id !== null && (await findJointCheckout(connectionPool(), key))?.some(({ payment }) => payment !== null)
    return isPaid ? seeOther(jointReceiptUrl(accountId, id)) : back(problem)
  }
})

/** What the portal says of a session that has booked nothing. Of one that is over, it says nothing: it may have been paid. */
const RETURN_QUERY = {
  known: {},
  unpaid: { problem: 'canceled' },
  unanswered: { problem: 'unavailable' },
} satisfies Partial<Record<string, { problem?: CheckoutProblem }>>

export const returnFromJointCheckout = operation({
  method: 'GET',
  path: `${PATH}/checkout/{checkout}/return`,
  summary: 'Return from the provider’s page',
  description:
    'From the payment of several invoices: leads to its receipts once it is confirmed, else to the portal with the selection.',
  tag: TAG,
  params: { ...params, checkout: 'The joint checkout.' },
  access: anyone({ limit: 'pay' }),
  answers: { 303: redirectAnswer },
  errors: ['not_found'],
  // The customer may have paid. The portal shows it once the worker or a notification has found out.
  refused: backToPortal(''),
}).handle(async (call) => {
  const portal = await openPortal(call)
  const { accountId } = portal
  const id = decodeId(call.params.checkout) ?? refuse('not_found')
  const page = portalUrl(accountId)
  // Ask now rather than wait for the notification: the customer is looking at the page.
  const progress = await reconcileJointCheckout(
    { accountId, id },
    { providers: paymentProviders(), timeoutMs: env.PROVIDER_TIMEOUT_MS },
  )
  const session = readSessionCookie(call.headers, portal.key)
  const customer = await findPortalCustomer(connectionPool(), portal, session)
  if (!customer) return seeOther(`${page}?problem=ended`)
  const key = { accountId, customerId: customer.id, id }
  const parts = (await findJointCheckout(connectionPool(), key)) ?? refuse('not_found')
  if (parts.some(({ payment }) => payment !== null)) return seeOther(jointReceiptUrl(accountId, id))
  if (progress === 'under_way') return seeOther(`${jointReceiptUrl(accountId, id)}?processing`)
  return seeOther(page + choiceQuery(parts, RETURN_QUERY[progress]))
})

export const choosePortalLanguage = operation({
  method: 'POST',
  path: `${PATH}/language`,
  summary: 'Choose the language',
  description:
    'The language switch of the portal. Mail to the customer who has opened it uses that language.',
  tag: TAG,
  params,
  access: anyone({ limit: 'pay' }),
  body: formBody((form) => ({ locale: readLocaleChoice(form), page: readPage(form) })),
  answers: { 303: redirectAnswer },
  errors: ['invalid_input', 'not_found'],
}).handle(async (call) => {
  const portal = await openPortal(call)
  const { locale, page } = call.input
  const session = readSessionCookie(call.headers, portal.key)
  const customer = await findPortalCustomer(connectionPool(), portal, session)
  if (customer) {
    await rememberLocale(database(), { accountId: portal.accountId, customerId: customer.id }, locale)
  }
  return seeOther(portalUrl(portal.accountId) + page, localeCookie(locale))
})

export const portalStatementPdf = operation({
  method: 'GET',
  path: `${PATH}/statement.pdf`,
  summary: 'Download the statement of a year',
  description:
    'In the language of `lang`, else in that of the portal. Leads back to the portal if the session has ended.',
  tag: TAG,
  params,
  access: anyone({ limit: 'document' }),
  answers: { 200: pdfFile, 303: redirectAnswer },
  errors: ['not_found'],
}).handle(async (call) => {
  const portal = await openPortal(call)
  const session = readSessionCookie(call.headers, portal.key)
  const customer = await findPortalCustomer(connectionPool(), portal, session)
  if (!customer) return seeOther(`${portalUrl(portal.accountId)}?problem=ended`)
  const lang = call.search.get('lang')
  const locale = isLocale(lang) ? lang : buyerLocale(call.headers)
  const facts = await readStatementFacts(portal, customer, { year: Number(call.search.get('year')), locale })
  return answerDrawing(portal.vendorId, call, {
    kind: 'statement',
    number: String(facts.year),
    draw: async () => (await import('@/lib/documents/render-statement')).renderStatementPdf(facts),
  })
})

/** The page of the portal to return to; empty for the first one. */
function readPage(form: URLSearchParams): string {
  const page = form.get('page') ?? ''
  return /^(details|statement|(open|paid)\/[0-9A-Za-z_]{1,64})$/.test(page) ? `/${page}` : ''
}

export const portalLogo = operation({
  method: 'GET',
  path: `${PATH}/logo`,
  summary: 'Read the vendor’s logo',
  description: 'The page’s URL contains the image’s digest, so that it never goes stale.',
  tag: TAG,
  params,
  access: anyone(),
  answers: { 200: { contentType: 'image/*', description: 'The stored picture' } },
  errors: ['not_found'],
}).handle(async (call) => publicLogo((await openPortal(call)).vendorId, call.search))
