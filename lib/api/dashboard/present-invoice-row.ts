import { formatIsoDate } from '@/lib/dates'
import { STATUS_LABELS, totalMinor } from '@/lib/domain/invoices/invoice-snapshot'
import type { InvoiceSummary } from '@/lib/domain/invoices/list-invoices'
import { formatMajor } from '@/lib/money'

/** An amount in major units with all of the currency's decimals: `1234.50`. */
export type AmountView = { amount: string; currency: string }

export function presentAmount(amountMinor: bigint, currency: string): AmountView {
  return { amount: formatMajor(amountMinor, currency), currency }
}

export type InvoiceRow = {
  id: string
  customerId: string
  customerName: string
  email: string
  total: AmountView
  status: InvoiceSummary['status']
  statusLabel: string
  /** `YYYY-MM-DD` */
  dueDate: string
  /** ISO 8601 in UTC, as every time of the dashboard's answers. */
  createdAt: string
}

export function presentInvoiceRow(invoice: InvoiceSummary): InvoiceRow {
  return {
    id: invoice.id,
    customerId: invoice.customerId,
    customerName: invoice.customer.name,
    email: invoice.email,
    total: presentAmount(totalMinor(invoice), invoice.currency),
    status: invoice.status,
    statusLabel: STATUS_LABELS[invoice.status],
    dueDate: formatIsoDate(invoice.dueDate),
    createdAt: invoice.createdAt.toISOString(),
  }
}
