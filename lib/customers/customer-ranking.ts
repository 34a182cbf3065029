import { type Orm, type Sql, sql } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import type { SortColumn } from '@/lib/lists/read-list'
import { type DueEdge, isOverdueOnPages } from '@/lib/vendors/due-edge'

/*
 * The orders of the list of customers that follow from their invoices. Nothing is kept for them: a row for each customer
 * would be locked by each of its invoices (docs/decisions/0059-counts-of-lists-end.md).
 */

/** Of each status, the latest invoices that are added up: a few milliseconds, whatever the size of the account. */
const MAX_RANKED = 5_000

const OPEN = ['CREATED', 'FAILED', 'UNPAID'] as const satisfies readonly InvoiceStatus[]

/** Each order with the customers that it has, and the statuses of the invoices that count. */
const RANKINGS = {
  owed: { type: 'bigint', customers: 'who owe', statuses: OPEN },
  overdue: { type: 'bigint', customers: 'with overdue invoices', statuses: OPEN },
  paid: { type: 'bigint', customers: 'who have paid', statuses: ['PAID'] },
  last_invoice: { type: 'timestamptz', customers: 'with an invoice', statuses: [] },
} as const satisfies Record<
  string,
  { type: SortColumn['type']; customers: string; statuses: readonly InvoiceStatus[] }
>

export type Ranking = keyof typeof RANKINGS

export const CUSTOMER_RANKINGS = Object.keys(RANKINGS) as Ranking[]

export function isRanking(sort: string): sort is Ranking {
  return Object.hasOwn(RANKINGS, sort)
}

type RankedList = { ranking: Ranking; currency: string; edge: DueEdge }

/**
 * The rows `customer` of those who have something to rank them by, with it as `rank_value`. Their id is `rank_id` too, by
 * which they are in order and cut into pages before any customer is read.
 */
export function rankedCustomers(accountId: string, list: RankedList): Sql {
  return sql`(
    SELECT customer.*, ranked.rank_value, ranked.customer_id AS rank_id
      FROM (${rankValues(accountId, list)}) AS ranked
      JOIN customers AS customer ON customer.account_id = ${accountId}::uuid AND customer.id = ranked.customer_id
    ) AS customer`
}

/** The column of each ranking, in `rankedCustomers`. */
export const RANK_COLUMNS = Object.fromEntries(
  CUSTOMER_RANKINGS.map((ranking) => [
    ranking,
    { column: sql`customer.rank_value`, type: RANKINGS[ranking].type },
  ]),
) as Record<Ranking, SortColumn>

function rankValues(accountId: string, { ranking, currency, edge }: RankedList): Sql {
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
  const amount = ranking === 'paid' ? sql`total_minor` : sql`total_minor - outside_minor`
  // An overdue invoice of the vendor's day can have any of these statuses in UTC.
  const statuses = ranking === 'overdue' && !edge ? ['UNPAID'] : RANKINGS[ranking].statuses
  return sql`
    SELECT customer_id, sum(amount_minor)::bigint AS rank_value
      FROM (SELECT invoice.* FROM unnest(${[...statuses]}::text[]::invoice_status[]) AS each (status) CROSS JOIN LATERAL (
              SELECT customer_id, status, due_date, uncollectible_at, ${amount} AS amount_minor FROM invoices
               WHERE account_id = ${accountId}::uuid AND status = each.status AND currency = ${currency}
               ORDER BY id DESC LIMIT ${MAX_RANKED}) AS invoice) AS invoice
     WHERE ${counts}
     GROUP BY customer_id HAVING sum(amount_minor) > 0`
}

/** What the page says about a list in such an order. */
export async function rankingNote(
  tx: Orm,
  accountId: string,
  { ranking, currency }: Omit<RankedList, 'edge'>,
): Promise<string> {
  const { customers, statuses } = RANKINGS[ranking]
  const limit = MAX_RANKED.toLocaleString('en')
  if (ranking === 'last_invoice') {
    const [more] = await tx.$queryRaw<object[]>(sql`
      SELECT id FROM invoices WHERE account_id = ${accountId}::uuid ORDER BY id DESC OFFSET ${MAX_RANKED} LIMIT 1`)
    return `Customers ${customers}${more ? ` among the latest ${limit}` : ''}`
  }
  const [more] = await tx.$queryRaw<object[]>(sql`
    SELECT id FROM unnest(${[...statuses]}::text[]::invoice_status[]) AS each (status) CROSS JOIN LATERAL (
      SELECT id FROM invoices WHERE account_id = ${accountId}::uuid AND status = each.status AND currency = ${currency}
       ORDER BY id DESC OFFSET ${MAX_RANKED} LIMIT 1) AS invoice LIMIT 1`)
  const kinds = ranking === 'paid' ? 'paid invoices' : 'open and overdue invoices'
  return `Customers ${customers} in ${currency}${more ? `, by the latest ${limit} ${kinds}` : ''}`
}

/** The currency of amounts where none is chosen: dollars if the account has an invoice in them, or else its first one by code. */
export async function mainCurrency(tx: Orm, accountId: string): Promise<string> {
  // With an order that an index has: without one, a scan of the table would seem as quick.
  const [main] = await tx.$queryRaw<{ currency: string }[]>(sql`
    SELECT currency FROM unnest(enum_range(NULL::invoice_status)) AS each (status) CROSS JOIN LATERAL (
      (SELECT currency FROM invoices
        WHERE account_id = ${accountId}::uuid AND status = each.status AND currency = 'USD' ORDER BY id LIMIT 1)
      UNION ALL
      (SELECT currency FROM invoices
        WHERE account_id = ${accountId}::uuid AND status = each.status ORDER BY currency, id LIMIT 1)) AS own
     ORDER BY currency <> 'USD', currency LIMIT 1`)
  return main?.currency ?? 'USD'
}
