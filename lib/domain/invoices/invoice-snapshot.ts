import { formatIsoDate, formatShortDate } from '@/lib/dates'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { type JsonValue, jsonAmount, jsonQuantity } from '@/lib/json'
import { paymentLink } from '@/lib/links'

/** An invoice with its items in order, as the domain's queries read it. */
export type InvoiceRecord = {
  accountId: string
  id: string
  customerId: string
  email: string
  currency: string
  baseAmountMinor: bigint
  feeAmountMinor: bigint
  status: InvoiceStatus
  dueDate: Date
  redirectUrl: string | null
  webhookUrl: string | null
  payToken: string
  provider: string | null
  paidAt: Date | null
  statusSequence: number
  createdAt: Date
  items: { title: string; quantityMicros: bigint; unitPriceMinor: bigint; lineAmountMinor: bigint }[]
}

export const WITH_ITEMS = { items: { orderBy: { position: 'asc' } } } as const

/** The contract's words for the statuses ("States and transitions"). */
export const STATUS_LABELS: Record<InvoiceStatus, string> = {
  CREATED: 'Invoice Created',
  PAID: 'Paid',
  UNPAID: 'Unpaid',
  FAILED: 'Failed',
}

/** What the buyer is charged, in minor units. */
export function totalMinor(invoice: Pick<InvoiceRecord, 'baseAmountMinor' | 'feeAmountMinor'>): bigint {
  return invoice.baseAmountMinor + invoice.feeAmountMinor
}

/** The invoice object of status look-up, customer detail and webhook: one shape for all three. */
export function invoiceSnapshot(invoice: InvoiceRecord): { [key: string]: JsonValue } {
  return {
    id: invoice.id,
    amount: jsonAmount(totalMinor(invoice), invoice.currency),
    currency: invoice.currency,
    email: invoice.email,
    provider: invoice.provider,
    status: STATUS_LABELS[invoice.status],
    created_on: formatShortDate(invoice.createdAt),
    paid_on: invoice.paidAt && formatShortDate(invoice.paidAt),
    payment_link: paymentLink(invoice.accountId, invoice.payToken),
    items: invoice.items.map((item) => ({
      name: item.title,
      qty: jsonQuantity(item.quantityMicros),
      price: jsonAmount(item.unitPriceMinor, invoice.currency),
    })),
    due_date: formatIsoDate(invoice.dueDate),
    customer_id: invoice.customerId,
  }
}
