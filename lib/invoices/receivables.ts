import { type Queryable, statement } from '@/lib/db/statement'
import { endIdOf } from '@/lib/ids'

/*
 * What customers owed at the end of a day, by how long it was overdue then: true for that day, and not for today.
 *
 * - An invoice was open if it was issued before and neither paid nor voided by then, whatever has become of it since. Paid by
 *   card is when the ledger says so, to the moment.
 * - A payment that the vendor recorded counts from the day on which it was received, which may be before the day it was
 *   recorded, until it was removed.
 * - A credit note counts from the moment of its issue.
 * - One that is written off is still owed: the mark can be taken back, and a customer may pay all the same.
 * - What is kept of a due date is the latest. Where the vendor has moved it since, that is the one that counts.
 */

/** The end of a day: its last one as a date, and the moment after it. */
export type DayEnd = { accountId: string; day: Date; to: Date }

export const AGES = ['not_due', '1-30', '31-60', '61-90', 'over_90'] as const

export type Age = (typeof AGES)[number]

/** As the heads of columns. */
export const AGE_LABELS: Record<Age, string> = {
  not_due: 'Not due',
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  over_90: 'Over 90 days',
}

const COLUMNS = 'id, customer_id, number, currency, due_date, total_minor, created_at'
/** By the id first, which begins with the time. */
const ISSUED_BEFORE = 'account_id = :accountId::uuid AND id < :endId::uuid AND created_at < :to::timestamptz'

/** Those that are open, and of the others only those that were paid or voided since, each by an index. */
const OPEN_THEN = `
  SELECT invoice.id, invoice.customer_id, invoice.number, invoice.currency, invoice.due_date, invoice.created_at,
         invoice.total_minor, invoice.total_minor - coalesce(received.amount_minor, 0) - coalesce(credited.amount_minor, 0) AS open_minor,
         :day::date - invoice.due_date AS days_overdue
    FROM (SELECT ${COLUMNS} FROM invoices WHERE ${ISSUED_BEFORE} AND status IN ('CREATED', 'FAILED', 'UNPAID')
           UNION ALL
          SELECT ${COLUMNS} FROM invoices
           WHERE ${ISSUED_BEFORE} AND status = 'PAID' AND paid_at >= :to::timestamptz
           UNION ALL
          -- The ledger takes its time a moment after the invoice does.
          SELECT ${COLUMNS} FROM invoices
           WHERE ${ISSUED_BEFORE} AND status = 'PAID'
             AND paid_at >= :to::timestamptz - interval '5 minutes' AND paid_at < :to::timestamptz
             AND EXISTS (SELECT 1 FROM ledger_transactions AS posted
                          WHERE posted.account_id = :accountId::uuid AND posted.reference_id = invoices.id
                            AND posted.reason = 'invoice.paid' AND posted.created_at >= :to::timestamptz)
           UNION ALL
          SELECT ${COLUMNS} FROM invoices
           WHERE ${ISSUED_BEFORE} AND status = 'VOIDED' AND voided_at >= :to::timestamptz) AS invoice
    LEFT JOIN LATERAL (
      SELECT sum(amount_minor) AS amount_minor FROM outside_payments
       WHERE account_id = :accountId::uuid AND invoice_id = invoice.id AND received_on <= :day::date
         AND (removed_at IS NULL OR removed_at >= :to::timestamptz)) AS received ON true
    LEFT JOIN LATERAL (
      SELECT sum(amount_minor) AS amount_minor FROM invoice_credits
       WHERE account_id = :accountId::uuid AND invoice_id = invoice.id AND created_at < :to::timestamptz) AS credited ON true
   WHERE invoice.total_minor > coalesce(received.amount_minor, 0) + coalesce(credited.amount_minor, 0)`

const overdue = (condition: string) =>
  `coalesce(sum(open.open_minor) FILTER (WHERE open.days_overdue ${condition}), 0)::bigint`

