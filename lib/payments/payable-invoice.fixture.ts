import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { paymentLink } from '@/lib/http/links'
import { openCheckout, planInvoice, saveInvoice } from '@/lib/invoices/issue-invoice'
import { walletBalances } from '@/lib/ledger/accounts'
import type { Card, Charge, ChargeRequest, PaymentProvider } from '@/lib/providers/payment-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'

export const TIMEOUT_MS = 1000

/** For calls that are answered, even on a busy machine. */
export const LONG_TIMEOUT_MS = 20_000

export const CARD: Card = {
  number: '4242424242424242',
  expiryMonth: 12,
  expiryYear: 2030,
  securityCode: '123',
  holder: 'Ada Lovelace',
}

export type PayableInvoice = { account: Account; accountId: string; invoiceId: string; token: string }

/** A new vendor's invoice of 100.00 USD plus a fee of 3.20, with a webhook URL, and its payment token. */
export async function payableInvoice(
  provider: PaymentProvider,
  dueDate: Date | null = null,
): Promise<PayableInvoice> {
  const { test: account } = await buildVendor()
  const plan = await inTransaction((tx) =>
    planInvoice(tx, account, {
      customer: { email: 'buyer@example.com' },
      currency: 'USD',
      items: [{ title: 'Work', quantityMicros: 1_000_000n, unitPriceMinor: 10_000n }],
      dueDate,
      redirectUrl: null,
      webhookUrl: 'https://receiver.example/hook',
    }),
  )
  const session = await openCheckout(plan, provider, LONG_TIMEOUT_MS)
  const invoice = await inTransaction((tx) => saveInvoice(tx, plan, session, provider))
  const token = paymentLink(account.id, invoice.payToken).split('/pay/')[1] ?? ''
  return { account, accountId: account.id, invoiceId: invoice.id, token }
}

/** The records of an invoice. */
export async function booksOf({ accountId, invoiceId }: PayableInvoice) {
  const where = { accountId, invoiceId }
  const [invoice, payments, changes, events, transactions, wallet] = await Promise.all([
    database().invoice.findFirstOrThrow({ where: { accountId, id: invoiceId } }),
    database().payment.findMany({ where, orderBy: { id: 'asc' } }),
    database().invoiceStatusChange.findMany({ where, orderBy: { sequence: 'asc' } }),
    database().webhookEvent.findMany({ where, orderBy: { sequence: 'asc' } }),
    database().ledgerTransaction.count({ where: { accountId, referenceId: invoiceId } }),
    inTransaction((tx) => walletBalances(tx, accountId)),
  ])
  return {
    status: invoice.status,
    payments: payments.map((payment) => payment.status),
    history: changes.map((change) => `${change.fromStatus}>${change.toStatus}`),
    events: events.map((event) => JSON.parse(event.payload).invoice.status as string),
    transactions,
    availableMinor: wallet[0]?.availableMinor ?? 0n,
  }
}

export const PAID_ONCE = {
  status: 'PAID',
  history: ['CREATED>PAID'],
  events: ['Paid'],
  transactions: 1,
  availableMinor: 10_000n,
}

export const UNPAID = { status: 'CREATED', history: [], events: [], transactions: 0, availableMinor: 0n }

/** The provider with a replaced `charge`. */
export function chargingBy(
  provider: PaymentProvider,
  charge: (request: ChargeRequest, signal: AbortSignal) => Promise<Outcome<Charge>>,
): PaymentProvider {
  if (!provider.cards) throw new Error('the provider takes no cards')
  return { ...provider, cards: { ...provider.cards, charge } }
}
