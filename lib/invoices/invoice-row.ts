import { z } from 'zod'
import { InvoiceStatus } from '@/lib/db/generated/enums'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { presentAmount } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import type { InvoiceSummary } from './invoice'
import { totalMinor } from './invoice'
import { marksOf } from './invoice-marks'
import { displayStatus, INVOICE_MARKS, type InvoiceMark } from './status'

export const invoiceRow = z.object({
  id: z.uuid(),
  number: z.string(),
  customerId: z.uuid(),
  customerName: z.string(),
  email: z.string(),
  total: amountView,
  status: z.enum(InvoiceStatus),
  displayStatus: z.string(),
  marks: z
    .array(z.enum(Object.keys(INVOICE_MARKS) as InvoiceMark[]))
    .describe('What is said beside the status: a declined payment, a paid part, refunds and disputes.'),
  declinedAt: moment
    .nullable()
    .describe('When the latest payment was declined; null unless it was the last news.'),
  dueDate: dayText,
  createdAt: moment,
})

export type InvoiceRow = z.infer<typeof invoiceRow>

export function presentInvoiceRow(invoice: InvoiceSummary): InvoiceRow {
  return {
    id: invoice.id,
    number: invoice.number,
    customerId: invoice.customerId,
    customerName: invoice.customer.name,
    email: invoice.email,
    total: presentAmount(totalMinor(invoice), invoice.currency),
    status: invoice.status,
    displayStatus: displayStatus(invoice),
    marks: marksOf(invoice),
    declinedAt: invoice.declinedAt?.toISOString() ?? null,
    dueDate: formatIsoDate(invoice.dueDate),
    createdAt: invoice.createdAt.toISOString(),
  }
}
