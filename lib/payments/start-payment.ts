import type { Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { parsePaymentToken } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { type InvoiceRecord, totalMinor, WITH_ITEMS } from '@/lib/invoices/invoice'
import { ASK_AGAIN } from '@/lib/jobs/lease'
import { type LeasedQueue, wake } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'

/** Payments, and refunds of second payments, whose outcome the provider has yet to give. */
export const paymentQueue: LeasedQueue = {
  job: 'reconcile_payment',
  table: 'payments',
  tenantColumn: 'account_id',
  idColumn: 'id',
  backOff: ASK_AGAIN,
}

export type PayableInvoice = {
  invoice: InvoiceRecord
  mode: Mode
  vendor: { id: string; name: string; isBanned: boolean }
  /** The attempt in progress, or the one that paid; `transactionId` is its id. */
  livePayment: { transactionId: string; isPaid: boolean } | null
}

/** The invoice for a payment link's token. Throws `payment_link_not_found` if there is none. */
export async function findPayableInvoice(tx: Transaction, token: string): Promise<PayableInvoice> {
  const where = parsePaymentToken(token)
  const invoice = where
    ? await tx.invoice.findUnique({ where: { accountId_payToken: where }, include: WITH_ITEMS })
    : null
  if (!invoice) throw new DomainError('payment_link_not_found')
  const { accountId, id: invoiceId } = invoice
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, include: { vendor: true } })
  const live = await tx.payment.findFirst({
    where: { accountId, invoiceId, status: { in: ['PROCESSING', 'SUCCEEDED'] } },
    select: { id: true, status: true },
  })
  return {
    invoice,
    mode: account.mode,
    vendor: {
      id: account.vendorId,
      name: account.vendor.name,
      isBanned: account.vendor.bannedAt !== null,
    },
    livePayment: live && { transactionId: live.id, isPaid: live.status === 'SUCCEEDED' },
  }
}

/** A payment that the provider is being asked for. */
export type StartedPayment = {
  accountId: string
  id: string
  invoiceId: string
  sessionReference: string
  leaseUntil: Date
}

/**
 * Records the intent to pay an invoice; commit it before calling the provider. The payment's id is the
 * provider's idempotency key.
 *
 * Throws `payment_link_not_found`, `vendor_banned`, `invoice_already_paid`, and `payment_in_progress` while
 * another attempt is running: two tabs make one payment.
 */
export async function startPayment(
  tx: Transaction,
  token: string,
  options: { providerName: string; leaseMs: number },
): Promise<StartedPayment> {
  const { invoice, vendor, livePayment } = await findPayableInvoice(tx, token)
  if (vendor.isBanned) throw new DomainError('vendor_banned')
  if (invoice.status === 'PAID' || livePayment?.isPaid) throw new DomainError('invoice_already_paid')
  if (livePayment) throw new DomainError('payment_in_progress')
  const { accountId, id: invoiceId } = invoice
  const session = await tx.checkoutSession.findFirstOrThrow({
    where: { accountId, invoiceId, provider: options.providerName },
    orderBy: { number: 'desc' },
  })
  const id = newId()
  const createdAt = now()
  const leaseUntil = new Date(createdAt.getTime() + options.leaseMs)
  const { count } = await tx.payment.createMany({
    data: [
      {
        accountId,
        id,
        invoiceId,
        provider: options.providerName,
        sessionReference: session.providerReference,
        amountMinor: totalMinor(invoice),
        currency: invoice.currency,
        leaseUntil,
        nextAttemptAt: leaseUntil,
        createdAt,
      },
    ],
    skipDuplicates: true,
  })
  // The partial unique index admitted another tab between our check and our insert.
  if (count !== 1) throw new DomainError('payment_in_progress')
  await wake(tx, paymentQueue, { tenantId: accountId, id }, leaseUntil)
  return { accountId, id, invoiceId, sessionReference: session.providerReference, leaseUntil }
}

/** The decline code of the latest attempt to pay the invoice, or null. */
export async function findLastDecline(
  tx: Transaction,
  { accountId, id }: { accountId: string; id: string },
): Promise<string | null> {
  const latest = await tx.payment.findFirst({
    where: { accountId, invoiceId: id },
    orderBy: { id: 'desc' },
    select: { status: true, declineCode: true },
  })
  return latest?.status === 'DECLINED' ? latest.declineCode : null
}

/** Whether a buyer was sent to the provider's page for the invoice and the outcome is not known yet. */
export async function isPaymentAwaited(
  tx: Transaction,
  { accountId, id: invoiceId }: { accountId: string; id: string },
): Promise<boolean> {
  const session = await tx.checkoutSession.findFirst({
    where: { accountId, invoiceId, state: 'OPEN', nextAttemptAt: { not: null } },
    select: { number: true },
  })
  return session !== null
}
