import { type Dispute, type Payment, Prisma, type Refund } from '@/lib/db/generated/client'
import { modelColumns, statement } from '@/lib/db/statement'

/*
 * What payments, refunds and disputes read and write in a transaction that moves their money.
 */

const PAYMENT_COLUMNS = modelColumns(Prisma.PaymentScalarFieldEnum)
const REFUND_COLUMNS = modelColumns(Prisma.RefundScalarFieldEnum)
const DISPUTE_COLUMNS = modelColumns(Prisma.DisputeScalarFieldEnum)

type Key = Pick<Payment, 'accountId' | 'id'>

export type NewPayment = Omit<
  Payment,
  'leaseUntil' | 'attemptCount' | 'feeMinor' | 'feeCurrency' | 'fraudWarnedAt' | 'fraudType'
>

/**
 * Adds a payment. Returns no row, and adds nothing, if the invoice has one that succeeded, or the part of the session has one:
 * unique indexes find both.
 */
export const addPayment = statement<NewPayment, object>(
  'add_payment',
  `INSERT INTO payments (account_id, id, invoice_id, provider, session_reference, part, status, amount_minor, currency, paid_with,
                         paid_with_last4, receipt_number, provider_reference, next_attempt_at, created_at, settled_at, request_id)
   VALUES (:accountId::uuid, :id::uuid, :invoiceId::uuid, :provider, :sessionReference, :part::int, :status::payment_status,
           :amountMinor::bigint, :currency, :paidWith, :paidWithLast4, :receiptNumber::int, :providerReference,
           :nextAttemptAt::timestamptz, :createdAt::timestamptz, :settledAt::timestamptz, :requestId::uuid)
   ON CONFLICT DO NOTHING
   RETURNING 1 AS added`,
)

/** The payment that paid an invoice by card; no row if none did. */
export const findSucceeded = statement<Pick<Payment, 'accountId' | 'invoiceId'>, Payment>(
  'find_succeeded_payment',
  `SELECT ${PAYMENT_COLUMNS} FROM payments
    WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid AND status = 'SUCCEEDED'`,
)

export const findSucceededById = statement<Key, Payment>(
  'find_succeeded_payment_by_id',
  `SELECT ${PAYMENT_COLUMNS} FROM payments
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND status = 'SUCCEEDED'`,
)

/** The payments of a charge, in the order in which they bear refunds and disputes. */
export const findPaymentsOfCharge = statement<
  Pick<Payment, 'accountId' | 'provider'> & { providerReference: string },
  Payment
>(
  'find_payments_of_charge',
  `SELECT ${PAYMENT_COLUMNS} FROM payments
    WHERE account_id = :accountId::uuid AND provider = :provider AND provider_reference = :providerReference
    ORDER BY part, id`,
)

/** Locks payments in the order in which they bear refunds and disputes. */
export const lockPaymentRows = statement<{ accountId: string; ids: string[] }, object>(
  'lock_payments',
  `SELECT 1 AS locked FROM payments WHERE account_id = :accountId::uuid AND id = ANY (:ids::uuid[])
    ORDER BY part FOR UPDATE`,
)

/** Ends the giving back of a payment; no row unless it was under way. `nextAttemptAt`: when its fee is to be read. */
export const endGivingBack = statement<Key & Pick<Payment, 'nextAttemptAt'>, object>(
  'end_giving_back',
  `UPDATE payments SET status = 'REFUNDED', lease_until = NULL, next_attempt_at = :nextAttemptAt::timestamptz
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND status = 'REFUNDING'
   RETURNING 1 AS changed`,
)

/** Sets what the provider keeps of a payment; no row if that is set. */
export const setPaymentFee = statement<Key & { feeMinor: bigint; feeCurrency: string }, object>(
  'set_payment_fee',
  `UPDATE payments SET fee_minor = :feeMinor::bigint, fee_currency = :feeCurrency
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND fee_minor IS NULL
   RETURNING 1 AS changed`,
)

/** Sets the first warning of fraud about a payment; no row if it has one. */
export const setFraudWarning = statement<Key & { fraudWarnedAt: Date; fraudType: string }, object>(
  'set_fraud_warning',
  `UPDATE payments SET fraud_warned_at = :fraudWarnedAt::timestamptz, fraud_type = :fraudType
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND fraud_warned_at IS NULL
   RETURNING 1 AS changed`,
)

export type NewRefundRow = Omit<Refund, 'attemptCount'>

export const addRefund = statement<NewRefundRow, Refund>(
  'add_refund',
  `INSERT INTO refunds (account_id, id, invoice_id, payment_id, provider, provider_reference, status, amount_minor, base_minor,
                        currency, failure_reason, note, credit_note_number, credit_note_at, line_gross_minor, line_tax_minor,
                        request_id, lease_until, next_attempt_at, created_at, settled_at)
   VALUES (:accountId::uuid, :id::uuid, :invoiceId::uuid, :paymentId::uuid, :provider, :providerReference, :status::refund_status,
           :amountMinor::bigint, :baseMinor::bigint, :currency, :failureReason, :note, :creditNoteNumber::int,
           :creditNoteAt::timestamptz, :lineGrossMinor::bigint[], :lineTaxMinor::bigint[], :requestId::uuid,
           :leaseUntil::timestamptz, :nextAttemptAt::timestamptz, :createdAt::timestamptz, :settledAt::timestamptz)
   RETURNING ${REFUND_COLUMNS}`,
)

