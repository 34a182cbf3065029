import { SELLER_OF_ACCOUNT, type SellerRecord } from '@/lib/branding/seller'
import { type BilledTo, billedToOf } from '@/lib/customers/customer'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { rowStatement, rowsOfAccount, statement } from '@/lib/db/statement'
import { eventCte } from '@/lib/events/record-event'
import { insertMail, MAIL_COLUMNS, type MailRow } from '@/lib/mail/queue-mail'
import { takeNumbers } from '@/lib/vendors/account'

/** An invoice with its items, in order. */
export type StoredInvoice = {
  accountId: string
  id: string
  /** As printed, such as `INV-0042`. */
  number: string
  customerId: string
  email: string
  /** Others who get a copy of each mail about it, without the email itself. */
  copyEmails: string[]
  currency: string
  baseAmountMinor: bigint
  feeAmountMinor: bigint
  /** The fee that the vendor pays out of the base amount. */
  vendorFeeMinor: bigint
  /** True if a refund gives the fee back. */
  returnsFee: boolean
  /** The sum of the payments that were recorded outside the wallet. */
  outsideMinor: bigint
  /** The sum of the credit notes issued before the payment. */
  creditedMinor: bigint
  discountMinor: bigint
  /** The rate of a discount that was given in percent. */
  discountPpm: number | null
  /** In lines; null for the customer's own address. */
  billingAddress: string | null
  notes: string | null
  status: InvoiceStatus
  dueDate: Date
  redirectUrl: string | null
  webhookUrl: string | null
  payToken: string
  paymentMethod: string | null
  paidAt: Date | null
  voidedAt: Date | null
  /** The status that the API shows of a voided invoice. */
  voidedFrom: InvoiceStatus | null
  statusSequence: number
  /** Number of changes of its details. */
  revision: number
  createdAt: Date
  /** The vendor's own number. */
  reference: string | null
  /** JSON text. */
  metadata: string | null
  /** As it was when the invoice was issued; null before. */
  seller: SellerRecord | null
  /** The customer as it was then; null for an invoice that shows the customer of today. */
  billedTo: BilledTo | null
  /**
   * Title, quantity, unit price, line amount, discount and tax, then the tax's name, rate and whether it is contained.
   * Amounts are text: a JSON number would lose digits.
   */
  itemTexts:
    | [string, string, string, string, string, string, string | null, number | null, boolean | null][]
    | null
}

/** The columns of a `StoredInvoice` but for its items, from `invoices` alone. */
const INVOICE_ROW = `
  invoices.account_id AS "accountId", id, number, customer_id AS "customerId", email, copy_emails AS "copyEmails", currency,
  base_amount_minor AS "baseAmountMinor", fee_amount_minor AS "feeAmountMinor", vendor_fee_minor AS "vendorFeeMinor",
  returns_fee AS "returnsFee", outside_minor AS "outsideMinor", credited_minor AS "creditedMinor", discount_minor AS "discountMinor", discount_ppm AS "discountPpm", billing_address AS "billingAddress", notes, status,
  due_date AS "dueDate", redirect_url AS "redirectUrl", webhook_url AS "webhookUrl", pay_token AS "payToken",
  payment_method AS "paymentMethod", paid_at AS "paidAt", voided_at AS "voidedAt", voided_from AS "voidedFrom", status_sequence AS "statusSequence", revision, created_at AS "createdAt",
  reference, metadata::text AS metadata, seller, billed_to AS "billedTo"`

/** The items of an invoice of the account `:accountId`, which is a row of `invoice`. */
function itemTextsOf(invoice: string): string {
  return `(SELECT json_agg(json_build_array(title, quantity_micros::text, unit_price_minor::text,
                                    line_amount_minor::text, invoice_items.discount_minor::text, tax_minor::text,
                                    tax_name, tax_rate_ppm, tax_inclusive) ORDER BY position)
     FROM invoice_items
    WHERE invoice_items.account_id = :accountId::uuid AND invoice_id = ${invoice}.id) AS "itemTexts"`
}

/** The columns of a `StoredInvoice` of the account `:accountId`, from `invoices` alone. */
export const INVOICE_COLUMNS = `${INVOICE_ROW}, ${itemTextsOf('invoices')}`

/** The columns of a `StoredInvoice` from the CTE `invoice`, which has written its `INVOICE_ROW`. */
const WRITTEN_INVOICE = `SELECT invoice.*, ${itemTextsOf('invoice')} FROM invoice`

/** One invoice of the account. */
export const findInvoiceRow = statement<{ accountId: string; invoiceId: string }, StoredInvoice>(
  'find_invoice',
  `SELECT ${INVOICE_COLUMNS} FROM invoices WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid`,
)