/** A customer's open invoices in a currency. Minor units. */
export type AgedReceivables = {
  customerId: string
  customerName: string
  currency: string
  notDueMinor: bigint
  upTo30Minor: bigint
  upTo60Minor: bigint
  upTo90Minor: bigint
  over90Minor: bigint
  totalMinor: bigint
  count: number
}

const sumReceivables = statement<DayEnd & { endId: string }, AgedReceivables>(
  'sum_receivables',
  `SELECT sums.*, customer.name AS "customerName"
     FROM (SELECT open.customer_id AS "customerId", open.currency,
                  ${overdue('<= 0')} AS "notDueMinor", ${overdue('BETWEEN 1 AND 30')} AS "upTo30Minor",
                  ${overdue('BETWEEN 31 AND 60')} AS "upTo60Minor", ${overdue('BETWEEN 61 AND 90')} AS "upTo90Minor",
                  ${overdue('> 90')} AS "over90Minor", sum(open.open_minor)::bigint AS "totalMinor", count(*)::int AS count
             FROM (${OPEN_THEN}) AS open
            GROUP BY open.customer_id, open.currency) AS sums
     JOIN customers AS customer ON customer.account_id = :accountId::uuid AND customer.id = sums."customerId"
    ORDER BY sums.currency, sums."totalMinor" DESC, sums."customerId"`,
)

/** What each customer owed at the end of a day, the largest first in each currency. */
export function agedReceivables(on: Queryable, end: DayEnd): Promise<AgedReceivables[]> {
  return sumReceivables(on, { ...end, endId: endIdOf(end.to) })
}

const sumOpen = statement<
  DayEnd & { endId: string },
  { currency: string; totalMinor: bigint; count: number }
>(
  'sum_open_receivables',
  `SELECT open.currency, sum(open.open_minor)::bigint AS "totalMinor", count(*)::int AS count
     FROM (${OPEN_THEN}) AS open GROUP BY open.currency`,
)

/** The sum of the same by currency. */
export function openReceivables(on: Queryable, end: DayEnd) {
  return sumOpen(on, { ...end, endId: endIdOf(end.to) })
}

/** An invoice that was open then. Minor units. */
export type OpenInvoice = {
  id: string
  number: string
  customerId: string
  customerName: string
  currency: string
  createdAt: Date
  dueDate: Date
  /** Zero or below: not overdue. */
  daysOverdue: number
  totalMinor: bigint
  openMinor: bigint
}

type Narrowing = { customerId: string | null; currency: string | null; age: Age | null }

const DAYS: Record<Age, [from: number, to: number]> = {
  not_due: [-1_000_000, 0],
  '1-30': [1, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  over_90: [91, 1_000_000],
}

const findOpen = statement<
  DayEnd & {
    endId: string
    customerId: string | null
    currency: string | null
    fromDays: number
    toDays: number
    limit: number
  },
  OpenInvoice
>(
  'find_open_receivables',
  `SELECT open.id, open.number, open.customer_id AS "customerId", customer.name AS "customerName", open.currency,
          open.created_at AS "createdAt", open.due_date AS "dueDate", open.days_overdue AS "daysOverdue",
          open.total_minor AS "totalMinor", open.open_minor::bigint AS "openMinor"
     FROM (${OPEN_THEN}) AS open
     JOIN customers AS customer ON customer.account_id = :accountId::uuid AND customer.id = open.customer_id
    WHERE open.customer_id = coalesce(:customerId::uuid, open.customer_id)
      AND open.currency = coalesce(:currency::text, open.currency)
      AND open.days_overdue BETWEEN :fromDays::int AND :toDays::int
    ORDER BY open.due_date, open.id LIMIT :limit::int`,
)

/** The invoices behind the figures of `agedReceivables`, the longest overdue first. */
export function openInvoicesAt(
  on: Queryable,
  end: DayEnd,
  { customerId, currency, age }: Narrowing,
  limit: number,
): Promise<OpenInvoice[]> {
  const [fromDays, toDays] = age ? DAYS[age] : [-1_000_000, 1_000_000]
  return findOpen(on, { ...end, endId: endIdOf(end.to), customerId, currency, fromDays, toDays, limit })
}
