import assert from 'node:assert/strict'
import { connectionPool } from '@/lib/db/client'
import { env } from '@/lib/env'
import { formBody } from '@/lib/http/input'
import { sandboxCheckoutUrl } from '@/lib/http/links'
import { operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { refuse } from '@/lib/http/refusals'
import { redirectAnswer, seeOther } from '@/lib/http/same-origin'
import { newId } from '@/lib/ids'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { hearFromPaymentProvider } from '@/lib/payments/provider-notifications'
import type { RehearsedPayment } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { declineWords, SANDBOX_CARDS } from '@/lib/providers/sandbox/cards'
import { type CheckoutPage, readCheckoutPage } from '@/lib/providers/sandbox/checkout-page'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now, signalAfter } from '@/lib/time/clock'

/* The sandbox's checkout, as a buyer finds it: a page of the provider's, which sends them back to ours. */

/** A session as its page shows it. */
export type SandboxCheckout = Pick<
  CheckoutPage,
  'reference' | 'status' | 'vendorName' | 'description' | 'successUrl' | 'cancelUrl'
> & {
  amount: AmountView
  /** Why the latest attempt was declined. */
  declined: string | null
  testCards: TestCard[]
}

/** `outcome`: the code of its decline, or `paid`. */
type TestCard = { number: string; outcome: SandboxOutcome }

export type SandboxOutcome = NonNullable<(typeof SANDBOX_CARDS)[number]['decline']> | 'paid'

/** A session for its page; null for an unknown one. */
export async function findSandboxCheckout(session: string): Promise<SandboxCheckout | null> {
  const page = isSession(session) ? await readCheckoutPage(connectionPool(), session, now()) : null
  if (!page) return null
  const { amountMinor, currency, decline, key: _, ...view } = page
  return {
    ...view,
    amount: presentAmount(amountMinor, currency),
    declined: decline && declineWords(decline),
    testCards: SANDBOX_CARDS.map(({ number, decline }) => ({ number, outcome: decline ?? 'paid' })),
  }
}

function isSession(text: string): boolean {
  return /^sbx_cs_[\w-]{32}$/.test(text)
}

/**
 * Has the sandbox decide about a card, and then tell us what became of it, as a provider does. A crash between the two
 * loses what it tells: a payment is found when we ask, and after a decline there is nothing to find.
 */
export async function payAtSandbox(payment: RehearsedPayment): Promise<Outcome<null>> {
  const provider = paymentProviderFor('test')
  assert(provider.rehearsal, 'the sandbox takes test cards')
  const { sessionReference } = payment
  const outcome = await provider.rehearsal.pay(payment, signalAfter(env.PROVIDER_TIMEOUT_MS))
  if (outcome.kind === 'accepted') await tell('paid', sessionReference)
  if (outcome.kind === 'rejected' && outcome.httpStatus === PAYMENT_REQUIRED) {
    await tell('failed', sessionReference)
  }
  return outcome
}

/** The HTTP status of a decline. */
const PAYMENT_REQUIRED = 402

async function tell(kind: 'paid' | 'failed', sessionReference: string): Promise<void> {
  const session = await readCheckoutPage(connectionPool(), sessionReference, now())
  const key = session?.key ?? null
  await hearFromPaymentProvider('sandbox', { kind, sessionReference, paymentReference: null, key })
}

/** The problem that the page explains above its form. */
export type CheckoutProblem = 'number' | 'expiry' | 'security_code' | 'too_many' | 'unanswered'

type CardForm = { number: string; expiry: string; securityCode: string }

export const paySandboxCheckout = operation({
  method: 'POST',
  path: '/api/providers/sandbox/checkout/{session}',
  summary: 'Pay at the sandbox',
  description:
    'The form of the sandbox’s own checkout page, which takes test cards alone. Leads back to the merchant after the payment, else to the page.',
  tag: 'Providers',
  params: { session: 'The reference of the checkout session.' },
  access: anyone({ limit: 'pay' }),
  body: formBody(readCardForm),
  answers: { 303: redirectAnswer },
  errors: ['not_found'],
  refused: ({ code }, { params: { session = '' } }) =>
    code === 'rate_limited' && isSession(session) ? seeOther(pageOf(session, 'too_many')) : null,
}).handle(async ({ params: { session }, input }) => {
  const checkout = (await findSandboxCheckout(session)) ?? refuse('not_found')
  if (checkout.status === 'paid') return seeOther(checkout.successUrl)
  // The page says that the session has expired.
  if (checkout.status === 'expired') return seeOther(pageOf(session))
  const problem = problemOf(input, now())
  if (problem) return seeOther(pageOf(session, problem))
  const outcome = await payAtSandbox({
    key: newId(),
    sessionReference: session,
    cardNumber: input.number,
  })
  // Paid already: the button was pressed twice, or in two tabs.
  const isPaid =
    outcome.kind === 'accepted' || (outcome.kind === 'rejected' && outcome.code === 'session_paid')
  if (isPaid) return seeOther(checkout.successUrl)
  return seeOther(pageOf(session, outcome.kind === 'unknown' ? 'unanswered' : undefined))
})

function pageOf(session: string, problem?: CheckoutProblem): string {
  return sandboxCheckoutUrl(session) + (problem ? `?problem=${problem}` : '')
}

const MAX_FIELD_CHARACTERS = 64

function readCardForm(fields: URLSearchParams): CardForm {
  const read = (name: string) => (fields.get(name) ?? '').trim().slice(0, MAX_FIELD_CHARACTERS)
  return {
    number: read('number'),
    expiry: read('expiry'),
    securityCode: read('securityCode'),
  }
}

function problemOf({ number, expiry, securityCode }: CardForm, at: Date): CheckoutProblem | null {
  if (!/^[\d\s-]{12,}$/.test(number)) return 'number'
  if (!isFuture(expiry, at)) return 'expiry'
  return /^\d{3,4}$/.test(securityCode) ? null : 'security_code'
}

/** A card is valid until its month, written `MM / YY`, is over. */
function isFuture(expiry: string, at: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(expiry) ?? []
  return month !== undefined && Date.UTC(2000 + Number(year), Number(month), 1) > at.getTime()
}
