import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { type InvoiceRecord, WITH_ITEMS } from './invoice-snapshot'

/** `invoice_not_found` for an id that is unknown, another account's, or no id at all. */
export async function findInvoice(
  tx: Transaction,
  accountId: string,
  invoiceId: string,
): Promise<InvoiceRecord> {
  const invoice = isId(invoiceId)
    ? await tx.invoice.findUnique({
        where: { accountId_id: { accountId, id: invoiceId } },
        include: WITH_ITEMS,
      })
    : null
  if (!invoice) throw new DomainError('invoice_not_found')
  return invoice
}

/** Every paid invoice of the customer, the latest payment first. */
export async function listPaidInvoices(
  tx: Transaction,
  accountId: string,
  customerId: string,
): Promise<InvoiceRecord[]> {
  return tx.invoice.findMany({
    where: { accountId, customerId, status: 'PAID' },
    include: WITH_ITEMS,
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
  })
}

/** The account that an invoice belongs to, for an operator who names the invoice alone. `invoice_not_found`. */
export async function findInvoiceAccount(tx: Transaction, invoiceId: string): Promise<string> {
  const invoice = isId(invoiceId) ? await tx.invoice.findFirst({ where: { id: invoiceId } }) : null
  if (!invoice) throw new DomainError('invoice_not_found')
  return invoice.accountId
}
