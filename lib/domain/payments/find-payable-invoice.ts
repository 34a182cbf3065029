import type { Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { parsePaymentToken } from '@/lib/links'
import { type InvoiceRecord, WITH_ITEMS } from '../invoices/invoice-snapshot'

export type PayableInvoice = {
  invoice: InvoiceRecord
  mode: Mode
  vendor: { id: string; name: string; isBanned: boolean }
  /** The attempt that is under way, or the one that paid: `transactionId` is its id. */
  livePayment: { transactionId: string; isPaid: boolean } | null
}

/** What a payment link's last segment leads to. `payment_link_not_found` for anything else. */
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
