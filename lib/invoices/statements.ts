import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import { type MailRow, mailCtes } from '@/lib/mail/queue-mail'

/** An invoice with its items, in order. */
export type StoredInvoice = {
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
export const findInvoiceRow = statement<[accountId: string, invoiceId: string], StoredInvoice>(
  'find_invoice',
  `SELECT ${COLUMNS} FROM invoices WHERE account_id = $1::uuid AND id = $2::uuid`,
)

/** Every paid invoice of a customer, latest payment first, in the order of an index. */
export const listPaidInvoiceRows = statement<[accountId: string, customerId: string], StoredInvoice>(
  'list_paid_invoices',
  `SELECT ${COLUMNS} FROM invoices
    WHERE account_id = $1::uuid AND customer_id = $2::uuid AND status = 'PAID'
    ORDER BY paid_at DESC, id DESC`,
)

/**
 * Saves an invoice with its items, the mail to its buyer, and a checkout session under the account's next
 * number, which it returns. Run it last in its transaction, if it has one: the account's counter stays locked
 * until the end.
 */
export const saveInvoiceRows = statement<
  [
    accountId: string,
    id: string,
    customerId: string,
    email: string,
    currency: string,
    baseAmountMinor: bigint,
    feeAmountMinor: bigint,
    dueDate: string,
    redirectUrl: string | null,
    webhookUrl: string | null,
    payToken: string,
    createdAt: Date,
    titles: string[],
    quantitiesMicros: bigint[],
    unitPricesMinor: bigint[],
    lineAmountsMinor: bigint[],
    provider: string,
    providerReference: string,
    ...mail: MailRow,
  ],
  { number: bigint }
>(
  'save_invoice',
  `WITH invoice AS (
     INSERT INTO invoices (account_id, id, customer_id, email, currency, base_amount_minor, fee_amount_minor,
                           due_date, redirect_url, webhook_url, pay_token, created_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::bigint, $7::bigint, $8::date, $9, $10, $11,
             $12::timestamptz)),
   items AS (
     INSERT INTO invoice_items (account_id, invoice_id, title, quantity_micros, unit_price_minor,
                                line_amount_minor, position)
     SELECT $1::uuid, $2::uuid, item.*
       FROM unnest($13::text[], $14::bigint[], $15::bigint[], $16::bigint[]) WITH ORDINALITY AS item),
   counted AS (
     UPDATE accounts SET checkout_count = checkout_count + 1 WHERE id = $1::uuid RETURNING checkout_count),
   session AS (
     INSERT INTO checkout_sessions (account_id, number, invoice_id, provider, provider_reference, created_at)
     SELECT $1::uuid, checkout_count, $2::uuid, $17, $18, $12::timestamptz FROM counted
     RETURNING number),
   ${mailCtes(19)}
   SELECT number, (SELECT job FROM queued_mail) AS job FROM session`,
)
