import assert from 'node:assert/strict'
import type { Mode } from '@/lib/db/generated/enums'
import type { Runner } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { parsePaymentToken } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { type InvoiceRecord, totalMinor, withItems } from '@/lib/invoices/invoice'
import type { LeasedQueue } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'
import { isApproved } from '@/lib/vendors/account'
import { addPayment, findLatestSession, findPayableRow } from './statements'

/**
 * Payments, and refunds of second payments, whose outcome the provider has yet to give; and payments of which
 * it has reported a refund or dispute.
 */
export const paymentQueue: LeasedQueue = {
  table: 'payments',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

export type PayableInvoice = {
  invoice: InvoiceRecord
  mode: Mode
  /** `isClosed`: banned or, in live mode, not approved: its invoices can't be paid. */
  vendor: { id: string; name: string; isClosed: boolean }
  /** The attempt in progress, or the one that paid; `transactionId` is its id. */
  livePayment: { transactionId: string; isPaid: boolean } | null
}

/** The invoice for a payment link's token. Throws `payment_link_not_found` if there is none. */
export async function findPayableInvoice(on: Runner, token: string): Promise<PayableInvoice> {
  const where = parsePaymentToken(token)
  const [row] = where ? await findPayableRow(on, where.accountId, where.payToken) : []
  if (!row) throw new DomainError('payment_link_not_found')
  const {
    mode,
    vendorId,
    vendorName,
    bannedAt,
    liveApprovedAt,
    livePaymentId,
    livePaymentStatus,
    ...invoice
  } = row
  return {
    invoice: withItems(invoice),
    mode,
    vendor: {
      id: vendorId,
      name: vendorName,
      isClosed: bannedAt !== null || !isApproved(mode, { liveApprovedAt }),
    },
    livePayment: livePaymentId
      ? { transactionId: livePaymentId, isPaid: livePaymentStatus === 'SUCCEEDED' }
      : null,
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
 * Throws `payment_link_not_found`, `vendor_banned`, `invoice_voided`, `invoice_already_paid`, and `payment_in_progress`
 * while another attempt is running: two tabs make one payment.
 */
export async function startPayment(
  tx: Runner,
  token: string,
  options: { providerName: string; leaseMs: number; requestId?: string },
): Promise<StartedPayment> {
  const { invoice, vendor, livePayment } = await findPayableInvoice(tx, token)
  if (vendor.isClosed) throw new DomainError('vendor_banned')
  if (invoice.status === 'VOIDED') throw new DomainError('invoice_voided')
  if (invoice.status === 'PAID' || livePayment?.isPaid) throw new DomainError('invoice_already_paid')
  if (livePayment) throw new DomainError('payment_in_progress')
  const { accountId, id: invoiceId } = invoice
  const [session] = await findLatestSession(tx, accountId, invoiceId, options.providerName)
  assert(session, 'an invoice is created with a checkout session')
  const id = newId()
  const createdAt = now()
  const leaseUntil = new Date(createdAt.getTime() + options.leaseMs)
  const added = await addPayment(
    tx,
    accountId,
    id,
    invoiceId,
    options.providerName,
    session.reference,
    'PROCESSING',
    totalMinor(invoice),
    invoice.currency,
    null,
    leaseUntil,
    leaseUntil,
    createdAt,
    null,
    options.requestId ?? null,
  )
  // The partial unique index admitted another tab between our check and our insert.
  if (added.length !== 1) throw new DomainError('payment_in_progress')
  return { accountId, id, invoiceId, sessionReference: session.reference, leaseUntil }
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

/** True if a buyer was sent to the provider's page for the invoice and the outcome is not known yet. */
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
