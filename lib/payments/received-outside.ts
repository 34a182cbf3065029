import type { OutsideMethod } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import { endIdOf, firstIdOf } from '@/lib/ids'
import type { Period } from '@/lib/ledger/period'

/*
 * The payments that the vendor received outside the wallet, by the days on which it did: those are in its bank statement,
 * whenever they were recorded. One that was received before its invoice was issued counts with the invoice. What was removed is
 * taken back when it was removed.
 */

/** Whole days of the vendor's: the dates, both included, and the moments at which they begin and are over. */
export type Days = Period & { firstDay: Date; lastDay: Date }

type Values = Days & { firstId: string; endId: string }

const RECEIVED = `
  SELECT outside.id FROM outside_payments AS outside
    JOIN invoices AS invoice ON invoice.account_id = :accountId::uuid AND invoice.id = outside.invoice_id
   WHERE outside.account_id = :accountId::uuid
     AND outside.received_on BETWEEN :firstDay::date AND :lastDay::date
     AND invoice.created_at < :to::timestamptz
   UNION ALL
  SELECT outside.id FROM outside_payments AS outside
    JOIN invoices AS invoice ON invoice.account_id = :accountId::uuid AND invoice.id = outside.invoice_id
   WHERE outside.account_id = :accountId::uuid AND outside.received_on < :firstDay::date
     AND outside.invoice_id >= :firstId::uuid AND outside.invoice_id < :endId::uuid
     AND invoice.created_at >= :from::timestamptz AND invoice.created_at < :to::timestamptz`

const REMOVED = `
  SELECT id FROM outside_payments
   WHERE account_id = :accountId::uuid
     AND removed_at >= :from::timestamptz AND removed_at < :to::timestamptz`

type Sum = { currency: string; count: number; amountMinor: bigint }

const sums = (ids: string) => `
  SELECT currency, count(*)::int AS count, sum(amount_minor)::bigint AS "amountMinor"
    FROM outside_payments WHERE account_id = :accountId::uuid AND id IN (${ids}) GROUP BY currency`

const SUMS = {
  received: statement<Values, Sum>('sum_received_outside', sums(RECEIVED)),
  removed: statement<Period, Sum>('sum_removed_outside', sums(REMOVED)),
}

/** Minor units. */
export function outsideSums(on: Queryable, which: 'received' | 'removed', days: Days): Promise<Sum[]> {
  return SUMS[which](on, { ...days, firstId: firstIdOf(days.from), endId: endIdOf(days.to) })
}

/** A payment, with its invoice and customer. Minor units. */
export type ReceivedOutside = {
  id: string
  invoiceId: string
  invoiceNumber: string
  customerId: string
  customerName: string
  currency: string
  amountMinor: bigint
  method: OutsideMethod
  reference: string | null
}

const rows = (ids: string) => `
  SELECT outside.id, outside.invoice_id AS "invoiceId", invoice.number AS "invoiceNumber",
         invoice.customer_id AS "customerId", customer.name AS "customerName", outside.currency,
         outside.amount_minor AS "amountMinor", outside.method::text AS method, outside.reference
    FROM outside_payments AS outside
    JOIN invoices AS invoice ON invoice.account_id = :accountId::uuid AND invoice.id = outside.invoice_id
    JOIN customers AS customer ON customer.account_id = :accountId::uuid AND customer.id = invoice.customer_id
   WHERE outside.account_id = :accountId::uuid AND outside.id IN (${ids}) AND outside.id > :after::uuid
   ORDER BY outside.id LIMIT :limit::int`

type PageValues = { after: string; limit: number }

const ROWS = {
  received: statement<Values & PageValues, ReceivedOutside>('find_received_outside', rows(RECEIVED)),
  removed: statement<Period & PageValues, ReceivedOutside>('find_removed_outside', rows(REMOVED)),
}

/** A page of them, in the order in which they were recorded, after one of them. */
export function outsidePage(
  on: Queryable,
  which: 'received' | 'removed',
  days: Days,
  page: PageValues,
): Promise<ReceivedOutside[]> {
  return ROWS[which](on, { ...days, ...page, firstId: firstIdOf(days.from), endId: endIdOf(days.to) })
}
