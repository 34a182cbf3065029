import type { OrmTransaction } from '@/lib/db/transaction'
import type { Actor } from './actor'

/*
 * What a vendor does on the dashboard alone. It runs in this process, on connections of its own, beside the requests that the
 * service answers.
 */

/** The minor units by which an act lowered what is due of an invoice, or the code of its refusal. */
export type ActAnswer = number | string

/** Credits an open invoice; null: all that can be credited. `linesMinor` is without a fee on top. */
export function creditLines(actor: Actor, invoiceId: string, linesMinor: number | null): Promise<ActAnswer> {
  return answerOf(async (tx) => {
    const { creditInvoice } = await import('@/lib/payments/credit-invoice')
    const subject = { accountId: actor.account.id, invoiceId }
    const amountMinor = linesMinor === null ? null : BigInt(linesMinor)
    const wish = { amountMinor, items: null, note: null, mailsCustomer: false }
    return (await creditInvoice(tx, subject, wish)).credit.amountMinor
  })
}

/** Records a payment outside the wallet; null: all that is left to pay. */
export function recordPayment(
  actor: Actor,
  invoiceId: string,
  amountMinor: number | null,
): Promise<ActAnswer> {
  return answerOf(async (tx) => {
    const { recordOutsidePayment } = await import('@/lib/payments/outside-payment')
    const subject = { accountId: actor.account.id, invoiceId }
    const { payment } = await recordOutsidePayment(tx, subject, {
      method: 'bank_transfer',
      amountMinor: amountMinor === null ? null : BigInt(amountMinor),
      receivedOn: new Date('2026-01-05'),
      reference: null,
      mailsReceipt: false,
    })
    return payment.amountMinor
  })
}

async function answerOf(act: (tx: OrmTransaction) => Promise<bigint>): Promise<ActAnswer> {
  const { inOrmTransaction } = await import('@/lib/db/transaction')
  const { DomainError } = await import('@/lib/errors')
  try {
    return Number(await inOrmTransaction(act))
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}
