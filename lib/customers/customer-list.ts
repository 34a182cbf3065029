import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database, type Sql, sql } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { type CsvColumn, type CsvFile, exportList, timeZoneOf } from '@/lib/lists/csv'
import { keysetPage, type Page, type PageRequest } from '@/lib/lists/keyset-page'
import { dayFilter, daysOf } from '@/lib/lists/list-filters'
import { type ListView, parseListQuery, presentPage } from '@/lib/lists/list-query'
import { findAccount } from '@/lib/vendors/account'

/**
 * Whether the name or the email of the row that is called `customer` begins with the text, in whatever case.
 */
export function customerBeginsWith(text: string): Sql {
  return sql`(${CUSTOMER_NAMES.map((name) => beginsWith(name, text)).reduce((a, b) => sql`(${a}) OR (${b})`)})`
}

/** What the indexes customers_by_name and customers_by_email are of: in the order of bytes. */
export const CUSTOMER_NAMES = [
  sql`lower(customer.name) COLLATE "C"`,
  sql`lower(customer.email) COLLATE "C"`,
] as const

/** Whether one of them begins with the text: a range of its index. */
export function beginsWith(name: Sql, text: string): Sql {
  const prefix = text.toLowerCase()
  // The highest character of Unicode: whatever begins with the prefix sorts before it.
  return sql`${name} >= ${prefix} AND ${name} < ${`${prefix}\u{10ffff}`}`
}

/** A customer as a line of a list. */
export type CustomerSummary = {
  id: string
  name: string
  email: string
  group: string | null
  preferredCurrency: string
  createdAt: Date
}

export type CustomerFilters = {
  /** The beginning of a name or an email, or a customer's id. */
  search?: string | null
  group?: string | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
  to?: Date | undefined
}

export type CustomerSort = 'created' | 'name'

/** A page of the account's customers. */
export function listCustomers(
  tx: Transaction,
  accountId: string,
  filters: CustomerFilters,
  page: PageRequest<CustomerSort>,
): Promise<Page<CustomerSummary>> {
  const list = {
    columns: sql`customer.id, customer.name, customer.email, customer.customer_group AS "group",
      customer.preferred_currency AS "preferredCurrency", customer.created_at AS "createdAt"`,
    from: sql`customers AS customer`,
    where: conditions(accountId, filters),
    id: sql`customer.id`,
    sorts: {
      created: { column: sql`customer.created_at`, type: 'timestamptz' as const },
      name: { column: sql`(lower(customer.name) COLLATE "C")`, type: 'text' as const },
    },
  }
  return keysetPage<CustomerSummary, CustomerSort>(tx, list, page)
}

function conditions(accountId: string, { search, group, from, to }: CustomerFilters): Sql[] {
  const all = [sql`customer.account_id = ${accountId}::uuid`]
  if (search && isId(search)) all.push(sql`customer.id = ${search}::uuid`)
  else if (search) all.push(customerBeginsWith(search))
  if (group) all.push(sql`customer.customer_group = ${group}`)
  if (from) all.push(sql`customer.created_at >= ${from}::timestamptz`)
  if (to) all.push(sql`customer.created_at < ${to}::timestamptz`)
  return all
}

export const customerRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  group: z.string().nullable(),
  preferredCurrency: z.string(),
  createdAt: moment,
})

export type CustomerRow = z.infer<typeof customerRow>

const MAX_GROUP_CHARACTERS = 255

export const CUSTOMER_RULES = {
  sorts: ['created', 'name'] as const,
  filters: z.object({
    group: z.string().max(MAX_GROUP_CHARACTERS).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/** What a query of the list asks for; `q` is the beginning of a name or an email, or an id. */
function customersQuery(params: URLSearchParams) {
  const { filters, search, ...page } = parseListQuery(CUSTOMER_RULES, params)
  return { filters: { search, group: filters.group, ...daysOf(filters) }, page }
}

/** A page of the account's customers. */
export async function readCustomers(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<CustomerRow>> {
  const { filters, page } = customersQuery(params)
  const account = await findAccount(database(), vendorId, mode)
  return presentPage(await listCustomers(database(), account.id, filters, page), presentCustomerRow)
}

const CSV_COLUMNS: CsvColumn<CustomerSummary>[] = [
  { title: 'Customer ID', value: ({ id }) => id },
  { title: 'Name', value: ({ name }) => name },
  { title: 'Email', value: ({ email }) => email },
  { title: 'Group', value: ({ group }) => group },
  { title: 'Currency', value: ({ preferredCurrency }) => preferredCurrency },
  { title: 'Created', value: ({ createdAt }) => createdAt },
]

/** Every customer of the list that the query asks for, as a file. */
export function exportCustomers(
  account: { id: string; mode: Mode },
  params: URLSearchParams,
): Promise<CsvFile> {
  const { filters, page } = customersQuery(params)
  const file = { filename: `customers-${account.mode}.csv`, timeZone: timeZoneOf(params) }
  return exportList(page, (asked) => listCustomers(database(), account.id, filters, asked), CSV_COLUMNS, file)
}

function presentCustomerRow({ createdAt, ...customer }: CustomerSummary): CustomerRow {
  const { id, name, email, group, preferredCurrency } = customer
  return { id, name, email, group, preferredCurrency, createdAt: createdAt.toISOString() }
}
