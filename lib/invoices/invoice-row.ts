import { type AmountView, presentAmount } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import type { InvoiceSummary } from './invoice'
import { STATUS_LABELS, totalMinor } from './invoice'

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
