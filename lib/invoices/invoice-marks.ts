import { type Sql, sql } from '@/lib/db/client'
import type { DisputeStatus, InvoiceStatus } from '@/lib/db/generated/enums'
import { divideHalfUp } from '@/lib/money/decimals'
import type { InvoiceMark } from './status'

/** The facts that decide an invoice's marks. Amounts in minor units. */
export type InvoiceNews = {
  /** When its latest payment was declined; null unless nothing came after that. */
  declinedAt: Date | null
  /** The sum of the refunds; null if there are none. */
  refundedMinor: bigint | null
  /** The part of the base amount that refunds under way and made, and disputes, give the customer back; null: none. */
  takenMinor: bigint | null
  disputeStatus: Exclude<DisputeStatus, 'WON'> | null
  /** The card's bank believes that the payment is fraud, and a refund can still spare the vendor the dispute. */
  isSuspect: boolean
}

/**
 * The condition that the payment of a row `invoice` has a warning of fraud, is not disputed, also in the part that paid another
 * invoice, and not refunded in full.
 */
const isSuspect = (accountId: string) => sql`EXISTS (
  SELECT FROM payments AS suspect
   WHERE suspect.account_id = ${accountId}::uuid AND suspect.invoice_id = invoice.id
     AND suspect.fraud_warned_at IS NOT NULL AND suspect.status = 'SUCCEEDED'
     AND NOT EXISTS (SELECT FROM disputes AS dispute
                      WHERE dispute.account_id = ${accountId}::uuid AND dispute.invoice_id = invoice.id)
     AND NOT EXISTS (SELECT FROM payments AS part
                       JOIN disputes AS dispute
                         ON dispute.account_id = part.account_id AND dispute.invoice_id = part.invoice_id
                        AND dispute.payment_id = part.id
                      WHERE part.account_id = ${accountId}::uuid AND part.provider = suspect.provider
                        AND part.session_reference = suspect.session_reference)
     AND suspect.amount_minor > coalesce((
           SELECT sum(refund.amount_minor) FROM refunds AS refund
            WHERE refund.account_id = ${accountId}::uuid AND refund.invoice_id = invoice.id
              AND refund.status <> 'FAILED'), 0))`

/** What the customer has back of the base amount by a row of refunds or disputes: a fee on top is no part of it. */
const returnOfBase = (invoice: Sql, row: Sql) =>
  sql`CASE WHEN ${invoice}.fee_amount_minor > 0 THEN ${row}.base_minor ELSE ${row}.amount_minor END`

/** What the customer can get back of the base amount: `returnableBaseMinor`. */
const returnableBase = (invoice: Sql) => {
  const total = sql`(${invoice}.base_amount_minor + ${invoice}.fee_amount_minor)`
  return sql`div(2 * (${total} - ${invoice}.credited_minor)::numeric * ${invoice}.base_amount_minor + ${total}, 2 * ${total})`
}

/** The columns of `InvoiceNews`, of a row `invoice`: each from a few rows of an index, and only where it can be. */
export const newsColumns = (accountId: string) => sql`
  (SELECT max(change.created_at) FROM invoice_status_changes AS change
    WHERE invoice.status = 'FAILED' AND change.account_id = ${accountId}::uuid AND change.invoice_id = invoice.id
      AND change.to_status = 'FAILED') AS "declinedAt",
  (SELECT sum(refund.amount_minor)::bigint FROM refunds AS refund
    WHERE invoice.status = 'PAID' AND refund.account_id = ${accountId}::uuid AND refund.invoice_id = invoice.id
      AND refund.status = 'SUCCEEDED') AS "refundedMinor",
  (SELECT sum(taken.minor)::bigint FROM (
     SELECT ${returnOfBase(sql`invoice`, sql`refund`)} AS minor FROM refunds AS refund
      WHERE refund.account_id = ${accountId}::uuid AND refund.invoice_id = invoice.id AND refund.status <> 'FAILED'
     UNION ALL
     SELECT ${returnOfBase(sql`invoice`, sql`dispute`)} FROM disputes AS dispute
      WHERE dispute.account_id = ${accountId}::uuid AND dispute.invoice_id = invoice.id AND dispute.status <> 'WON'
   ) AS taken WHERE invoice.status = 'PAID') AS "takenMinor",
  (SELECT max(dispute.status::text) FROM disputes AS dispute
    WHERE invoice.status = 'PAID' AND dispute.account_id = ${accountId}::uuid AND dispute.invoice_id = invoice.id
      AND dispute.status IN ('OPEN', 'LOST')) AS "disputeStatus",
  (invoice.status = 'PAID' AND ${isSuspect(accountId)}) AS "isSuspect"`

