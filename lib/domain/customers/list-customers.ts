import { type Sql, sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '../lists/keyset-page'
import { customerBeginsWith } from './begins-with'

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
  /** The beginning of a name or an e-mail, or a customer's id. */
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
