import type { InvoiceStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'

/** An invoice as a line of a list. Amounts in minor units. */
export type InvoiceSummary = {
  id: string
  customerId: string
  email: string
  currency: string
  baseAmountMinor: bigint
  feeAmountMinor: bigint
  status: InvoiceStatus
  dueDate: Date
  createdAt: Date
  customer: { name: string }
}

/** The account's latest invoices, or one customer's, newest first. */
export async function listInvoices(
  tx: Transaction,
  accountId: string,
  { customerId, limit }: { customerId?: string; limit: number },
): Promise<InvoiceSummary[]> {
  return tx.invoice.findMany({
    where: { accountId, ...(customerId ? { customerId } : {}) },
    select: {
      id: true,
      customerId: true,
      email: true,
      currency: true,
      baseAmountMinor: true,
      feeAmountMinor: true,
      status: true,
      dueDate: true,
      createdAt: true,
      customer: { select: { name: true } },
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
}
