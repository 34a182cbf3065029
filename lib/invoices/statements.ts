import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'

/** An invoice with its items, in order. */
export type InvoiceRow = {
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
  /** Title, quantity, unit price and line amount. Numbers are text: a JSON number would lose digits. */
  itemTexts: [string, string, string, string][] | null
}

const COLUMNS = `
  account_id AS "accountId", id, customer_id AS "customerId", email, currency,
  base_amount_minor AS "baseAmountMinor", fee_amount_minor AS "feeAmountMinor", status,
  due_date AS "dueDate", redirect_url AS "redirectUrl", webhook_url AS "webhookUrl", pay_token AS "payToken",
  provider, paid_at AS "paidAt", status_sequence AS "statusSequence", created_at AS "createdAt",
  (SELECT json_agg(json_build_array(title, quantity_micros::text, unit_price_minor::text,
                                    line_amount_minor::text) ORDER BY position)
     FROM invoice_items
    WHERE invoice_items.account_id = invoices.account_id AND invoice_id = invoices.id) AS "itemTexts"`

/** One invoice of the account. */
export const findInvoiceRow = statement<[accountId: string, invoiceId: string], InvoiceRow>(
  'find_invoice',
  `SELECT ${COLUMNS} FROM invoices WHERE account_id = $1::uuid AND id = $2::uuid`,
)

/** Every paid invoice of a customer, latest payment first, in the order of an index. */
export const listPaidInvoiceRows = statement<[accountId: string, customerId: string], InvoiceRow>(
  'list_paid_invoices',
  `SELECT ${COLUMNS} FROM invoices
    WHERE account_id = $1::uuid AND customer_id = $2::uuid AND status = 'PAID'
    ORDER BY paid_at DESC, id DESC`,
)
