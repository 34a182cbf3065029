import { z } from 'zod'
import { InvoiceStatus } from '@/lib/db/generated/enums'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { presentAmount } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import type { DueEdge } from '@/lib/vendors/due-edge'
import type { InvoiceSummary } from './invoice'
import { totalMinor } from './invoice'
import { marksOf } from './invoice-marks'
import { statusOnPages } from './overdue'
import { displayStatus, INVOICE_MARKS, INVOICE_STATUSES, type InvoiceMark } from './status'

const TONES = ['accent', 'success', 'warning', 'neutral'] as const

export const invoiceRow = z.object({
  id: z.uuid(),
  number: z.string(),
  customerId: z.uuid(),
  customerName: z.string(),
  email: z.string(),
  total: amountView,
  status: z.enum(InvoiceStatus),
  displayStatus: z.string(),
  tone: z.enum(TONES),
  marks: z
    .array(z.enum(Object.keys(INVOICE_MARKS) as InvoiceMark[]))
    .describe(
      'What is said beside the status: a declined payment, a paid or credited part, refunds and disputes.',
    ),
  declinedAt: moment
    .nullable()
    .describe('When the latest payment was declined; null unless it was the last news.'),
  dueDate: dayText,
  createdAt: moment,
})

export type InvoiceRow = z.infer<typeof invoiceRow>

export function presentInvoiceRow(invoice: InvoiceSummary, edge: DueEdge): InvoiceRow {
  const status = statusOnPages(invoice, edge)
  return {
    id: invoice.id,
    number: invoice.number,
    customerId: invoice.customerId,
    customerName: invoice.customer.name,
    email: invoice.email,
    total: presentAmount(totalMinor(invoice), invoice.currency),
    status: invoice.status,
    displayStatus: displayStatus(status, invoice),
    tone: INVOICE_STATUSES[status].tone,
    marks: marksOf(invoice),
    declinedAt: invoice.declinedAt?.toISOString() ?? null,
    dueDate: formatIsoDate(invoice.dueDate),
    createdAt: invoice.createdAt.toISOString(),
  }
}
