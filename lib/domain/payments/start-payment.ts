import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { enqueue } from '@/lib/jobs/queue'
import { totalMinor } from '../invoices/invoice-snapshot'
import { findPayableInvoice } from './find-payable-invoice'

/** A payment that is being asked of the provider. */
export type StartedPayment = { accountId: string; id: string; invoiceId: string; sessionReference: string }

/**
 * Writes the intent to pay an invoice, to be committed before the provider is asked. Its id is the
 * provider's idempotency key.
 *
 * Refuses `payment_link_not_found`, `vendor_banned`, `invoice_already_paid`, and `payment_in_progress`
 * while another attempt is under way: two tabs make one payment.
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
        nextCheckAt: leaseUntil,
        createdAt,
      },
    ],
    skipDuplicates: true,
  })
  // The partial unique index let another tab in first, between our look and our insert.
  if (count !== 1) throw new DomainError('payment_in_progress')
  await enqueue(tx, 'reconcile_payment', { accountId, paymentId: id }, { key: id, runAt: leaseUntil })
  return { accountId, id, invoiceId, sessionReference: session.providerReference }
}
