import { z } from 'zod'
import { type Orm, rawSql, type Sql, sql } from '@/lib/db/client'
import { TaxTreatment } from '@/lib/db/generated/enums'
import { amountView, moment } from '@/lib/http/schemas'
import { defineApiList } from '@/lib/lists/api-list'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import { archivedFilter, currencyFilter, dayFilter, daysOf, emailFilter } from '@/lib/lists/list-filters'
import { wordSearch } from '@/lib/lists/word-search'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { type DueEdge, dueEdge, isOverdueOnPages } from '@/lib/vendors/due-edge'
import { copiesText } from './copy-emails'
import {
  CUSTOMER_RANKINGS,
  isRanking,
  RANK_COLUMNS,
  rankedCustomers,
  rankingCurrency,
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
  phone: string | null
  copyEmails: string[]
  createdAt: Date
  isArchived: boolean
  sums: CurrencySums[]
  /** The amount that the list is sorted by; null for another order. */
  rank: { currency: string; minor: string } | null
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
      FROM (SELECT currency, coalesce(sum(total_minor - outside_minor - credited_minor) FILTER (WHERE status <> 'PAID'), 0) AS owed,
                   coalesce(sum(total_minor - outside_minor - credited_minor) FILTER (WHERE ${isOverdueOnPages(edge, sql`invoice`)}), 0) AS overdue,
                   coalesce(sum(total_minor - credited_minor) FILTER (WHERE status = 'PAID'), 0) AS paid,
                   greatest(sum(count(*) FILTER (WHERE status <> 'PAID')) OVER (),
                            sum(count(*) FILTER (WHERE status = 'PAID')) OVER ()) < ${MAX_SUMMED} AS is_whole
              FROM ((SELECT currency, status, due_date, total_minor, outside_minor, credited_minor FROM invoices
                      WHERE account_id = ${accountId}::uuid AND customer_id = customer.id
                        AND status IN ('CREATED', 'FAILED', 'UNPAID') AND uncollectible_at IS NULL
                      LIMIT ${MAX_SUMMED})
                    UNION ALL
                    (SELECT currency, status, due_date, total_minor, outside_minor, credited_minor FROM invoices
                      WHERE account_id = ${accountId}::uuid AND customer_id = customer.id AND status = 'PAID'
                      ORDER BY paid_at DESC, id DESC LIMIT ${MAX_SUMMED})) AS invoice
             GROUP BY currency) AS by_currency) AS sums
  LEFT JOIN LATERAL (
    SELECT created_at FROM invoices
     WHERE account_id = ${accountId}::uuid AND customer_id = customer.id
     ORDER BY id DESC LIMIT 1) AS last_invoice ON true`

/**
 * The account's customers; searches name, email, group, phone and id. Sorted by an amount or the last invoice, it has only customers
 * with such an amount, or an invoice.
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
  select: async (accountId, { sort, descending, before, filters, search, zone }, tx) => {
    const { group, archived, amounts_in, ...days } = filters
    const { from, to } = daysOf(days, zone)
    const edge = dueEdge(zone)
    const words = wordSearch(search, sql`customer.search`, {
      tenantKey: sql`customer.account_id`,
      tenantId: accountId,
    })
    const conditions = [
      ...(group ? [sql`customer.customer_group = ${group}`] : []),
      ...(from ? [sql`customer.created_at >= ${from}::timestamptz`] : []),
      ...(to ? [sql`customer.created_at < ${to}::timestamptz`] : []),
    ]
    const isRanked = isRanking(sort)
    const isInOrder = sort === 'created' || isRanked
    const terms = isRanked ? await rankingTerms(tx, accountId, sort, amounts_in, edge) : null
    const isNarrowed = conditions.length > 0 || search !== null || archived !== undefined
    return {
      table: terms
        ? rankedCustomers(accountId, terms, descending !== (before !== null))
        : sql`customers AS customer`,
      alias: sql`customer`,
      id: isRanked ? sql`customer.rank_id` : sql`customer.id`,
      columns: sql`customer.id, customer.name, customer.email, customer.customer_group AS "group",
        customer.preferred_currency AS "preferredCurrency",
        customer.tax_treatment::text AS "taxTreatment", customer.phone, customer.copy_emails AS "copyEmails",
        customer.created_at AS "createdAt",
        customer.archived_at IS NOT NULL AS "isArchived", sums.list AS sums, ${rankColumn(terms?.currency)} AS rank,
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
        ...(isInOrder ? conditions : []),
        // The ranked rows are read whole anyway, so an index on words would save nothing.
        ...(isRanked && words ? [words.passes] : []),
      ],
      filters: isInOrder ? [] : conditions,
      search: isRanked ? null : words,
      ...(terms
        ? {
            note: async (isEmpty: boolean) =>
              isEmpty && isNarrowed ? null : rankingNote(tx, accountId, terms, isEmpty),
          }
        : {}),
    }
  },
  present: (customer: CustomerSummary, query): CustomerRow => {
    const { id, name, email, group, preferredCurrency, taxTreatment, isArchived } = customer
    const sums = sumsOf(customer, query)
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
  file: (query, mode) => ({ filename: `customers-${mode}.csv`, columns: csvColumns(query) }),
})

