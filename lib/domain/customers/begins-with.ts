import { type Sql, sql } from '@/lib/db/sql'

/**
 * Whether the name or the e-mail of the row that is called `customer` begins with the text, in whatever case.
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
