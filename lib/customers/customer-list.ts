import { z } from 'zod'
import { rawSql, type Sql, sql } from '@/lib/db/client'
import { moment } from '@/lib/http/schemas'
import { defineApiList } from '@/lib/lists/api-list'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import { archivedFilter, dayFilter, daysOf, emailFilter } from '@/lib/lists/list-filters'
import { wordSearch } from '@/lib/lists/word-search'
import { CUSTOMER_COLUMNS, type StoredCustomer } from './statements'

type CustomerSummary = {
  id: string
  name: string
  email: string
  group: string | null
  preferredCurrency: string
  createdAt: Date
  isArchived: boolean
}

export const customerRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  group: z.string().nullable(),
  preferredCurrency: z.string(),
  createdAt: moment,
  isArchived: z.boolean(),
})

export type CustomerRow = z.infer<typeof customerRow>

const MAX_GROUP_CHARACTERS = 255

/** The account's customers; searches name, email, group and id. */
export const customerList = defineList({
  name: 'customers',
  sorts: ['created', 'name'],
  filters: z.object({
    group: z.string().max(MAX_GROUP_CHARACTERS).optional(),
    archived: archivedFilter,
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (accountId, { sort, filters: { group, archived, ...days }, search }) => {
    const { from, to } = daysOf(days)
    const narrowed = [
      ...(group ? [sql`customer.customer_group = ${group}`] : []),
      ...(from ? [sql`customer.created_at >= ${from}::timestamptz`] : []),
      ...(to ? [sql`customer.created_at < ${to}::timestamptz`] : []),
    ]
    const isInOrder = sort === 'created'
    return {
      table: sql`customers AS customer`,
      alias: sql`customer`,
      id: sql`customer.id`,
      columns: sql`customer.id, customer.name, customer.email, customer.customer_group AS "group",
        customer.preferred_currency AS "preferredCurrency", customer.created_at AS "createdAt",
        customer.archived_at IS NOT NULL AS "isArchived"`,
      sorts: {
        created: { column: sql`customer.created_at`, type: 'timestamptz' },
        name: { column: sql`(lower(customer.name) COLLATE "C")`, type: 'text' },
      },
      where: [
        sql`customer.account_id = ${accountId}::uuid`,
        isArchived(archived),
        ...(isInOrder ? narrowed : []),
      ],
      filters: isInOrder ? [] : narrowed,
      search: wordSearch(search, sql`customer.search`, {
        tenantKey: sql`customer.account_id`,
        tenantId: accountId,
      }),
    }
  },
  present: (customer: CustomerSummary): CustomerRow => {
    const { id, name, email, group, preferredCurrency, isArchived } = customer
    return {
      id,
      name,
      email,
      group,
      preferredCurrency,
      createdAt: customer.createdAt.toISOString(),
      isArchived,
    }
  },
  file: (_, mode) => ({ filename: `customers-${mode}.csv`, columns: CSV_COLUMNS }),
})

/** Condition: one that is archived, or one that isn't. */
function isArchived(archived: 'true' | 'false' | undefined): Sql {
  return archived === 'true' ? sql`customer.archived_at IS NOT NULL` : sql`customer.archived_at IS NULL`
}

const CSV_COLUMNS: CsvColumn<CustomerSummary>[] = [
  { title: 'Customer ID', value: ({ id }) => id },
  { title: 'Name', value: ({ name }) => name },
  { title: 'Email', value: ({ email }) => email },
  { title: 'Group', value: ({ group }) => group },
  { title: 'Currency', value: ({ preferredCurrency }) => preferredCurrency },
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
        ...(email === undefined ? [] : [sql`customer.email_key = ${email}`]),
        ...(group === undefined ? [] : [sql`customer.customer_group = ${group}`]),
        ...(externalId === undefined ? [] : [sql`customer.external_id = ${externalId}`]),
      ],
    },
  }),
})
