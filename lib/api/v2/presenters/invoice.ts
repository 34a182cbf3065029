import { formatIsoDate, formatShortDate } from '@/lib/dates'
import { STATUS_LABELS, totalMinor } from '@/lib/domain/invoices/invoice-snapshot'
import type { SavedInvoice } from '@/lib/domain/invoices/save-invoice'
import { type JsonValue, jsonAmount, jsonQuantity } from '@/lib/json'
import { paymentLink } from '@/lib/links'

/** The contract's Invoice as its creation answers it; everywhere else it is `invoiceSnapshot`. */
export function presentNewInvoice(invoice: SavedInvoice): JsonValue {
  const { currency } = invoice
  return {
    id: invoice.id,
    amount: jsonAmount(totalMinor(invoice), currency),
    base_amount: jsonAmount(invoice.baseAmountMinor, currency),
    currency,
    payment_link: paymentLink(invoice.accountId, invoice.payToken),
    provider_checkout_session_id: Number(invoice.checkoutSessionNumber),
    status: STATUS_LABELS[invoice.status],
    email: invoice.email,
    customer_id: invoice.customerId,
    items: invoice.items.map((item) => ({
      title: item.title,
      qty: jsonQuantity(item.quantityMicros),
      price: jsonAmount(item.unitPriceMinor, currency),
    })),
    due_date: formatIsoDate(invoice.dueDate),
    created_on: formatShortDate(invoice.createdAt),
  }
}