type MarkedInvoice = InvoiceNews & {
  status: InvoiceStatus
  baseAmountMinor: bigint
  feeAmountMinor: bigint
  outsideMinor: bigint
  creditedMinor: bigint
}

/** What the customer can get back of the base amount: all but what credit notes took off before the payment. */
function returnableBaseMinor({ baseAmountMinor, feeAmountMinor, creditedMinor }: MarkedInvoice): bigint {
  const totalMinor = baseAmountMinor + feeAmountMinor
  return divideHalfUp((totalMinor - creditedMinor) * baseAmountMinor, totalMinor)
}

/** The marks beside an invoice's status, as on its own page. */
export function marksOf(invoice: MarkedInvoice): InvoiceMark[] {
  const { status, outsideMinor, creditedMinor, refundedMinor, takenMinor } = invoice
  const { disputeStatus, isSuspect } = invoice
  return [
    ...(status === 'FAILED' ? (['declined'] as const) : []),
    ...(status !== 'PAID' && outsideMinor > 0n ? (['partly_paid'] as const) : []),
    ...(status !== 'VOIDED' && creditedMinor > 0n ? (['partly_credited'] as const) : []),
    ...(isSuspect ? (['fraud_warning'] as const) : []),
    ...(disputeStatus === null
      ? []
      : [disputeStatus === 'OPEN' ? ('disputed' as const) : ('dispute_lost' as const)]),
    ...(refundedMinor
      ? [
          (takenMinor ?? 0n) < returnableBaseMinor(invoice)
            ? ('partly_refunded' as const)
            : ('refunded' as const),
        ]
      : []),
  ]
}

/** The condition that something of an invoice of the account was refunded, all of it or a part. */
export function isRefunded(accountId: string): Sql {
  return sql`invoice.id IN (
    SELECT invoice_id FROM refunds WHERE account_id = ${accountId}::uuid AND status = 'SUCCEEDED')`
}

/** The condition that a credit note lowered what was due of an invoice of the account, all of it or a part. */
export function isCredited(accountId: string): Sql {
  return sql`invoice.id IN (SELECT invoice_id FROM invoice_credits WHERE account_id = ${accountId}::uuid)`
}

/** The condition that an invoice of the account has the mark, from the few rows that make it. */
export function hasMark(
  accountId: string,
  mark: Exclude<InvoiceMark, 'declined' | 'partly_paid' | 'partly_credited' | 'refunded'>,
): Sql {
  switch (mark) {
    case 'fraud_warning':
      return sql`invoice.id IN (
        SELECT invoice_id FROM payments
         WHERE account_id = ${accountId}::uuid AND fraud_warned_at IS NOT NULL) AND ${isSuspect(accountId)}`
    case 'disputed':
      return sql`invoice.id IN (
        SELECT invoice_id FROM disputes WHERE account_id = ${accountId}::uuid AND status = 'OPEN')`
    case 'dispute_lost':
      return sql`invoice.id IN (
        SELECT invoice_id FROM disputes WHERE account_id = ${accountId}::uuid
         GROUP BY invoice_id HAVING bool_or(status = 'LOST') AND NOT bool_or(status = 'OPEN'))`
    case 'partly_refunded':
      return sql`invoice.id IN (
        SELECT refunded.id
          FROM invoices AS refunded
          JOIN (SELECT invoice_id, sum(base_minor) AS base_minor, sum(amount_minor) AS amount_minor,
                       bool_or(status = 'SUCCEEDED') AS is_refunded
                  FROM (SELECT invoice_id, base_minor, amount_minor, status::text FROM refunds
                         WHERE account_id = ${accountId}::uuid AND status <> 'FAILED'
                        UNION ALL
                        SELECT invoice_id, base_minor, amount_minor, status::text FROM disputes
                         WHERE account_id = ${accountId}::uuid AND status <> 'WON') AS part
                 GROUP BY invoice_id) AS taken ON taken.invoice_id = refunded.id
         WHERE refunded.account_id = ${accountId}::uuid AND taken.is_refunded
           AND ${returnOfBase(sql`refunded`, sql`taken`)} < ${returnableBase(sql`refunded`)})`
  }
}