/** Locks an invoice until the end of the transaction, as a change of its status does, and reads what it is then. */
export const lockInvoiceRow = statement<{ accountId: string; invoiceId: string }, StoredInvoice>(
  'lock_invoice',
  `SELECT ${INVOICE_COLUMNS} FROM invoices
    WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid FOR NO KEY UPDATE`,
)

/** Writes what a vendor may change of an invoice that is locked. Returns it as it then is. */
export const updateInvoiceRow = statement<
  {
    accountId: string
    invoiceId: string
    dueDate: string
    reference: string | null
    billingAddress: string | null
    buyerReference: string | null
    notes: string | null
    metadata: string | null
    redirectUrl: string | null
    webhookUrl: string | null
  },
  StoredInvoice
>(
  'update_invoice',
  `WITH invoice AS (
   UPDATE invoices
      SET due_date = :dueDate::date, reference = :reference, billing_address = :billingAddress, notes = :notes,
          billed_to = billed_to || jsonb_build_object('buyerReference', :buyerReference::text),
          metadata = :metadata::jsonb, redirect_url = :redirectUrl, webhook_url = :webhookUrl, revision = revision + 1
    WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid
   RETURNING ${INVOICE_ROW})
   ${WRITTEN_INVOICE}`,
)

/**
 * The CTEs that keep the sums of what is left to pay of overdue invoices, for the statements that change which are. `current` is a locked
 * invoice of `:accountId` with `was_overdue`, `is_overdue`, `sum_currency` and `sum_minor`. Without a change of what is
 * overdue, no sum is locked. An UPDATE would miss a sum that was first written while the statement waited for the
 * invoice; ON CONFLICT finds it, also the one that an invoice is taken out of, which is always there.
 */
const OVERDUE_CTES = `
   overdue AS (
     INSERT INTO overdue_sums AS sums (account_id, currency, invoice_count, total_minor)
     ${rowsOfAccount('SELECT sum_currency, 1, sum_minor FROM current WHERE is_overdue AND NOT was_overdue')}
     ON CONFLICT (account_id, currency) DO UPDATE
       SET invoice_count = sums.invoice_count + 1, total_minor = sums.total_minor + excluded.total_minor),
   not_overdue AS (
     INSERT INTO overdue_sums AS sums (account_id, currency, invoice_count, total_minor)
     ${rowsOfAccount('SELECT sum_currency, 0, sum_minor FROM current WHERE was_overdue AND NOT is_overdue')}
     ON CONFLICT (account_id, currency) DO UPDATE
       SET invoice_count = sums.invoice_count - 1, total_minor = sums.total_minor - excluded.total_minor)`

/**
 * Moves an invoice from one of the given statuses to another, with one row of history. Locks it first, so that
 * the status read there is the one that the history says it changed from. Returns the invoice as it then is; no
 * row, without any change, if its status is none of them, if it is to be voided and a part of it was paid or credited, or if it is not
 * due before the day that is given: the vendor may have given the buyer more time since the caller looked.
 */
export const changeInvoiceStatusRow = statement<
  {
    accountId: string
    invoiceId: string
    from: InvoiceStatus[]
    to: InvoiceStatus
    dueBefore: string | null
    createdAt: Date
    /** Payment method; null keeps the one there is, and the time of payment with it. */

    paymentMethod: string | null
  },
  StoredInvoice
>(
  'change_invoice_status',
  `WITH current AS (
     SELECT id AS locked_id, status AS from_status,
            status_sequence + 1 AS next_sequence, status = 'UNPAID' AND uncollectible_at IS NULL AS was_overdue,
            :to::invoice_status = 'UNPAID' AND uncollectible_at IS NULL AS is_overdue,
            currency AS sum_currency, total_minor - outside_minor - credited_minor AS sum_minor
       FROM invoices
      WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid AND status = ANY (:from::text[]::invoice_status[])
        AND (:dueBefore::date IS NULL OR due_date < :dueBefore::date)
        AND (:to <> 'VOIDED' OR outside_minor = 0 AND credited_minor IN (0, total_minor))
        FOR NO KEY UPDATE),
   invoice AS (
     UPDATE invoices
        SET status = :to::invoice_status, status_sequence = next_sequence,
            paid_at = CASE WHEN :paymentMethod::text IS NULL THEN paid_at ELSE :createdAt::timestamptz END,
            payment_method = coalesce(:paymentMethod::text, payment_method),
            voided_at = CASE :to WHEN 'VOIDED' THEN :createdAt::timestamptz END,
            voided_from = CASE :to WHEN 'VOIDED' THEN from_status END
       FROM current
      WHERE account_id = :accountId::uuid AND id = locked_id
     RETURNING ${INVOICE_ROW}),
   history AS (
     INSERT INTO invoice_status_changes (account_id, invoice_id, sequence, from_status, to_status, created_at)
     ${rowsOfAccount(`
       SELECT locked_id, next_sequence, from_status, :to::invoice_status, :createdAt::timestamptz FROM current`)}),
   ${OVERDUE_CTES}
   ${WRITTEN_INVOICE}`,
)

