import { CARD_TEXT_LIMITS, type CardText, checkCard } from '@/lib/card-text'
import { now } from '@/lib/clock'
import { DomainError } from '@/lib/errors'
import { parsePaymentToken } from '@/lib/links'
import { type Operation, operation } from './operation'
import { takeCardPayment } from './pay-invoice'
import { forgetForm, type PaymentFormMemory, rememberForm } from './payment-form-memory'
import { takeAddressToken } from './rate-limit'
import { readBytes } from './read-json-body'
import { refuseOtherOrigins } from './same-origin'
import { seeOther } from './see-other'

/**
 * The payment page's form as a browser without script sends it. Whatever comes of it, the answer leads on
 * to a page: the vendor's or our own after the payment, else back to the form, which says what is wrong.
 */
export const payByForm: Operation = async (request) => {
  const answer = await takeForm(request)
  const token = new URL(request.url).pathname.split('/')[3] ?? ''
  // Of another site's form and of no link at all nothing is shown.
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
  // From here on it is part of an address and of a cookie's path.
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
  if (!(await takeAddressToken(call.request.headers, 'pay')).ok) return back({ refusal: 'too_many' })
  const { card, troubles } = checkCard(text, now())
  if (!card) return back({ troubles })
  try {
    return seeOther(await takeCardPayment(call, card), forgetForm(token))
  } catch (error) {
    // The page reads for itself that the card was declined, that the invoice is paid, and so on.
    if (error instanceof DomainError) return back({})
    throw error
  }
})

/** To where the page tells what came of it, which on a phone lies below the fold. */
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
