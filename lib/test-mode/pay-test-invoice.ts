import { connectionPool } from '@/lib/db/client'
import { env } from '@/lib/env'
import { DomainError, isDomainError } from '@/lib/errors'
import { paymentToken } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { findInvoice } from '@/lib/invoices/invoice'
import { openHostedCheckout } from '@/lib/payments/open-hosted-checkout'
import { reconcileOpenCheckouts } from '@/lib/payments/reconcile-checkout'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { REFUND_CARDS, SANDBOX_CARDS } from '@/lib/providers/sandbox/cards'
import { payAtSandbox } from './sandbox-checkout'

const REFUNDED = {
  pending: 'refund_pending',
  fails: 'refund_fails',
  refused: 'refund_refused',
  lost_answer: 'refund_lost_answer',
} as const

/** The card of each outcome: `paid`, a decline, or paid with a refund that goes wrong. */
const CARDS: ReadonlyMap<string, string> = new Map([
  ...SANDBOX_CARDS.map(({ number, decline }): [string, string] => [outcomeOf(decline), number]),
  ...REFUND_CARDS.map(({ number, refund }): [string, string] => [REFUNDED[refund], number]),
])

function outcomeOf(decline: (typeof SANDBOX_CARDS)[number]['decline']): string {
  if (decline === null) return 'paid'
  return decline === 'card_declined' ? 'declined' : decline
}

export const PAYMENT_OUTCOMES = [...CARDS.keys()] as [string, ...string[]]

/**
 * Pays a test invoice with the sandbox card of the outcome, as its buyer would on the sandbox's checkout page; a
 * decline is a normal end, and so is a sandbox that doesn't answer. Throws `invoice_not_found`, `invoice_voided` and
 * `invoice_already_paid`.
 */
export async function payAsBuyer(accountId: string, invoiceId: string, outcome: string): Promise<void> {
  const { id, payToken } = await findInvoice(connectionPool(), accountId, invoiceId)
  const provider = paymentProviderFor('test')
  const options = { provider, timeoutMs: env.PROVIDER_TIMEOUT_MS }
  const sessionReference = await openSession(paymentToken(accountId, payToken), options)
  if (sessionReference === null) return
  const cardNumber = CARDS.get(outcome) ?? ''
  const paid = await payAtSandbox({ key: newId(), sessionReference, cardNumber })
  // As on the buyer's return, so that the answer has the outcome.
  await reconcileOpenCheckouts({ accountId, id }, { ...options, providers: [provider] })
  if (paid.kind === 'rejected' && paid.code === 'session_paid') throw new DomainError('invoice_already_paid')
  const { status } = await findInvoice(connectionPool(), accountId, id)
  // Voided while the sandbox took the money, which is on its way back.
  if (paid.kind === 'accepted' && status === 'VOIDED') throw new DomainError('invoice_voided')
}

/** The reference of the session in which a buyer would pay now; null if the sandbox doesn't answer. */
async function openSession(
  token: string,
  options: { provider: PaymentProvider; timeoutMs: number },
): Promise<string | null> {
  try {
    return (await openHostedCheckout(token, options)).reference
  } catch (error) {
    if (isDomainError(error, 'payment_provider_failed')) return null
    throw error
  }
}