/**
 * Changes a sum of an invoice that lowers what is left to pay, and what is left of the overdue ones with it. Returns the invoice as
 * it then is. Lock it before, in a statement of its own: this one must see the sum that another transaction wrote while the
 * lock waited.
 */
const sumChange = (column: 'outside_minor' | 'credited_minor') =>
  statement<{ accountId: string; invoiceId: string; changeMinor: bigint }, StoredInvoice>(
    `change_${column}`,
    `WITH invoice AS (
     UPDATE invoices SET ${column} = ${column} + :changeMinor::bigint
      WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid
     RETURNING ${INVOICE_ROW}, status = 'UNPAID' AND uncollectible_at IS NULL AS is_overdue),
   overdue AS (
     UPDATE overdue_sums AS sums SET total_minor = sums.total_minor - :changeMinor::bigint
       FROM invoice
      WHERE invoice.is_overdue AND sums.account_id = :accountId::uuid AND sums.currency = invoice.currency)
   ${WRITTEN_INVOICE}`,
  )

/** Of what was paid outside the wallet. */
export const changeOutsideMinorRow = sumChange('outside_minor')

/** Of what was credited. */
export const changeCreditedMinorRow = sumChange('credited_minor')

/**
 * Writes an overdue invoice off at the given time, or takes that back. Returns a row if the invoice is overdue.
 */
export const writeOffRow = statement<
  { accountId: string; invoiceId: string; uncollectibleAt: Date | null },
  { id: string }
>(
  'write_off_invoice',
  `WITH current AS (
     SELECT id AS locked_id, uncollectible_at IS NULL AS was_overdue,
            :uncollectibleAt::timestamptz IS NULL AS is_overdue, currency AS sum_currency,
            total_minor - outside_minor - credited_minor AS sum_minor
       FROM invoices
      WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid AND status = 'UNPAID' FOR NO KEY UPDATE),
   invoice AS (
     UPDATE invoices SET uncollectible_at = :uncollectibleAt::timestamptz
       FROM current WHERE account_id = :accountId::uuid AND id = locked_id
     RETURNING id),
   ${OVERDUE_CTES}
   SELECT id FROM invoice`,
)

/** A line of a new invoice; amounts are text, because a JSON number would lose digits. */
export type NewItemRow = {
  title: string
  quantity: string
  unitPrice: string
  lineAmount: string
  discount: string
  tax: string
  taxName: string | null
  taxRatePpm: number | null
  isTaxInclusive: boolean | null
}

/**
 * Saves invoices, each with its items, its event, the mail to its buyer, and a checkout session. Invoices and sessions get
 * the account's next numbers in the order of the invoices' ids, and the details of seller and customer of that moment, all of which it
 * returns: whatever fails or is killed takes none. Run it last in its transaction, if it has one: the account's counters stay locked
 * until the end.
 */
export const saveInvoiceRow = rowStatement<
  {
    accountId: string
    id: string
    customerId: string
    email: string
    copyEmails: string[]
    currency: string
    baseAmountMinor: bigint
    feeAmountMinor: bigint
    vendorFeeMinor: bigint
    returnsFee: boolean
    dueDate: string
    redirectUrl: string | null
    webhookUrl: string | null
    payToken: string
    createdAt: Date
    /** JSON text of `NewItemRow`s. */
    items: string
    provider: string
    providerReference: string
    eventId: string
    eventData: string
    requestId: string | null
    reference: string | null
    metadata: string | null
    idempotencyKey: string | null
    discountMinor: bigint
    discountPpm: number | null
    billingAddress: string | null
    notes: string | null
    /** JSON text of what differs from the customer's row, such as how it is taxed. */
    billedAs: string
    words: string
  } & MailRow,
  { id: string; number: string; checkoutSessionNumber: bigint; seller: SellerRecord; billedTo: BilledTo }
