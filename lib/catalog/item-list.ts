import { z } from 'zod'
import { database, sql } from '@/lib/db/client'
import { isDomainError } from '@/lib/errors'
import { amountView, moment } from '@/lib/http/schemas'
import { defineList } from '@/lib/lists/define-list'
import { archivedFilter, currencyFilter } from '@/lib/lists/list-filters'
import { wordSearch } from '@/lib/lists/word-search'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { ratePercent } from '@/lib/money/taxes'
import type { ItemFields } from './catalog-fields'
import { findItem } from './saved-item'

export const itemRow = z.object({
  id: z.uuid(),
  title: z.string(),
  price: amountView.describe('Of one.'),
  tax: z
    .object({ name: z.string(), percent: z.string() })
    .nullable()
    .describe('Null for the rate of any new line, also once its own is archived.'),
  isArchived: z.boolean(),
  createdAt: moment,
})

export type ItemRow = z.infer<typeof itemRow>

type StoredItem = {
  id: string
  title: string
  currency: string
  unitPriceMinor: bigint
  taxName: string | null
  ratePpm: number | null
  isArchived: boolean
  createdAt: Date
}

/** The account's saved items; searches their descriptions. */
export const itemList = defineList({
  name: 'items',
  sorts: ['created', 'title'],
  filters: z.object({ archived: archivedFilter, currency: currencyFilter }),
  select: (accountId, { filters: { archived, currency }, search }) => ({
    table: sql`saved_items AS item`,
    alias: sql`item`,
    id: sql`item.id`,
    columns: sql`item.id, item.title, item.currency, item.unit_price_minor AS "unitPriceMinor",
      tax_rate.name AS "taxName", tax_rate.rate_ppm AS "ratePpm", item.archived_at IS NOT NULL AS "isArchived",
      item.created_at AS "createdAt"`,
    joins: sql`LEFT JOIN tax_rates AS tax_rate
      ON tax_rate.account_id = item.account_id AND tax_rate.id = item.tax_rate_id AND tax_rate.archived_at IS NULL`,
    sorts: {
      title: { column: sql`(lower(item.title) COLLATE "C")`, type: 'text' },
      created: { column: sql`item.created_at`, type: 'timestamptz' },
    },
    where: [
      sql`item.account_id = ${accountId}::uuid`,
      archived === 'true' ? sql`item.archived_at IS NOT NULL` : sql`item.archived_at IS NULL`,
      ...(currency ? [sql`item.currency = ${currency}`] : []),
    ],
    // An account has few, so their text needs no index.
    search: wordSearch(search, sql`item.search`),
  }),
  present: ({
    id,
    title,
    currency,
    unitPriceMinor,
    taxName,
    ratePpm,
    isArchived,
    createdAt,
  }: StoredItem): ItemRow => ({
    id,
    title,
    price: presentAmount(unitPriceMinor, currency),
    tax: taxName === null || ratePpm === null ? null : { name: taxName, percent: ratePercent(ratePpm) },
    isArchived,
    createdAt: createdAt.toISOString(),
  }),
})

export type ItemView = { id: string; isArchived: boolean; fields: ItemFields }

/** An item for its page; null if the account has none with the id. */
export async function readItem(accountId: string, id: string): Promise<ItemView | null> {
  try {
    const { title, currency, unitPriceMinor, taxRateId, archivedAt } = await findItem(
      database(),
      accountId,
      id,
    )
    const price = formatMajor(unitPriceMinor, currency)
    return {
      id,
      isArchived: archivedAt !== null,
      fields: { title, currency, price, taxRateId: taxRateId ?? '' },
    }
  } catch (error) {
    if (isDomainError(error, 'item_not_found')) return null
    throw error
  }
}
