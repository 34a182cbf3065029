import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { type CustomerSummary, listCustomers } from '@/lib/domain/customers/list-customers'
import { findAccount } from '@/lib/domain/vendors/find-account'
import type { FileAnswer } from '../operation'
import { type CsvColumn, timeZoneOf } from './csv'
import { exportList } from './export-list'
import { dayFilter, daysOf } from './list-filters'
import { type ListView, parseListQuery, presentPage } from './list-query'

export type CustomerRow = {
  id: string
  name: string
  email: string
  group: string | null
  preferredCurrency: string
  createdAt: string
}

const MAX_GROUP_CHARACTERS = 255

const RULES = {
  sorts: ['created', 'name'] as const,
  filters: z.object({
    group: z.string().max(MAX_GROUP_CHARACTERS).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/** What a query of the list asks for; `q` is the beginning of a name or an e-mail, or an id. */
function customersQuery(params: URLSearchParams) {
  const { filters, search, ...page } = parseListQuery(RULES, params)
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
  { title: 'Customer id', value: ({ id }) => id },
  { title: 'Name', value: ({ name }) => name },
  { title: 'E-mail', value: ({ email }) => email },
  { title: 'Group', value: ({ group }) => group },
  { title: 'Currency', value: ({ preferredCurrency }) => preferredCurrency },
  { title: 'Created', value: ({ createdAt }) => createdAt },
]

/** Every customer of the list that the query asks for, as a file. */
export function exportCustomers(
  account: { id: string; mode: Mode },
  params: URLSearchParams,
): Promise<FileAnswer> {
  const { filters, page } = customersQuery(params)
  const file = { filename: `customers-${account.mode}.csv`, timeZone: timeZoneOf(params) }
  return exportList(page, (asked) => listCustomers(database(), account.id, filters, asked), CSV_COLUMNS, file)
}

function presentCustomerRow({ createdAt, ...customer }: CustomerSummary): CustomerRow {
  const { id, name, email, group, preferredCurrency } = customer
  return { id, name, email, group, preferredCurrency, createdAt: createdAt.toISOString() }
}