>(
  'save_invoice',
  {
    id: 'uuid',
    customerId: 'uuid',
    email: 'text',
    copyEmails: 'text[]',
    currency: 'text',
    baseAmountMinor: 'bigint',
    feeAmountMinor: 'bigint',
    vendorFeeMinor: 'bigint',
    returnsFee: 'boolean',
    dueDate: 'date',
    redirectUrl: 'text',
    webhookUrl: 'text',
    payToken: 'text',
    createdAt: 'timestamptz',
    items: 'text',
    provider: 'text',
    providerReference: 'text',
    eventId: 'uuid',
    eventData: 'text',
    requestId: 'uuid',
    reference: 'text',
    metadata: 'text',
    idempotencyKey: 'text',
    discountMinor: 'bigint',
    discountPpm: 'int',
    billingAddress: 'text',
    notes: 'text',
    billedAs: 'text',
    words: 'text',
    ...MAIL_COLUMNS,
  },
  (request) => `
   WITH ${request},
   items AS (
     INSERT INTO invoice_items (account_id, invoice_id, position, title, quantity_micros, unit_price_minor,
                                line_amount_minor, discount_minor, tax_minor, tax_name, tax_rate_ppm, tax_inclusive)
     ${rowsOfAccount(`
       SELECT request.id, position, title, quantity, unit_price, line_amount, discount, tax, tax_name, tax_rate_ppm,
              is_tax_inclusive
         FROM request
        CROSS JOIN LATERAL ROWS FROM (
          json_to_recordset(request.items::json)
            AS (title text, quantity bigint, "unitPrice" bigint, "lineAmount" bigint, discount bigint, tax bigint,
                "taxName" text, "taxRatePpm" int, "isTaxInclusive" boolean)) WITH ORDINALITY
          AS item (title, quantity, unit_price, line_amount, discount, tax, tax_name, tax_rate_ppm, is_tax_inclusive,
                   position)`)}
     RETURNING 1),
   -- After the items, so that the counters are locked as briefly as possible.
   counted AS (
     ${takeNumbers({
       count: '(SELECT count(*) FROM request)',
       condition: '(SELECT count(*) FROM items) > 0',
       seller: SELLER_OF_ACCOUNT,
     })}),
   numbered AS MATERIALIZED (
     SELECT request.id, last_checkout - places_after AS checkout_number, seller,
            invoice_number(invoice_prefix, last_number - places_after) AS invoice_number,
            invoice_number(invoice_prefix_words, last_number - places_after) AS number_words
       FROM (SELECT id, (row_number() OVER (ORDER BY id DESC) - 1)::int AS places_after FROM request) AS request,
            counted),
   invoice AS (
     INSERT INTO invoices AS saved (account_id, id, number, customer_id, email, copy_emails, currency, base_amount_minor,
                           fee_amount_minor, vendor_fee_minor, returns_fee, due_date, redirect_url, webhook_url, pay_token, created_at, reference,
                           metadata, idempotency_key, discount_minor, discount_ppm, billing_address, notes, seller,
                           billed_to, search)
     ${rowsOfAccount(`
       SELECT request.id, invoice_number, "customerId", email, "copyEmails", currency, "baseAmountMinor", "feeAmountMinor",
              "vendorFeeMinor", "returnsFee", "dueDate", "redirectUrl", "webhookUrl", "payToken", "createdAt", reference,
              metadata::jsonb, "idempotencyKey", "discountMinor", "discountPpm", "billingAddress", notes, seller,
              ${billedToOf('request."customerId"')} || "billedAs"::jsonb,
              concat((SELECT name_words || email_words FROM customers
                       WHERE account_id = :accountId::uuid AND id = request."customerId"), words, number_words)
         FROM numbered JOIN request USING (id)`)}
     RETURNING id, number, seller, billed_to),
   session AS (
     INSERT INTO checkout_sessions AS saved (account_id, number, invoice_id, provider, provider_reference, amount_minor, created_at)
     ${rowsOfAccount(`
       SELECT checkout_number, id, provider, "providerReference", "baseAmountMinor" + "feeAmountMinor", "createdAt"
         FROM numbered JOIN request USING (id)`)}
     RETURNING invoice_id, number),
   ${eventCte({
     id: '"eventId"',
     type: "'invoice.created'",
     subjectId: 'id',
     data: '"eventData"',
     requestId: '"requestId"',
     traceparent: 'traceparent',
     createdAt: '"createdAt"',
     from: 'FROM numbered JOIN request USING (id)',
   })},
   mail AS (${insertMail({
     of: 'request',
     from: 'FROM numbered JOIN request USING (id)',
     invoiceNumber: 'invoice_number',
     numberWords: 'number_words',
   })})
   SELECT invoice.id, invoice.number, invoice.seller, invoice.billed_to AS "billedTo",
          session.number AS "checkoutSessionNumber"
     FROM invoice JOIN session ON session.invoice_id = invoice.id`,
  'id',
)
