import type { Mode } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import { INVOICE_COLUMNS, type StoredInvoice } from '@/lib/invoices/statements'

/** An invoice by its payment link, with its vendor and the payment that paid it. */
export const findPayableRow = statement<
  { accountId: string; payToken: string },
  StoredInvoice & {
    mode: Mode
    vendorId: string
    vendorName: string
    bannedAt: Date | null
    liveApprovedAt: Date | null
    transactionId: string | null
  }
>(
  'find_payable_invoice',
  `WITH invoice AS (
     SELECT ${INVOICE_COLUMNS} FROM invoices WHERE account_id = :accountId::uuid AND pay_token = :payToken)
   SELECT invoice.*, accounts.mode, vendors.id AS "vendorId", vendors.name AS "vendorName",
          vendors.banned_at AS "bannedAt", vendors.live_approved_at AS "liveApprovedAt",
          payments.id AS "transactionId"
     FROM invoice
     JOIN accounts ON accounts.id = "accountId"
     JOIN vendors ON vendors.id = accounts.vendor_id
     LEFT JOIN payments
       ON payments.account_id = "accountId" AND payments.invoice_id = invoice.id
      AND payments.status = 'SUCCEEDED'`,
)

/**
 * Adds the payment of an invoice that was marked as paid. Returns no row, and adds nothing, if the invoice has one,
 * which a partial unique index finds.
 */
export const addPayment = statement<
  {
    accountId: string
    id: string
    invoiceId: string
    provider: string
    amountMinor: bigint
    currency: string
    at: Date
    /** The request that asks for it. */

    requestId: string | null
  },
  object
>(
  'add_payment',
  `INSERT INTO payments (account_id, id, invoice_id, provider, status, amount_minor, currency, created_at, settled_at,
                         request_id)
   VALUES (:accountId::uuid, :id::uuid, :invoiceId::uuid, :provider, 'SUCCEEDED', :amountMinor::bigint, :currency, :at::timestamptz, :at::timestamptz, :requestId::uuid)
   ON CONFLICT DO NOTHING
   RETURNING 1 AS added`,
)

/** Locks an invoice until the end of the transaction, and reads whether it is voided by then. */
export const lockInvoiceStatus = statement<{ accountId: string; invoiceId: string }, { isVoided: boolean }>(
  'lock_invoice_status',
  `SELECT status = 'VOIDED' AS "isVoided" FROM invoices WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid
      FOR NO KEY UPDATE`,
)

/** The mode of an account. */
export const findAccountMode = statement<{ accountId: string }, { mode: Mode }>(
  'find_account_mode',
  `SELECT mode FROM accounts WHERE id = :accountId::uuid`,
)
