import type { Actor } from './actor'
import { textAt } from './client'

/* Acts of a vendor that lower what is due of an open invoice. */

/** The minor units by which an act lowered what is due, or the words of its refusal. */
export type ActAnswer = number | string

/** Credits lines, in proportion. `linesMinor` is without a fee on top. */
export async function creditLines(actor: Actor, invoiceId: string, linesMinor: number): Promise<ActAnswer> {
  const { body } = await actor.post(`/invoice/${invoiceId}/credit`, { amount: String(linesMinor / 100) })
  const credit = body.credit as { amount: number } | undefined
  return credit ? Math.round(credit.amount * 100) : textAt(body, 'error')
}

/**
 * Records a payment outside the wallet; null: all that is left to pay. No program can, so it runs in this process, on a connection
 * of its own, beside the requests that the service answers.
 */
export async function recordPayment(
  actor: Actor,
  invoiceId: string,
  amountMinor: number | null,
): Promise<ActAnswer> {
  const { recordOutsidePayment } = await import('@/lib/payments/outside-payment')
  const { inOrmTransaction } = await import('@/lib/db/transaction')
  const { DomainError } = await import('@/lib/errors')
  const { refusalOf } = await import('@/lib/http/refusals')
  const subject = { accountId: actor.account.id, invoiceId }
  const wish = {
    method: 'bank_transfer',
    amountMinor: amountMinor === null ? null : BigInt(amountMinor),
    receivedOn: new Date('2026-01-05'),
    reference: null,
    mailsReceipt: false,
  } as const
  try {
    const { payment } = await inOrmTransaction((tx) => recordOutsidePayment(tx, subject, wish))
    return Number(payment.amountMinor)
  } catch (error) {
    if (error instanceof DomainError) return refusalOf(error).message
    throw error
  }
}

export const REFUSALS = {
  voided: 'Invoice was voided',
  paid: 'Invoice is already paid',
  creditTooLarge: 'Credit exceeds what is left to credit',
  paymentTooLarge: 'Payment exceeds the amount that is left to pay',
}
