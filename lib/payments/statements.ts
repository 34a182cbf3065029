import type { Mode, PaymentStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import { INVOICE_COLUMNS, type StoredInvoice } from '@/lib/invoices/statements'

/** An invoice by its payment link, with its vendor, and its live payment if it has one. */
export const findPayableRow = statement<
  [accountId: string, payToken: string],
  StoredInvoice & {
    mode: Mode
    vendorId: string
    vendorName: string
    bannedAt: Date | null
    liveApprovedAt: Date | null
    livePaymentId: string | null
    livePaymentStatus: PaymentStatus | null
  }
>(
  'find_payable_invoice',
  `WITH invoice AS (
     SELECT ${INVOICE_COLUMNS} FROM invoices WHERE account_id = $1::uuid AND pay_token = $2)
   SELECT invoice.*, accounts.mode, vendors.id AS "vendorId", vendors.name AS "vendorName",
          vendors.banned_at AS "bannedAt", vendors.live_approved_at AS "liveApprovedAt", live.id AS "livePaymentId", live.status AS "livePaymentStatus"
     FROM invoice
     JOIN accounts ON accounts.id = "accountId"
     JOIN vendors ON vendors.id = accounts.vendor_id
     LEFT JOIN payments AS live
       ON live.account_id = "accountId" AND live.invoice_id = invoice.id
      AND live.status IN ('PROCESSING', 'SUCCEEDED')`,
)

/** The reference of an invoice's latest checkout session at a provider. */
export const findLatestSession = statement<
  [accountId: string, invoiceId: string, provider: string],
  { reference: string }
>(
  'find_latest_session',
  `SELECT provider_reference AS reference FROM checkout_sessions
    WHERE account_id = $1::uuid AND invoice_id = $2::uuid AND provider = $3
    ORDER BY number DESC LIMIT 1`,
)

/**
 * Adds a payment. Returns no row, and adds nothing, if the invoice has a live one (`PROCESSING` or
 * `SUCCEEDED`), which a partial unique index finds: two tabs make one payment.
 */
export const addPayment = statement<
  [
    accountId: string,
    id: string,
    invoiceId: string,
    provider: string,
    sessionReference: string | null,
    status: PaymentStatus,
    amountMinor: bigint,
    currency: string,
    providerReference: string | null,
    leaseUntil: Date | null,
    nextAttemptAt: Date | null,
    createdAt: Date,
    settledAt: Date | null,
    /** The request that asks for it. */
    requestId: string | null,
  ],
  object
>(
  'add_payment',
  `INSERT INTO payments (account_id, id, invoice_id, provider, session_reference, status, amount_minor, currency,
                         provider_reference, lease_until, next_attempt_at, created_at, settled_at,
                         request_id)
   VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::payment_status, $7::bigint, $8, $9, $10::timestamptz,
           $11::timestamptz, $12::timestamptz, $13::timestamptz, $14::uuid)
   ON CONFLICT DO NOTHING
   RETURNING 1 AS added`,
)

/**
 * Settles a payment that is `PROCESSING` and ends its lease, no matter who holds it: the first outcome wins,
 * and a second one changes nothing and gets no row. Locks the invoice first, so that a void comes before or after it: a
 * payment of a voided invoice that succeeded is given back, from now on. Returns the status that the payment has, and
 * its request.
 */
export const settlePaymentRow = statement<
  [
    accountId: string,
    id: string,
    status: PaymentStatus,
    settledAt: Date,
    providerReference: string | null,
    declineCode: string | null,
  ],
  { status: PaymentStatus; requestId: string | null }
>(
  'settle_payment',
  `WITH invoice AS (
     SELECT $3::payment_status = 'SUCCEEDED' AND status = 'VOIDED' AS gives_back FROM invoices
      WHERE account_id = $1::uuid
        AND id = (SELECT invoice_id FROM payments WHERE account_id = $1::uuid AND id = $2::uuid)
        FOR NO KEY UPDATE)
   UPDATE payments
      SET status = CASE WHEN gives_back THEN 'REFUNDING' ELSE $3::payment_status END, settled_at = $4::timestamptz,
          lease_until = NULL, next_attempt_at = CASE WHEN gives_back THEN $4::timestamptz END,
          provider_reference = coalesce($5, provider_reference), decline_code = $6
     FROM invoice
    WHERE account_id = $1::uuid AND id = $2::uuid AND status = 'PROCESSING'
   RETURNING status, request_id AS "requestId"`,
)

/** The progress of a payment. */
export const findPaymentProgress = statement<
  [accountId: string, id: string],
  { status: PaymentStatus; attemptCount: number }
>(
  'find_payment_progress',
  `SELECT status, attempt_count AS "attemptCount" FROM payments WHERE account_id = $1::uuid AND id = $2::uuid`,
)

/** Locks an invoice until the end of the transaction, and reads whether it is voided by then. */
export const lockInvoiceStatus = statement<[accountId: string, invoiceId: string], { isVoided: boolean }>(
  'lock_invoice_status',
  `SELECT status = 'VOIDED' AS "isVoided" FROM invoices WHERE account_id = $1::uuid AND id = $2::uuid
      FOR NO KEY UPDATE`,
)

/** The mode of an account. */
export const findAccountMode = statement<[accountId: string], { mode: Mode }>(
  'find_account_mode',
  `SELECT mode FROM accounts WHERE id = $1::uuid`,
)
