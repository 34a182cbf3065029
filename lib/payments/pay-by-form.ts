import { type Operation, operation } from '@/lib/api/operation'
import { decrypt, encrypt } from '@/lib/crypto/secrets'
import { DomainError } from '@/lib/errors'
import { cookieHeader, readCookie } from '@/lib/http/cookies'
import { parsePaymentToken } from '@/lib/http/links'
import { takeAddressToken } from '@/lib/http/rate-limit'
import { readBytes } from '@/lib/http/read-json-body'
import { refuseOtherOrigins, seeOther } from '@/lib/http/same-origin'
import { clientAddress } from '@/lib/http/served-request'
import { now } from '@/lib/time/clock'
import { takeCardPayment } from './api'
import { CARD_TEXT_LIMITS, type CardText, type CardTroubles, checkCardText } from './card'

/**
 * The payment form as a browser without JavaScript sends it. The answer always leads to a page: the vendor's
 * or our own after the payment, else back to the form, which shows what is wrong.
 */
export const payByForm: Operation = async (request) => {
  const answer = await takeForm(request)
  const token = new URL(request.url).pathname.split('/')[3] ?? ''
  // Show nothing for another site's form, or for an invalid link.
  if (answer.status < 400 || answer.status === 403 || !parsePaymentToken(token)) return answer
  const memory: PaymentFormMemory = { expiry: '', holder: '', troubles: {}, refusal: 'lost' }
  const headers = new Headers(answer.headers)
  headers.set('Location', pagePath(token))
  headers.set('Set-Cookie', rememberForm(token, memory))
  return new Response(null, { status: 303, headers })
}

const takeForm = operation('/api/pay/:token/form', async (call) => {
  refuseOtherOrigins(call.request)
  const token = call.params.token ?? ''
  // From here on the token becomes part of a URL and a cookie's path.
  if (!parsePaymentToken(token)) throw new DomainError('payment_link_not_found')
  const text = readCardText(await readBytes(call.request))
  const back = (memory: Partial<PaymentFormMemory>) =>
    seeOther(
      pagePath(token),
      rememberForm(token, {
        expiry: text.expiry,
        holder: text.holder,
        troubles: {},
        refusal: null,
        ...memory,
      }),
    )
  if (!(await takeAddressToken(clientAddress(), 'pay')).ok) return back({ refusal: 'too_many' })
  const { card, troubles } = checkCardText(text, now())
  if (!card) return back({ troubles })
  try {
    return seeOther(await takeCardPayment(call, card), forgetForm(token))
  } catch (error) {
    // The page finds out by itself that the card was declined, the invoice is paid, and so on.
    if (error instanceof DomainError) return back({})
    throw error
  }
})

/** Jumps to the part of the page that shows the outcome, below the fold on phones. */
const pagePath = (token: string) => `/pay/${token}#pay`

function readCardText(body: Buffer): CardText {
  const fields = new URLSearchParams(body.toString('utf8'))
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
 * What the form shows again after a submission without JavaScript: name, expiry date and errors. The card
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

function cookie(token: string, value: string, maxAgeSeconds: number): string {
  return cookieHeader(COOKIE, value, { path: `/pay/${token}`, maxAgeSeconds, sameSite: 'Strict' })
}

/** The memory in a request for the payment page, or null. */
export function recallForm(token: string, headers: Pick<Headers, 'get'>): PaymentFormMemory | null {
  const sealed = readCookie(headers, COOKIE)
  if (!sealed) return null
  try {
    return JSON.parse(decrypt('payment-form', token, sealed)) as PaymentFormMemory
  } catch {
    // Invalid for whatever reason, such as another page or key: treat it as missing.
    return null
  }
}
