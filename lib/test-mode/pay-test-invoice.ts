import { connectionPool } from '@/lib/db/client'
import { env } from '@/lib/env'
import { isDomainError } from '@/lib/errors'
import { paymentToken } from '@/lib/http/links'
import { findInvoice } from '@/lib/invoices/invoice'
import { payWithCard } from '@/lib/payments/pay-with-card'
import { paymentProviderFor } from '@/lib/providers/registry'
import { REFUND_CARDS, SANDBOX_CARDS } from '@/lib/providers/sandbox/charges'
import { now } from '@/lib/time/clock'

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
 * Pays a test invoice with the sandbox card of the outcome, as its buyer would on the payment page; a decline is a
 * normal end. Throws `invoice_not_found`, `invoice_voided`, `invoice_already_paid` and `payment_in_progress`.
 */
export async function payTestInvoice(accountId: string, invoiceId: string, outcome: string): Promise<void> {
  const { payToken } = await findInvoice(connectionPool(), accountId, invoiceId)
  const card = {
    number: CARDS.get(outcome) ?? '',
    expiryMonth: 12,
    expiryYear: now().getUTCFullYear() + 1,
    securityCode: '123',
    holder: 'Test buyer',
  }
  try {
    await payWithCard(paymentToken(accountId, payToken), card, {
      provider: paymentProviderFor('test'),
      timeoutMs: env.PROVIDER_TIMEOUT_MS,
    })
  } catch (error) {
    if (!isDomainError(error, 'payment_declined') && !isDomainError(error, 'payment_unknown')) throw error
  }
}
