import { database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { totalMinor } from '@/lib/invoices/invoice'
import { payInvoice } from '@/lib/payments/settle-payment'
import { now, setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { buildInvoice } from '@/prisma/seed/builders'
import { walletBalances } from './accounts'

export const DAY_MS = 24 * 60 * 60_000

/** Moves the clock on from the real time; `setClock(null)` restores it. */
export function inDays(days: number): void {
  setClock(() => new Date(Date.now() + days * DAY_MS))
}

export type PaidInvoice = {
  accountId: string
  invoiceId: string
  currency: string
  paymentId: string
  /** Stripe's reference of the payment. */
  reference: string
}

/** What settles an invoice that a card paid. */
export const BY_CARD = { method: 'card', paidWith: { name: 'Visa', last4: '4242' }, receiptOrder: 1 }

/** An invoice with a payment through Stripe. Base amount in minor units. */
export async function paidInvoice(
  account: Account,
  amountMinor = 10_000n,
  currency = 'USD',
): Promise<PaidInvoice> {
  const invoice = await buildInvoice(account, { amountMinor, currency })
  const { accountId, id: invoiceId } = invoice
  const reference = `pi_${newId()}`
  const paymentId = newId()
  await inTransaction((tx) => payInvoice(tx, { accountId, invoiceId }, BY_CARD))
  await database().payment.create({
    data: {
      accountId,
      id: paymentId,
      invoiceId,
      provider: 'stripe',
      sessionReference: `cs_${paymentId}`,
      status: 'SUCCEEDED',
      amountMinor: totalMinor(invoice),
      currency,
      paidWith: BY_CARD.paidWith.name,
      paidWithLast4: BY_CARD.paidWith.last4,
      receiptNumber: BY_CARD.receiptOrder,
      providerReference: reference,
      createdAt: now(),
      settledAt: now(),
    },
  })
  return { accountId, invoiceId, currency, paymentId, reference }
}

/** The vendor's money in US dollars, in cents. */
export async function moneyOf(account: Account) {
  const [usd] = await inOrmTransaction((tx) => walletBalances(tx, account.id))
  return {
    available: usd?.availableMinor ?? 0n,
    pending: usd?.pendingMinor ?? 0n,
    owed: usd?.owedMinor ?? 0n,
  }
}
