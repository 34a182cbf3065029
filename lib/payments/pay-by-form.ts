import { decrypt, encrypt } from '@/lib/crypto/secrets'
import { DomainError } from '@/lib/errors'
import { cookieHeader, cookieName, readCookie } from '@/lib/http/cookies'
import { formBody } from '@/lib/http/input'
import { parsePaymentToken } from '@/lib/http/links'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { redirectAnswer, seeOther } from '@/lib/http/same-origin'
import { now } from '@/lib/time/clock'
import { takeCardPayment } from './buyer-call'
import { CARD_TEXT_LIMITS, type CardText, type CardTroubles, checkCardText } from './card'

export const payByForm = operation({
  method: 'POST',
  path: '/api/pay/{token}/form',
  summary: 'Pay an invoice by a plain form',
  description:
    'The payment form as a browser without JavaScript sends it. Leads to the vendor or our own page after the payment, else back to the form, which shows what is wrong.',
  tag: 'Payment pages',
  params: { token: 'The last segment of the payment link.' },
  access: anyone({ limit: 'pay' }),
  body: formBody(readCardText),
  answers: { 303: redirectAnswer },
  errors: [
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
  refused: ({ code, cause }, { params: { token = '' }, body }) => {
    // Show nothing for another site's form, or for an invalid link.
    if (code === 'cross_site_request' || !parsePaymentToken(token)) return null
    // The page finds out by itself that the card was declined, the invoice is paid, and so on.
    const refusal = code === 'rate_limited' ? 'too_many' : cause instanceof DomainError ? null : 'lost'
    const text = readCardText(new URLSearchParams(body.toString('utf8')))
    return backToForm(token, text, { troubles: {}, refusal })
  },
}).handle(async (call) => {
  const { token } = call.params
  // From here on the token becomes part of a URL and a cookie's path.
  if (!parsePaymentToken(token)) throw new DomainError('payment_link_not_found')
  const { card, troubles } = checkCardText(call.input, now())
  if (!card) return backToForm(token, call.input, { troubles, refusal: null })
  return seeOther(await takeCardPayment(call, card), forgetForm(token))
})

function backToForm(
  token: string,
  { expiry, holder }: CardText,
  outcome: Pick<PaymentFormMemory, 'troubles' | 'refusal'>,
) {
  // Jumps to the part of the page that shows the outcome, below the fold on phones.
  return seeOther(`/pay/${token}#pay`, rememberForm(token, { expiry, holder, ...outcome }))
}

function readCardText(fields: URLSearchParams): CardText {
  const read = (name: keyof CardText) =>
    (fields.get(name) ?? '').replace(/\p{Cc}/gu, ' ').slice(0, CARD_TEXT_LIMITS[name])
  return {
    number: read('number'),
    expiry: read('expiry'),
    securityCode: read('securityCode'),
    holder: read('holder'),
  }
}

/**
 * The parts that the form shows again after a submission without JavaScript: name, expiry date, errors. The card
 * number and security code are never part of it: nothing but the input holds them.
 */
export type PaymentFormMemory = Pick<CardText, 'expiry' | 'holder'> & {
  troubles: CardTroubles
  /** Why the whole form was refused, unless the invoice itself tells. */
  refusal: 'too_many' | 'lost' | null
}

const COOKIE = 'counterfoil-form'

/** Long enough to correct the form and reload the page; then the name is gone from the device. */
const MAX_AGE_SECONDS = 600

/**
 * The `Set-Cookie` header that carries the memory to the payment page: sent to that page only, and encrypted.
 */
function rememberForm(token: string, memory: PaymentFormMemory): string {
  const { expiry, holder, troubles, refusal } = memory
  const sealed = encrypt('payment-form', token, JSON.stringify({ expiry, holder, troubles, refusal }))
  return cookie(token, sealed, MAX_AGE_SECONDS)
}

/** The `Set-Cookie` header that deletes it. */
function forgetForm(token: string): string {
  return cookie(token, '', 0)
}

/** The path of the payment page, which alone gets the cookie. */
function pathOf(token: string): string {
  return `/pay/${token}`
}

function cookie(token: string, value: string, maxAgeSeconds: number): string {
  return cookieHeader(COOKIE, value, { path: pathOf(token), maxAgeSeconds, sameSite: 'Strict' })
}

/** The memory in a request for the payment page, or null. */
export function recallForm(token: string, headers: Pick<Headers, 'get'>): PaymentFormMemory | null {
  const sealed = readCookie(headers, cookieName(COOKIE, pathOf(token)))
  if (!sealed) return null
  try {
    return JSON.parse(decrypt('payment-form', token, sealed)) as PaymentFormMemory
  } catch {
    // Invalid for whatever reason, such as another page or key: treat it as missing.
    return null
  }
}
