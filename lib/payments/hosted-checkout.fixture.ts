import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { checkoutQueue, saveCheckoutSession } from '@/lib/invoices/checkout-session'
import { totalMinor } from '@/lib/invoices/invoice'
import { createSession, sessionRequest } from '@/lib/invoices/issue-invoice'
import { askLeaseMs, leaseMs } from '@/lib/jobs/lease'
import type { Claim, RowKey } from '@/lib/jobs/queue'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { LONG_TIMEOUT_MS, type PayableInvoice } from './payable-invoice.fixture'
import { reconcileCheckout } from './reconcile-checkout'
import { reconcilePayment } from './reconcile-payment'
import { paymentQueue } from './refund-payment'

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
  // For its total, as if it had been opened before the invoice was paid.
  const unpaidInvoice = { ...invoice, status: 'CREATED' as const, vendorName: 'A vendor' }
  const request = {
    ...sessionRequest(unpaidInvoice, 'https://example.com/return'),
    key: `${invoiceId}:${newId()}`,
  }
  const { reference } = await createSession(request, provider, LONG_TIMEOUT_MS)
  const createdAt = new Date()
  return inOrmTransaction(async (tx) => {
    const number = await saveCheckoutSession(tx, {
      accountId,
      invoiceId,
      jointCheckoutId: null,
      provider: provider.name,
      providerReference: reference,
      amountMinor: totalMinor(invoice),
      createdAt,
      nextAttemptAt: createdAt,
    })
    return tx.checkoutSession.findUniqueOrThrow({ where: { accountId_number: { accountId, number } } })
  })
}

/** The sessions that the worker would reconcile now. */
export function dueCheckouts(): Promise<RowKey[]> {
  return due(checkoutQueue)
}

type Options = { providers: PaymentProvider[]; timeoutMs: number }

/** Does the worker's work on a session, if it is due and free. */
export function workOnCheckout(row: RowKey, options: Options): Promise<void> {
  const work = (claim: Claim) => reconcileCheckout(claim, options)
  return workOn({ queue: checkoutQueue, leaseMs: () => leaseMs(options.timeoutMs), work }, row)
}

/** Does the worker's work on a payment, if it is due and free. */
export function workOnPayment(row: RowKey, options: Options): Promise<void> {
  const work = (claim: Claim) => reconcilePayment(claim, options)
  return workOn({ queue: paymentQueue, leaseMs: () => askLeaseMs(options.timeoutMs), work }, row)
}

/** Runs the worker on the invoice's due payments. */
export async function workOnPayments(
  { accountId, invoiceId }: Invoice,
  provider: PaymentProvider,
  timeoutMs = LONG_TIMEOUT_MS,
): Promise<void> {
  for (const { id } of await database().payment.findMany({ where: { accountId, invoiceId } })) {
    await workOnPayment({ tenantId: accountId, id }, { providers: [provider], timeoutMs })
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
