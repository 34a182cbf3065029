import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { createSession, saveCheckoutSession } from '@/lib/invoices/issue-invoice'
import { due } from '@/lib/jobs/queue'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { LONG_TIMEOUT_MS, type PayableInvoice } from './payable-invoice.fixture'
import { type CheckoutKey, checkoutQueue } from './reconcile-checkout'
import { reconcilePayment } from './reconcile-payment'
import { paymentQueue } from './start-payment'

type Invoice = Pick<PayableInvoice, 'accountId' | 'invoiceId'>

/** The invoice's checkout sessions, oldest first. */
export function sessionsOf({ accountId, invoiceId }: Invoice) {
  return database().checkoutSession.findMany({ where: { accountId, invoiceId }, orderBy: { number: 'asc' } })
}

/** The invoice's latest checkout session. */
export async function latestSession(invoice: Invoice) {
  const session = (await sessionsOf(invoice)).at(-1)
  if (!session) throw new Error('the invoice has no session')
  return session
}

/** Adds an open session that a buyer was sent to, as a race may leave behind. */
export async function anotherSession({ accountId, invoiceId }: Invoice, provider: PaymentProvider) {
  const invoice = await database().invoice.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: invoiceId } },
    include: { items: true },
  })
  const key = `${invoiceId}:${newId()}`
  const asked = { key, returnUrl: 'https://example.com/return' }
  const { reference } = await createSession(invoice, asked, provider, LONG_TIMEOUT_MS)
  const createdAt = new Date()
  return inTransaction(async (tx) => {
    const number = await saveCheckoutSession(tx, {
      accountId,
      invoiceId,
      provider: provider.name,
      providerReference: reference,
      createdAt,
      nextAttemptAt: createdAt,
    })
    return tx.checkoutSession.findUniqueOrThrow({ where: { accountId_number: { accountId, number } } })
  })
}

/** The sessions that the worker would reconcile now. */
export async function dueCheckouts(): Promise<CheckoutKey[]> {
  const rows = await due(database(), checkoutQueue, { limit: 1000 })
  return rows.map(({ tenantId, id }) => ({ accountId: tenantId, sessionNumber: id }))
}

/** Runs the worker on the invoice's due payments. */
export async function workOnPayments(
  { accountId, invoiceId }: Invoice,
  provider: PaymentProvider,
  timeoutMs = LONG_TIMEOUT_MS,
): Promise<void> {
  const rows = await due(database(), paymentQueue, { limit: 1000 })
  const payments = await database().payment.findMany({ where: { accountId, invoiceId } })
  for (const { id: paymentId } of payments.filter(({ id }) => rows.some((row) => row.id === id))) {
    await reconcilePayment({ accountId, paymentId }, { providers: [provider], timeoutMs })
  }
}

/** A promise that the test resolves by calling `open`. */
export function gate(): { passed: Promise<void>; open: () => void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}
