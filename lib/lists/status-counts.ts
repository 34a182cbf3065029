import { z } from 'zod'
import type { Orm, Sql } from '@/lib/db/client'
import { amountView } from '@/lib/http/schemas'
import { presentAmount } from '@/lib/money/money'

/**
 * Rows of a status are counted up to this number. Beyond, a tab says `10,000+` and no sum: that is a few milliseconds
 * of reading an index, whatever the size of the account, while counts that are kept would cost every new invoice and
 * every change of a status a row that all of the account's requests lock.
 */
const MAX_COUNT = 10_000

export const tabsView = z.object({
  tabs: z.array(
    z.object({
      value: z.string().describe('The value of the list’s `status`; empty for all rows.'),
      count: z.int(),
      isCapped: z.boolean().describe('There are more than `count` rows.'),
      sums: z.array(amountView).describe('By currency; empty if there are more rows than are counted.'),
    }),
  ),
})

export type TabsView = z.infer<typeof tabsView>

type StatusCount = { status: string; currency: string; rowCount: number; amountMinor: bigint }

type CountedTable = {
  table: Sql
  statusType: Sql
  amount: Sql
  /** The rest of the index that starts with the account and the status. */
  order: Sql
}

/**
 * Tabs of a list by status: each a value of its filter with the statuses that it selects. `moved` is added to what is
 * counted: rows that count for another status than their own, with negative ones for their own.
 */
export async function readTabs(
  tx: Orm,
  accountId: string,
  { table, statusType, amount, order }: CountedTable,
  tabs: Record<string, readonly string[]>,
  moved: StatusCount[] = [],
): Promise<TabsView> {
  const statuses = [...new Set(Object.values(tabs).flat())]
  const counted = await tx.$queryRaw<StatusCount[]>`
    SELECT tab.status::text AS status, currency, count(*)::int AS "rowCount",
           sum(amount_minor)::bigint AS "amountMinor"
      FROM unnest(${statuses}::text[]::${statusType}[]) AS tab (status)
     CROSS JOIN LATERAL (
       SELECT currency, ${amount} AS amount_minor FROM ${table}
        WHERE account_id = ${accountId}::uuid AND status = tab.status
        ORDER BY ${order} LIMIT ${MAX_COUNT + 1}) AS matches
     GROUP BY tab.status, currency ORDER BY currency`
  return {
    tabs: Object.entries(tabs).map(([value, selected]) => {
      const matches = [...counted, ...moved].filter(({ status }) => selected.includes(status))
      const count = matches.reduce((sum, { rowCount }) => sum + rowCount, 0)
      const isCapped = count > MAX_COUNT
      return { value, count: isCapped ? MAX_COUNT : count, isCapped, sums: isCapped ? [] : sumsOf(matches) }
    }),
  }
}

function sumsOf(counted: StatusCount[]): TabsView['tabs'][number]['sums'] {
  const byCurrency = new Map<string, { rowCount: number; amountMinor: bigint }>()
  for (const { currency, rowCount, amountMinor } of counted) {
    const sum = byCurrency.get(currency) ?? { rowCount: 0, amountMinor: 0n }
    byCurrency.set(currency, {
      rowCount: sum.rowCount + rowCount,
      amountMinor: sum.amountMinor + amountMinor,
    })
  }
  return [...byCurrency]
    .filter(([, { rowCount }]) => rowCount > 0)
    .map(([currency, { amountMinor }]) => presentAmount(amountMinor, currency))
}
