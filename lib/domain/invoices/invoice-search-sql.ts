import { joinSql, type Sql, sql } from '@/lib/db/sql'
import { beginsWith, CUSTOMER_NAMES, customerBeginsWith } from '../customers/begins-with'

/* What a search for invoices looks at: the beginning of a customer's name or e-mail, or of an invoice's id. */

/** Digits from which on an id is told from its beginning: those of a minute. */
const LEAST_ID_DIGITS = 8
const ID_DIGITS = 32

/** The customers that are meant, by an index each: together they would be looked up without a limit. */
export function customersFound(accountId: string, search: string, limit: number): Sql {
  const some = sql`LIMIT ${limit}`
  const each = CUSTOMER_NAMES.map(
    (name) => sql`(
      SELECT id FROM customers AS customer WHERE account_id = ${accountId}::uuid AND ${beginsWith(name, search)}
       ORDER BY ${name} ${some})`,
  )
  return sql`SELECT DISTINCT id FROM (${joinSql(each, ' UNION ALL ')}) AS either ${some}`
}

/** As a value and not as EXISTS, which PostgreSQL may answer by reading all customers. */
export function invoiceMatches(search: string): Sql {
  const ids = invoiceIdsFrom(search)
  const byCustomer = sql`(
    SELECT ${customerBeginsWith(search)} FROM customers AS customer
     WHERE customer.account_id = invoice.account_id AND customer.id = invoice.customer_id)`
  return ids ? sql`((${ids}) OR ${byCustomer})` : byCustomer
}

/** The ids that begin with what was typed, which may be a whole one; null where it is no beginning of an id. */
export function invoiceIdsFrom(search: string): Sql | null {
  const digits = search.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < LEAST_ID_DIGITS || digits.length > ID_DIGITS) return null
  const first = digits.padEnd(ID_DIGITS, '0')
  const last = digits.padEnd(ID_DIGITS, 'f')
  return sql`invoice.id BETWEEN ${first}::uuid AND ${last}::uuid`
}
