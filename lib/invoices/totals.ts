import { type Orm, sql } from '@/lib/db/client'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { DAY_MS } from '@/lib/time/units'
import { startOfDay, type Zone } from '@/lib/time/zone'
import type { DueEdge } from '@/lib/vendors/due-edge'
import { movedToOverdue } from './overdue'

export type Outstanding = {
  currency: string
  openMinor: bigint
  openCount: number
  overdueMinor: bigint
  overdueCount: number
}

/** The amounts that are left to pay, by currency, before and after their due date as pages count it. Minor units. */
export async function outstandingInvoices(
  tx: Orm,
  accountId: string,
  edge: DueEdge = null,
): Promise<Outstanding[]> {
  const outstanding = await tx.$queryRaw<Outstanding[]>`
    SELECT currency,
           coalesce(open.total_minor, 0)::bigint AS "openMinor",
           coalesce(open.invoice_count, 0)::int AS "openCount",
           coalesce(overdue.total_minor, 0) AS "overdueMinor",
           coalesce(overdue.invoice_count, 0) AS "overdueCount"
      FROM (SELECT currency, sum(base_amount_minor + fee_amount_minor - outside_minor - credited_minor) AS total_minor,
                   count(*) AS invoice_count
              FROM invoices
             WHERE account_id = ${accountId}::uuid AND status IN ('CREATED', 'FAILED')
             GROUP BY currency) AS open
      FULL JOIN (SELECT currency, total_minor, invoice_count
                   FROM overdue_sums
                  WHERE account_id = ${accountId}::uuid AND invoice_count > 0) AS overdue USING (currency)
     ORDER BY currency`
  const moved = await movedToOverdue(tx, accountId, edge)
  const currencies = new Set([...outstanding, ...moved].map(({ currency }) => currency))
  return [...currencies].sort().map((currency) => {
    const sums = outstanding.find((each) => each.currency === currency) ?? NOTHING
    const { count, amountMinor } = moved.find((each) => each.currency === currency) ?? NONE_MOVED
    return {
      currency,
      openMinor: sums.openMinor - amountMinor,
      openCount: sums.openCount - count,
      overdueMinor: sums.overdueMinor + amountMinor,
      overdueCount: sums.overdueCount + count,
    }
  })
}

const NOTHING = { openMinor: 0n, openCount: 0, overdueMinor: 0n, overdueCount: 0 }
const NONE_MOVED = { count: 0, amountMinor: 0n }

/** The overdue amounts alone, from the kept sums and what pages count beside them (`movedToOverdue`). */
export async function overdueInvoices(
  tx: Orm,
  accountId: string,
  moved: Awaited<ReturnType<typeof movedToOverdue>>,
): Promise<Pick<Outstanding, 'currency' | 'overdueMinor' | 'overdueCount'>[]> {
  const kept = await tx.$queryRaw<Outstanding[]>`
    SELECT currency, total_minor AS "overdueMinor", invoice_count AS "overdueCount"
      FROM overdue_sums WHERE account_id = ${accountId}::uuid AND invoice_count > 0`
  const currencies = new Set([...kept, ...moved].map(({ currency }) => currency))
  return [...currencies]
    .sort()
    .map((currency) => {
      const sums = kept.find((each) => each.currency === currency) ?? NOTHING
      const { count, amountMinor } = moved.find((each) => each.currency === currency) ?? NONE_MOVED
      return {
        currency,
        overdueMinor: sums.overdueMinor + amountMinor,
        overdueCount: sums.overdueCount + count,
      }
    })
    .filter(({ overdueCount }) => overdueCount > 0)
}

/**
 * `amountMinor` is what was paid, a fee on top included, and `feeMinor` the fee that card payments took of it, from customer or
 * vendor. Refunds and disputes change neither.
 */
export type DayVolume = {
  day: Date
  currency: string
  amountMinor: bigint
  feeMinor: bigint
  invoiceCount: number
}

/** `cardFeeMinor` of a paid invoice: nothing was taken of what came in outside the wallet, or was credited before. */
const CARD_FEE = sql`CASE WHEN outside_minor + credited_minor = 0 THEN fee_amount_minor + vendor_fee_minor ELSE
  base_amount_minor + fee_amount_minor - outside_minor - credited_minor
    - div(2 * (base_amount_minor + fee_amount_minor - outside_minor - credited_minor)::numeric * (base_amount_minor - vendor_fee_minor)
            + base_amount_minor + fee_amount_minor,
          2 * (base_amount_minor + fee_amount_minor)) END`

/** A payment may commit a moment after the time that it carries, so a day is over an hour after its end. */
const OVER_AFTER = '1 hour'

/**
 * Amounts paid on each day of a time zone between two days, both included, by currency. Minor units; days without a
 * payment are omitted. Keeps the sums of days that are over, of each zone its own: a vendor who moves to another one gets
 * that zone's sums, of the past too, and the kept ones stay true. Any other day is a range of its own in the index
 * invoices_paid_by_time, with nothing to sort.
 */
