import { type Sql, sql } from '@/lib/db/client'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { dayIn, type Zone } from '@/lib/time/zone'

/**
 * Overdue on our own pages: an invoice is overdue once its due day is over in the vendor's time zone, while the contract's
 * `Unpaid`, the status in the database, begins at midnight in UTC. The two differ for the invoices of one due day, and only
 * between the two midnights. So pages go by the status, and by this day. `isOverdue` says what its invoices are on pages by
 * then: overdue before they are `Unpaid`, or still open when they are. Null outside those hours, and always in UTC.
 */
export type DueEdge = { dueDay: Date; isOverdue: boolean } | null

export function dueEdge(zone: Zone, at = now()): DueEdge {
  const [own, utc] = [dayIn(zone, at), dayAfter(at, 0)]
  if (own > utc) return { dueDay: utc, isOverdue: true }
  return own < utc ? { dueDay: own, isOverdue: false } : null
}

/** The condition that a row of invoices is overdue on our own pages, unless it is written off. */
export function isOverdueOnPages(edge: DueEdge, row: Sql): Sql {
  const isUnpaid = sql`${row}.status = 'UNPAID'`
  if (!edge) return isUnpaid
  const isDueThen = sql`${row}.due_date = ${formatIsoDate(edge.dueDay)}::text::date`
  return edge.isOverdue
    ? sql`(${isUnpaid} OR (${row}.status IN ('CREATED', 'FAILED') AND ${isDueThen}))`
    : sql`(${isUnpaid} AND NOT ${isDueThen})`
}
