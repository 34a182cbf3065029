import { z } from 'zod'
import { rawSql, type Sql, sql } from '@/lib/db/client'
import { TaxTreatment } from '@/lib/db/generated/enums'
import { amountView, moment } from '@/lib/http/schemas'
import { defineApiList } from '@/lib/lists/api-list'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import { archivedFilter, currencyFilter, dayFilter, daysOf, emailFilter } from '@/lib/lists/list-filters'
import { wordSearch } from '@/lib/lists/word-search'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { type DueEdge, dueEdge, isOverdueOnPages } from '@/lib/vendors/due-edge'
import {
  CUSTOMER_RANKINGS,
  isRanking,
  mainCurrency,
  RANK_COLUMNS,
  rankedCustomers,
  rankingNote,
} from './customer-ranking'
import { CUSTOMER_COLUMNS, type StoredCustomer } from './statements'

type CustomerSummary = {
  id: string
  name: string
  email: string
  group: string | null
  preferredCurrency: string
  taxTreatment: TaxTreatment
  createdAt: Date
  isArchived: boolean
  sums: CurrencySums[]
  lastInvoiceAt: Date | null
}

/** A customer's owed, overdue and paid sums in one currency: minor units as text, fees included. */
type CurrencySums = {
  currency: string
  owedMinor: string
  overdueMinor: string
  paidMinor: string
  isWhole: boolean
}

export const customerRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  group: z.string().nullable(),
  preferredCurrency: z.string(),
  taxTreatment: z.enum(TaxTreatment),
  createdAt: moment,
  isArchived: z.boolean(),
  owed: z.array(amountView).describe('Open and overdue invoices by currency, without uncollectible ones.'),
  overdue: z.array(amountView).describe('The overdue part of it.'),
  paid: z.array(amountView).describe('Gross, as on the customer’s page.'),
  isWhole: z.boolean().describe('False for a customer with more invoices than are summed.'),
  lastInvoiceAt: moment.nullable(),
})

export type CustomerRow = z.infer<typeof customerRow>

const MAX_GROUP_CHARACTERS = 255

/** Invoices of one customer that a page sums up, open ones and paid ones each. */
const MAX_SUMMED = 1000

/** The sums of the page's customers, each from a range of an index of their invoices, and from a thousand rows at most. */
const sums = (accountId: string, edge: DueEdge) => sql`
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('currency', currency, 'owedMinor', owed::text,
                             'overdueMinor', overdue::text, 'paidMinor', paid::text, 'isWhole', is_whole)
                             ORDER BY currency <> 'USD', currency), '[]') AS list
      FROM (SELECT currency, coalesce(sum(total_minor - outside_minor) FILTER (WHERE status <> 'PAID'), 0) AS owed,
                   coalesce(sum(total_minor - outside_minor) FILTER (WHERE ${isOverdueOnPages(edge, sql`invoice`)}), 0) AS overdue,
                   coalesce(sum(total_minor) FILTER (WHERE status = 'PAID'), 0) AS paid,
                   greatest(sum(count(*) FILTER (WHERE status <> 'PAID')) OVER (),
                            sum(count(*) FILTER (WHERE status = 'PAID')) OVER ()) < ${MAX_SUMMED} AS is_whole
              FROM ((SELECT currency, status, due_date, total_minor, outside_minor FROM invoices
                      WHERE account_id = ${accountId}::uuid AND customer_id = customer.id
                        AND status IN ('CREATED', 'FAILED', 'UNPAID') AND uncollectible_at IS NULL
                      LIMIT ${MAX_SUMMED})
                    UNION ALL
                    (SELECT currency, status, due_date, total_minor, outside_minor FROM invoices
                      WHERE account_id = ${accountId}::uuid AND customer_id = customer.id AND status = 'PAID'
                      ORDER BY paid_at DESC, id DESC LIMIT ${MAX_SUMMED})) AS invoice
             GROUP BY currency) AS by_currency) AS sums
  LEFT JOIN LATERAL (
    SELECT created_at FROM invoices
     WHERE account_id = ${accountId}::uuid AND customer_id = customer.id
     ORDER BY id DESC LIMIT 1) AS last_invoice ON true`

/**
 * The account's customers; searches name, email, group and id. In an order that follows from their invoices, it has those who
 * have something to be ranked by.
 */
