import { type Orm, type Sql, sql } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import type { SortColumn } from '@/lib/lists/read-list'
import { type DueEdge, isOverdueOnPages } from '@/lib/vendors/due-edge'

/*
 * Sorting customers by their invoices: what they owe, how much of it is overdue, what they paid, and when the last one was
 * issued. No such sum is kept: each of a customer's invoices would lock it (docs/decisions/0059-counts-of-lists-end.md).
 */

/** Of each status, the latest invoices that are added up. */
const MAX_RANKED = 5_000

const OPEN = ['CREATED', 'FAILED', 'UNPAID'] as const satisfies readonly InvoiceStatus[]

/** Each sort order with the customers that it has, those that it has none of, and the statuses that count. */
const RANKINGS = {
  owed: {
    type: 'bigint',
    customers: 'Customers who owe you',
    nobody: 'Nobody owes you',
    statuses: OPEN,
  },
  overdue: {
    type: 'bigint',
    customers: 'Customers with overdue invoices',
    nobody: 'Nobody has an overdue invoice',
    statuses: OPEN,
  },
  paid: {
    type: 'bigint',
    customers: 'Customers who have paid you',
    nobody: 'Nobody has paid you',
    statuses: ['PAID'],
  },
  last_invoice: {
    type: 'timestamptz',
    customers: 'Customers with an invoice',
    nobody: 'No customer has an invoice',
    statuses: [],
  },
} as const satisfies Record<
  string,
  { type: SortColumn['type']; customers: string; nobody: string; statuses: readonly InvoiceStatus[] }
>

type Ranking = keyof typeof RANKINGS

export const CUSTOMER_RANKINGS = Object.keys(RANKINGS) as Ranking[]

export function isRanking(sort: string): sort is Ranking {
  return Object.hasOwn(RANKINGS, sort)
}

/** `currency`: null for a ranking that has none. */
type RankingTerms = { ranking: Ranking; currency: string | null; edge: DueEdge }

/**
 * The rows `customer` of those who have something to rank them by, with it as `rank_value`. Their id is `rank_id` too, which
 * is known before any customer is read. OFFSET 0 has them sorted first, and then read one by one until the page is full: the
 * planner would join all of them, because it expects few.
 */
export function rankedCustomers(accountId: string, terms: RankingTerms, isDown: boolean): Sql {
  const direction = isDown ? sql`DESC` : sql`ASC`
  return sql`(
    SELECT customer.*, ranked.rank_value, ranked.customer_id AS rank_id
      FROM (SELECT * FROM (${rankValues(accountId, terms)}) AS value
             ORDER BY rank_value ${direction}, customer_id ${direction} OFFSET 0) AS ranked
     CROSS JOIN LATERAL (
       SELECT * FROM customers WHERE account_id = ${accountId}::uuid AND id = ranked.customer_id OFFSET 0) AS customer
    ) AS customer`
}

/** The column of each ranking, in `rankedCustomers`. */
export const RANK_COLUMNS = Object.fromEntries(
  CUSTOMER_RANKINGS.map((ranking) => [
    ranking,
    { column: sql`customer.rank_value`, type: RANKINGS[ranking].type },
  ]),
) as Record<Ranking, SortColumn>

function rankValues(accountId: string, { ranking, currency, edge }: RankingTerms): Sql {
  if (ranking === 'last_invoice') {
    return sql`
      SELECT customer_id, max(created_at) AS rank_value
        FROM (SELECT customer_id, created_at FROM invoices WHERE account_id = ${accountId}::uuid
               ORDER BY id DESC LIMIT ${MAX_RANKED}) AS invoice
       GROUP BY customer_id`
  }
  const counts = {
    owed: sql`invoice.uncollectible_at IS NULL`,
    overdue: sql`invoice.uncollectible_at IS NULL AND ${isOverdueOnPages(edge, sql`invoice`)}`,
    paid: sql`true`,
  }[ranking]
  const amount =
    ranking === 'paid' ? sql`total_minor - credited_minor` : sql`total_minor - outside_minor - credited_minor`
  return sql`
    SELECT customer_id, sum(amount_minor)::bigint AS rank_value
      FROM (SELECT invoice.* FROM unnest(${statusesOf(ranking, edge)}::text[]::invoice_status[]) AS each (status)
             CROSS JOIN LATERAL (
              SELECT customer_id, status, due_date, uncollectible_at, ${amount} AS amount_minor FROM invoices
               WHERE account_id = ${accountId}::uuid AND status = each.status AND currency = ${currency}
               ORDER BY id DESC LIMIT ${MAX_RANKED}) AS invoice) AS invoice
     WHERE ${counts}
     GROUP BY customer_id HAVING sum(amount_minor) > 0`
}

/** An invoice that is overdue by the vendor's day, and not in UTC, can have any of the open statuses. */
function statusesOf(ranking: Ranking, edge: DueEdge): InvoiceStatus[] {
  return ranking === 'overdue' && !edge ? ['UNPAID'] : [...RANKINGS[ranking].statuses]
}

/** Which customers a list in such an order has; `isEmpty`: it has none. */
export async function rankingNote(
  tx: Orm,
  accountId: string,
  { ranking, currency, edge }: RankingTerms,
  isEmpty: boolean,
): Promise<string> {
  const { customers, nobody } = RANKINGS[ranking]
  const money = currency === null ? '' : ` in ${currency}`
  if (isEmpty) return nobody + money
  const limit = MAX_RANKED.toLocaleString('en')
  if (ranking === 'last_invoice') {
    const more = await tx.$queryRaw<object[]>(sql`
      SELECT id FROM invoices WHERE account_id = ${accountId}::uuid ORDER BY id DESC OFFSET ${MAX_RANKED} LIMIT 1`)
    return more.length > 0 ? `${customers} among the latest ${limit}` : customers
  }
  const more = await tx.$queryRaw<object[]>(sql`
    SELECT id FROM unnest(${statusesOf(ranking, edge)}::text[]::invoice_status[]) AS each (status) CROSS JOIN LATERAL (
      SELECT id FROM invoices WHERE account_id = ${accountId}::uuid AND status = each.status AND currency = ${currency}
       ORDER BY id DESC OFFSET ${MAX_RANKED} LIMIT 1) AS invoice LIMIT 1`)
  return more.length > 0
    ? `${customers}${money}, counting the latest ${limit} invoices of each status`
    : customers + money
}

/**
 * The currency of a ranking where none is chosen: dollars if an invoice in them counts, or else the first by code in which one
 * does. Null for a ranking without amounts.
 */
export async function rankingCurrency(
  tx: Orm,
  accountId: string,
  { ranking, edge }: Omit<RankingTerms, 'currency'>,
): Promise<string | null> {
  if (ranking === 'last_invoice') return null
  // In an order that an index has: without one, a scan of the table would seem as quick.
  const [first] = await tx.$queryRaw<{ currency: string }[]>(sql`
    SELECT currency FROM unnest(${statusesOf(ranking, edge)}::text[]::invoice_status[]) AS each (status)
     CROSS JOIN LATERAL (
      (SELECT currency FROM invoices
        WHERE account_id = ${accountId}::uuid AND status = each.status AND currency = 'USD'
          AND uncollectible_at IS NULL
        ORDER BY id LIMIT 1)
      UNION ALL
      (SELECT currency FROM invoices
        WHERE account_id = ${accountId}::uuid AND status = each.status AND uncollectible_at IS NULL
        ORDER BY currency, id LIMIT 1)) AS own
     ORDER BY currency <> 'USD', currency LIMIT 1`)
  return first?.currency ?? 'USD'
}