export async function paidVolumeByDay(
  tx: Orm,
  accountId: string,
  { at, from, to, zone }: { at: Date; from: Date; to: Date; zone: Zone },
): Promise<DayVolume[]> {
  const count = Math.round((to.getTime() - from.getTime()) / DAY_MS) + 1
  const days = Array.from({ length: count }, (_, index) => {
    const day = dayAfter(from, index)
    const [start, end] = [startOfDay(zone, day), startOfDay(zone, dayAfter(day, 1))]
    return { day: formatIsoDate(day), start: start.toISOString(), end: end.toISOString() }
  })
  const rows = await tx.$queryRaw<(DayVolume & { isNew: boolean })[]>(sql`
    WITH stored AS (
      SELECT day, currency, amount_minor, fee_minor, invoice_count FROM paid_days
       WHERE account_id = ${accountId}::uuid AND time_zone = ${zone.name} AND day BETWEEN ${from}::date AND ${to}::date),
    summed AS (
      -- A day without a payment is kept too, as nothing in dollars.
      SELECT each.day, coalesce(currency, 'USD') AS currency, coalesce(amount_minor, 0) AS amount_minor,
             coalesce(fee_minor, 0) AS fee_minor, coalesce(invoice_count, 0) AS invoice_count,
             each.ends_at + ${OVER_AFTER}::interval <= ${at}::timestamptz AS is_new
        FROM unnest(${days.map(({ day }) => day)}::text[]::date[],
                    ${days.map(({ start }) => start)}::text[]::timestamptz[],
                    ${days.map(({ end }) => end)}::text[]::timestamptz[]) AS each (day, starts_at, ends_at)
        LEFT JOIN LATERAL (
          SELECT currency, sum(base_amount_minor + fee_amount_minor - credited_minor)::bigint AS amount_minor,
                 sum(${CARD_FEE})::bigint AS fee_minor, count(*)::int AS invoice_count
            FROM invoices
           WHERE account_id = ${accountId}::uuid AND status = 'PAID'
             AND paid_at >= each.starts_at AND paid_at < each.ends_at
           GROUP BY currency) AS paid ON true
       WHERE each.day NOT IN (SELECT day FROM stored))
    SELECT day, currency, amount_minor AS "amountMinor", fee_minor AS "feeMinor", invoice_count AS "invoiceCount",
           is_new AS "isNew"
      FROM (SELECT day, currency, amount_minor, fee_minor, invoice_count, false AS is_new FROM stored
            UNION ALL
            SELECT day, currency, amount_minor, fee_minor, invoice_count, is_new FROM summed) AS each_day
     WHERE invoice_count > 0 OR is_new
     ORDER BY day, currency`)
  const over = rows.filter(({ isNew }) => isNew)
  if (over.length > 0) await keepDays(tx, accountId, zone, over)
  return rows.filter(({ invoiceCount }) => invoiceCount > 0).map(({ isNew, ...volume }) => volume)
}

/** By a statement of its own: nearly every read finds the days that are over, and on a cluster a statement that may write costs several. */
async function keepDays(tx: Orm, accountId: string, zone: Zone, days: DayVolume[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO paid_days (account_id, time_zone, day, currency, amount_minor, fee_minor, invoice_count)
    SELECT accounts.id, ${zone.name}, day, currency, amount_minor, fee_minor, invoice_count
      FROM accounts,
           unnest(${days.map(({ day }) => formatIsoDate(day))}::text[]::date[],
                  ${days.map(({ currency }) => currency)}::text[],
                  ${days.map(({ amountMinor }) => amountMinor)}::bigint[],
                  ${days.map(({ feeMinor }) => feeMinor)}::bigint[],
                  ${days.map(({ invoiceCount }) => invoiceCount)}::int[])
             AS each (day, currency, amount_minor, fee_minor, invoice_count)
     WHERE accounts.id = ${accountId}::uuid
    ON CONFLICT DO NOTHING`
}

/** At most this many payments of a period, the latest, are added up to rank its customers: a few milliseconds. */
export const MAX_RANKED_PAYMENTS = 5_000

export type CustomerVolume = {
  currency: string
  customerId: string
  name: string
  amountMinor: bigint
  invoiceCount: number
  /** True if the period has more payments than are added up. */
  isPartial: boolean
}

/**
 * The customers who paid most between two days of a time zone, both included, in each currency. Minor units, fees included. There
 * are no kept sums: with a row for each customer and day they would hardly be fewer than the invoices. So a long period
 * of a large account is told from its latest payments, by one range of the index invoices_paid_by_time.
 */
export async function topCustomers(
  tx: Orm,
  accountId: string,
  { from, to, zone, limit }: { from: Date; to: Date; zone: Zone; limit: number },
): Promise<CustomerVolume[]> {
  return tx.$queryRaw<CustomerVolume[]>(sql`
    WITH paid AS MATERIALIZED (
      SELECT currency, customer_id, base_amount_minor + fee_amount_minor - credited_minor AS amount_minor FROM invoices
       WHERE account_id = ${accountId}::uuid AND status = 'PAID'
         AND paid_at >= ${startOfDay(zone, from)}::timestamptz
         AND paid_at < ${startOfDay(zone, dayAfter(to, 1))}::timestamptz
       ORDER BY paid_at DESC LIMIT ${MAX_RANKED_PAYMENTS}),
    totals AS MATERIALIZED (
      SELECT currency, customer_id, sum(amount_minor)::bigint AS amount_minor, count(*)::int AS invoice_count
        FROM paid GROUP BY currency, customer_id)
    SELECT best.currency, best.customer_id AS "customerId",
           -- Joined, all of the account's customers would be read.
           (SELECT name FROM customers WHERE account_id = ${accountId}::uuid AND id = best.customer_id) AS name,
           best.amount_minor AS "amountMinor", best.invoice_count AS "invoiceCount",
           (SELECT count(*) FROM paid) >= ${MAX_RANKED_PAYMENTS} AS "isPartial"
      FROM (SELECT DISTINCT currency FROM totals) AS each,
           -- The best of each currency, without sorting the others.
           LATERAL (SELECT * FROM totals WHERE currency = each.currency
                     ORDER BY amount_minor DESC, customer_id LIMIT ${limit}) AS best
     ORDER BY best.currency, best.amount_minor DESC, best.customer_id`)
}