export const findRefundRow = statement<Key, Refund>(
  'find_refund',
  `SELECT ${REFUND_COLUMNS} FROM refunds WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

/** The refunds of payments, oldest first. */
export const findRefundsOf = statement<
  { accountId: string; invoiceIds: string[]; paymentIds: string[] },
  Refund
>(
  'find_refunds_of_payments',
  `SELECT ${REFUND_COLUMNS} FROM refunds
    WHERE account_id = :accountId::uuid AND invoice_id = ANY (:invoiceIds::uuid[]) AND payment_id = ANY (:paymentIds::uuid[])
    ORDER BY id`,
)

export const setRefundReference = statement<Key & { providerReference: string }, object>(
  'set_refund_reference',
  `UPDATE refunds SET provider_reference = :providerReference WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

/** Ends a refund, and the asking about it. The number and time of a credit note stay once they are set. */
export const endRefund = statement<
  Key & Pick<Refund, 'status' | 'settledAt' | 'failureReason' | 'creditNoteNumber' | 'creditNoteAt'>,
  Refund
>(
  'end_refund',
  `UPDATE refunds
      SET status = :status::refund_status, settled_at = :settledAt::timestamptz, failure_reason = :failureReason,
          credit_note_number = coalesce(:creditNoteNumber::int, credit_note_number),
          credit_note_at = coalesce(:creditNoteAt::timestamptz, credit_note_at), lease_until = NULL, next_attempt_at = NULL
    WHERE account_id = :accountId::uuid AND id = :id::uuid
   RETURNING ${REFUND_COLUMNS}`,
)

/** The highest number of an invoice's credit notes, those of credits and of refunds; 0 without any. */
export const findLastCreditNote = statement<{ accountId: string; invoiceId: string }, { number: number }>(
  'find_last_credit_note',
  `SELECT greatest(
     (SELECT max(credit_note_number) FROM invoice_credits
       WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid),
     (SELECT max(credit_note_number) FROM refunds
       WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid), 0) AS number`,
)

export const addDispute = statement<Dispute, Dispute>(
  'add_dispute',
  `INSERT INTO disputes (account_id, id, invoice_id, payment_id, provider, provider_reference, status, amount_minor, base_minor,
                         currency, fee_minor, fee_returned_minor, fee_currency, reason, evidence_due_at, provider_url, created_at,
                         settled_at)
   VALUES (:accountId::uuid, :id::uuid, :invoiceId::uuid, :paymentId::uuid, :provider, :providerReference,
           :status::dispute_status, :amountMinor::bigint, :baseMinor::bigint, :currency, :feeMinor::bigint,
           :feeReturnedMinor::bigint, :feeCurrency, :reason, :evidenceDueAt::timestamptz, :providerUrl,
           :createdAt::timestamptz, :settledAt::timestamptz)
   RETURNING ${DISPUTE_COLUMNS}`,
)

/** The disputes of payments, oldest first. */
export const findDisputesOf = statement<
  { accountId: string; invoiceIds: string[]; paymentIds: string[] },
  Dispute
>(
  'find_disputes_of_payments',
  `SELECT ${DISPUTE_COLUMNS} FROM disputes
    WHERE account_id = :accountId::uuid AND invoice_id = ANY (:invoiceIds::uuid[]) AND payment_id = ANY (:paymentIds::uuid[])
    ORDER BY id`,
)

export const setDisputeAnswer = statement<Key & Pick<Dispute, 'evidenceDueAt' | 'providerUrl'>, object>(
  'set_dispute_answer',
  `UPDATE disputes SET evidence_due_at = :evidenceDueAt::timestamptz, provider_url = :providerUrl
    WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

/** Ends a dispute. Without a `reason`, the one that is stored stays. */
export const endDispute = statement<Key & Pick<Dispute, 'status' | 'settledAt' | 'reason'>, Dispute>(
  'end_dispute',
  `UPDATE disputes
      SET status = :status::dispute_status, settled_at = :settledAt::timestamptz, reason = coalesce(:reason, reason)
    WHERE account_id = :accountId::uuid AND id = :id::uuid
   RETURNING ${DISPUTE_COLUMNS}`,
)

export const setDisputeFee = statement<Key & { feeMinor: bigint; feeCurrency: string }, object>(
  'set_dispute_fee',
  `UPDATE disputes SET fee_minor = :feeMinor::bigint, fee_currency = :feeCurrency
    WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)

export const setDisputeFeeReturned = statement<Key & { feeReturnedMinor: bigint }, object>(
  'set_dispute_fee_returned',
  `UPDATE disputes SET fee_returned_minor = :feeReturnedMinor::bigint
    WHERE account_id = :accountId::uuid AND id = :id::uuid`,
)