export const customerList = defineList({
  name: 'customers',
  sorts: ['created', 'name', ...CUSTOMER_RANKINGS],
  filters: z.object({
    group: z.string().max(MAX_GROUP_CHARACTERS).optional(),
    amounts_in: currencyFilter.describe('The currency of the amounts, and of an order by them.'),
    archived: archivedFilter,
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: async (accountId, { sort, filters, search, zone }, tx) => {
    const { group, archived, amounts_in, ...days } = filters
    const { from, to } = daysOf(days, zone)
    const edge = dueEdge(zone)
    const words = wordSearch(search, sql`customer.search`, {
      tenantKey: sql`customer.account_id`,
      tenantId: accountId,
    })
    const narrowed = [
      ...(group ? [sql`customer.customer_group = ${group}`] : []),
      ...(from ? [sql`customer.created_at >= ${from}::timestamptz`] : []),
      ...(to ? [sql`customer.created_at < ${to}::timestamptz`] : []),
    ]
    const isRanked = isRanking(sort)
    const isInOrder = sort === 'created' || isRanked
    const currency = isRanked ? (amounts_in ?? (await mainCurrency(tx, accountId))) : ''
    return {
      table: isRanked
        ? rankedCustomers(accountId, { ranking: sort, currency, edge })
        : sql`customers AS customer`,
      alias: sql`customer`,
      id: isRanked ? sql`customer.rank_id` : sql`customer.id`,
      columns: sql`customer.id, customer.name, customer.email, customer.customer_group AS "group",
        customer.preferred_currency AS "preferredCurrency",
        customer.tax_treatment::text AS "taxTreatment", customer.created_at AS "createdAt",
        customer.archived_at IS NOT NULL AS "isArchived", sums.list AS sums,
        last_invoice.created_at AS "lastInvoiceAt"`,
      joins: sums(accountId, edge),
      sorts: {
        created: { column: sql`customer.created_at`, type: 'timestamptz' },
        name: { column: sql`(lower(customer.name) COLLATE "C")`, type: 'text' },
        ...RANK_COLUMNS,
      },
      where: [
        sql`customer.account_id = ${accountId}::uuid`,
        isArchived(archived),
        sql`NOT customer.is_self`,
        ...(isInOrder ? narrowed : []),
        // All that are ranked are read at once, so there is nothing to look up.
        ...(isRanked && words ? [words.passes] : []),
      ],
      filters: isInOrder ? [] : narrowed,
      search: isRanked ? null : words,
      ...(isRanked ? { note: await rankingNote(tx, accountId, { ranking: sort, currency }) } : {}),
    }
  },
  present: (customer: CustomerSummary, { filters: { amounts_in } }): CustomerRow => {
    const { id, name, email, group, preferredCurrency, taxTreatment, isArchived } = customer
    const sums = sumsIn(amounts_in, customer.sums)
    return {
      id,
      name,
      email,
      group,
      preferredCurrency,
      taxTreatment,
      createdAt: customer.createdAt.toISOString(),
      isArchived,
      owed: amountsAboveZero(sums, 'owedMinor'),
      overdue: amountsAboveZero(sums, 'overdueMinor'),
      paid: amountsAboveZero(sums, 'paidMinor'),
      isWhole: sums.every(({ isWhole }) => isWhole),
      lastInvoiceAt: customer.lastInvoiceAt?.toISOString() ?? null,
    }
  },
  file: ({ filters: { amounts_in } }, mode) => ({
    filename: `customers-${mode}.csv`,
    columns: csvColumns(amounts_in),
  }),
})

/** In one currency, or in all. */
function sumsIn(currency: string | undefined, sums: CurrencySums[]): CurrencySums[] {
  return currency === undefined ? sums : sums.filter((sum) => sum.currency === currency)
}

type Part = 'owedMinor' | 'overdueMinor' | 'paidMinor'

function amountsAboveZero(sums: CurrencySums[], part: Part) {
  return sums.filter((sum) => sum[part] !== '0').map((sum) => presentAmount(BigInt(sum[part]), sum.currency))
}

/** In one cell of a file: `12.00 USD, 5.00 EUR`, with what is not all of it marked. */
function cellOf(part: Part, currency: string | undefined) {
  return ({ sums }: CustomerSummary) =>
    sumsIn(currency, sums)
      .filter((sum) => sum[part] !== '0')
      .map((sum) => {
        const amount = `${formatMajor(BigInt(sum[part]), sum.currency)} ${sum.currency}`
        return sum.isWhole ? amount : `over ${amount}`
      })
      .join(', ')
}

/** Condition: one that is archived, or one that isn't. */
function isArchived(archived: 'true' | 'false' | undefined): Sql {
  return archived === 'true' ? sql`customer.archived_at IS NOT NULL` : sql`customer.archived_at IS NULL`
}

const csvColumns = (currency: string | undefined): CsvColumn<CustomerSummary>[] => [
  { title: 'Customer ID', value: ({ id }) => id },
  { title: 'Name', value: ({ name }) => name },
  { title: 'Email', value: ({ email }) => email },
  { title: 'Group', value: ({ group }) => group },
  { title: 'Currency', value: ({ preferredCurrency }) => preferredCurrency },
  { title: 'Owed', value: cellOf('owedMinor', currency) },
  { title: 'Overdue', value: cellOf('overdueMinor', currency) },
  { title: 'Paid', value: cellOf('paidMinor', currency) },
  { title: 'Last invoice', value: ({ lastInvoiceAt }) => lastInvoiceAt },
  { title: 'Created', value: ({ createdAt }) => createdAt },
]

const apiFilters = z.object({
  email: emailFilter.optional().describe('The email of one customer, in either case.'),
  group: z.string().max(MAX_GROUP_CHARACTERS).optional().describe('The exact label.'),
  external_id: z.string().max(255).optional().describe('Your own id of one customer, in the same case.'),
  archived: archivedFilter.describe('`true` for the customers that are archived, and no others.'),
})

/** The account's customers for programs. */
export const customersForPrograms = defineApiList<typeof apiFilters, StoredCustomer>({
  name: 'customers',
  filters: apiFilters,
  select: (accountId, { email, group, external_id: externalId, archived }) => ({
    sort: 'created',
    list: {
      table: sql`customers AS customer`,
      alias: sql`customer`,
      id: sql`customer.id`,
      columns: rawSql(CUSTOMER_COLUMNS),
      sorts: { created: { column: sql`customer.created_at`, type: 'timestamptz' } },
      where: [
        sql`customer.account_id = ${accountId}::uuid`,
        isArchived(archived),
        sql`NOT customer.is_self`,
        ...(email === undefined ? [] : [sql`customer.email_key = ${email}`]),
        ...(group === undefined ? [] : [sql`customer.customer_group = ${group}`]),
        ...(externalId === undefined ? [] : [sql`customer.external_id = ${externalId}`]),
      ],
    },
  }),
})
