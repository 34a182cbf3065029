import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { paymentLink } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { openCheckout, planInvoice, saveInvoice } from '@/lib/invoices/issue-invoice'
import { walletBalances } from '@/lib/ledger/accounts'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { payAtSandbox } from '@/lib/test-mode/sandbox-checkout'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import { openHostedCheckout } from './open-hosted-checkout'
import { reconcileOpenCheckouts } from './reconcile-checkout'

/** For calls that are answered, even on a busy machine. */
export const LONG_TIMEOUT_MS = 20_000

export const GOOD_CARD = '4242424242424242'
export const BAD_CARD = '4000000000000002'

export type PayableInvoice = { account: Account; accountId: string; invoiceId: string; token: string }

/** A new vendor's invoice of 100.00 USD plus a fee of 3.20, with a webhook URL, and its payment token. */
export async function payableInvoice(
  provider: PaymentProvider,
  dueDate: Date | null = null,
): Promise<PayableInvoice> {
  const { test: account } = await buildVendor()
  const plan = await inOrmTransaction((tx) =>
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
  const invoice = await inOrmTransaction((tx) => saveInvoice(tx, plan, session, provider))
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
    database().webhookDelivery.findMany({ where, orderBy: { sequence: 'asc' } }),
    database().ledgerTransaction.count({ where: { accountId, referenceId: invoiceId } }),
    inOrmTransaction((tx) => walletBalances(tx, accountId)),
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

/**
 * Pays the invoice as its buyer does: presses the button of the payment page, enters a card on the sandbox's, and comes
 * back. Throws what the button throws.
 */
export async function payByCard(
  { accountId, invoiceId: id, token }: Omit<PayableInvoice, 'account'>,
  cardNumber = GOOD_CARD,
): Promise<Outcome<null>> {
  const provider = paymentProviderFor('test')
  const { reference } = await openHostedCheckout(token, { provider, timeoutMs: LONG_TIMEOUT_MS })
  const outcome = await payAtSandbox({ key: newId(), sessionReference: reference, cardNumber })
  await reconcileOpenCheckouts({ accountId, id }, { providers: [provider], timeoutMs: LONG_TIMEOUT_MS })
  return outcome
}