async function rankingTerms(
  tx: Orm,
  accountId: string,
  ranking: (typeof CUSTOMER_RANKINGS)[number],
  currency: string | undefined,
  edge: DueEdge,
) {
  return { ranking, edge, currency: currency ?? (await rankingCurrency(tx, accountId, { ranking, edge })) }
}

function rankColumn(currency: string | null | undefined): Sql {
  return currency
    ? sql`json_build_object('currency', ${currency}::text, 'minor', customer.rank_value::text)`
    : sql`NULL::json`
}

type Part = 'owedMinor' | 'overdueMinor' | 'paidMinor'

const PARTS: Record<string, Part> = { owed: 'owedMinor', overdue: 'overdueMinor', paid: 'paidMinor' }

type SumsQuery = { sort: string; filters: { amounts_in?: string | undefined } }

/** In the chosen currency, or in all. The sum by which the list is sorted is the same in its column, and comes first there. */
function sumsOf({ sums, rank }: CustomerSummary, { sort, filters }: SumsQuery): CurrencySums[] {
  const { amounts_in: only } = filters
  const listed = only === undefined ? sums : sums.filter(({ currency }) => currency === only)
  const part = PARTS[sort]
  if (!rank || !part) return listed
  const own = sums.find(({ currency }) => currency === rank.currency) ?? {
    ...NO_SUMS,
    currency: rank.currency,
  }
  return [{ ...own, [part]: rank.minor }, ...listed.filter(({ currency }) => currency !== rank.currency)]
}

const NO_SUMS = { owedMinor: '0', overdueMinor: '0', paidMinor: '0', isWhole: true }

function amountsAboveZero(sums: CurrencySums[], part: Part) {
  return sums.filter((sum) => sum[part] !== '0').map((sum) => presentAmount(BigInt(sum[part]), sum.currency))
}

/** In one cell of a file: `12.00 USD, 5.00 EUR`, with what is not all of it marked. */
function cellOf(part: Part, query: SumsQuery) {
  return (customer: CustomerSummary) =>
    sumsOf(customer, query)
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

const csvColumns = (query: SumsQuery): CsvColumn<CustomerSummary>[] => [
  { title: 'Customer ID', value: ({ id }) => id },
  { title: 'Name', value: ({ name }) => name },
  { title: 'Email', value: ({ email }) => email },
  { title: 'Group', value: ({ group }) => group },
  { title: 'Phone', value: ({ phone }) => phone },
  { title: 'Copies to', value: ({ copyEmails }) => copiesText(copyEmails) },
  { title: 'Currency', value: ({ preferredCurrency }) => preferredCurrency },
  { title: 'Owed', value: cellOf('owedMinor', query) },
  { title: 'Overdue', value: cellOf('overdueMinor', query) },
  { title: 'Paid', value: cellOf('paidMinor', query) },
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
