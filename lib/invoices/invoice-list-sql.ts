import { beginsWith, CUSTOMER_NAMES, customerBeginsWith } from '@/lib/customers/customer-list'
import { joinSql, noSql, type Sql, sql } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { endIdOf, firstIdOf } from '@/lib/ids'
import type { KeysetTerms, SortColumn } from '@/lib/lists/keyset-page'

/*
 * The statements of the list of invoices. Each looks at a number of rows that does not grow with the
 * account: at a page of each group, or at `MOST_CANDIDATES`, or at `MOST_SCANNED`.
 */

export type InvoiceSort = 'created' | 'due_date' | 'amount'

export type InvoiceFilters = {
  statuses?: InvoiceStatus[] | undefined
  currency?: string | undefined
  createdFrom?: Date | undefined
  /** The first moment that is not included. */
  createdTo?: Date | undefined
  dueFrom?: Date | undefined
  /** The last day. */
  dueTo?: Date | undefined
  /** The beginning of a customer's name or email, or of an invoice's id. */
  search?: string | undefined
}

/** Rows that are put in order once they are found. */
export const MOST_CANDIDATES = 3000
/** Customers that a search leads to them by. */
const MOST_CUSTOMERS = 1000
/** Rows that are looked at in their order for those that match. */
const MOST_SCANNED = 3000

export const INVOICE_SORTS: Record<InvoiceSort, SortColumn> = {
  created: { column: sql`invoice.id`, type: 'uuid' },
  due_date: { column: sql`invoice.due_date`, type: 'date' },
  amount: { column: sql`(invoice.base_amount_minor + invoice.fee_amount_minor)`, type: 'bigint' },
}

export const INVOICE_ID = sql`invoice.id`

export type InvoiceSelection = { accountId: string; filters: InvoiceFilters; sort: InvoiceSort }

/** Ways to the rows that match, besides the order of the list, that may be short. */
export type Driver = 'search' | 'created' | 'due'

export function driversOf({ filters, sort }: InvoiceSelection): Driver[] {
  const { createdFrom, createdTo, dueFrom, dueTo, search } = filters
  const drivers: Driver[] = []
  if (search) drivers.push('search')
  if (dueFrom || dueTo) drivers.push('due')
  if (createdFrom || createdTo) drivers.push('created')
  // Days of the list's own order narrow its index, and nothing else need be found.
  const own = sort === 'created' ? 'created' : sort === 'due_date' ? 'due' : null
  return drivers.length === 1 && drivers[0] === own ? [] : drivers
}

/** The rows of the page by an index in the order of the list. */
export function inOrder(selection: InvoiceSelection, terms: KeysetTerms): Sql {
  const { filters, sort, accountId } = selection
  const range = [
    ...(sort === 'created' ? createdIn(filters) : sort === 'due_date' ? dueIn(filters) : []),
    ...(terms.beyond ? [terms.beyond] : []),
  ]
  const page = sql`ORDER BY ${terms.order} LIMIT ${terms.limit}`
  if (sort === 'created' && !filters.statuses && !filters.currency) {
    return withCustomers(
      sql`SELECT * FROM invoices AS invoice WHERE ${all([ofAccount(accountId), ...range])} ${page}`,
      terms,
    )
  }
  return withCustomers(sql`SELECT invoice.* FROM ${eachGroup(selection, range, page)} ${page}`, terms)
}

/** How many rows a driver leads to, counted up to one more than can be put in order. */
export function countCandidates(selection: InvoiceSelection, driver: Driver): Sql {
  const found = sql`SELECT count(*) FROM (${candidates(selection, driver)}) AS candidate`
  if (driver !== 'search') return sql`SELECT (${found})::int AS "count"`
  // Where not even all customers can be looked at, there is no counting their invoices.
  const customers = sql`SELECT count(*) FROM (${customersOf(selection)}) AS customer`
  return sql`
    SELECT (CASE WHEN (${customers}) > ${MOST_CUSTOMERS} THEN ${MOST_CANDIDATES + 1} ELSE (${found}) END)::int
      AS "count"`
}

/** The rows of the page out of the few that a driver leads to. */
export function outOfCandidates(selection: InvoiceSelection, driver: Driver, terms: KeysetTerms): Sql {
  const { accountId, filters } = selection
  const conditions = [...allOf(filters), ...(terms.beyond ? [terms.beyond] : [])]
  return withCustomers(
    sql`
    SELECT invoice.* FROM (${candidates(selection, driver)}) AS candidate CROSS JOIN LATERAL (
      SELECT * FROM invoices AS invoice
       WHERE ${ofAccount(accountId)} AND invoice.id = candidate.id LIMIT 1) AS invoice
    ${conditions.length > 0 ? sql`WHERE ${all(conditions)}` : noSql}
    ORDER BY ${terms.order} LIMIT ${terms.limit}`,
    terms,
  )
}

/** The rows of the page out of the next ones by time of creation, whatever they are. */
export function outOfNext({ accountId, filters }: InvoiceSelection, terms: KeysetTerms): Sql {
  return withCustomers(
    sql`
    SELECT invoice.* FROM (
      SELECT * FROM invoices AS invoice WHERE ${all(nextOnes(accountId, filters, terms))}
       ORDER BY ${terms.order} LIMIT ${MOST_SCANNED}) AS invoice
     WHERE ${all(allOf(filters))}
     ORDER BY ${terms.order} LIMIT ${terms.limit}`,
    terms,
  )
}

/** Whether there are more rows than those that `outOfNext` looks at: a row where there are. */
export function moreThanNext({ accountId, filters }: InvoiceSelection, terms: KeysetTerms): Sql {
  return sql`
    SELECT true AS "isMore" FROM invoices AS invoice WHERE ${all(nextOnes(accountId, filters, terms))}
     ORDER BY ${terms.order} OFFSET ${MOST_SCANNED} LIMIT 1`
}

function nextOnes(accountId: string, filters: InvoiceFilters, { beyond }: KeysetTerms): Sql[] {
  return [ofAccount(accountId), ...createdIn(filters), ...(beyond ? [beyond] : [])]
}

/** The customers come last: for the rows of the page alone. */
function withCustomers(rows: Sql, { place, order }: KeysetTerms): Sql {
  return sql`
    SELECT invoice.id, invoice.customer_id AS "customerId", invoice.email, invoice.currency,
      invoice.base_amount_minor AS "baseAmountMinor", invoice.fee_amount_minor AS "feeAmountMinor",
      invoice.status::text AS status, invoice.due_date AS "dueDate", invoice.created_at AS "createdAt",
      customer.name AS "customerName", ${place}
    FROM (${rows}) AS invoice CROSS JOIN LATERAL (
      SELECT name FROM customers
       WHERE account_id = invoice.account_id AND id = invoice.customer_id LIMIT 1) AS customer
    ORDER BY ${order}`
}

/** The currencies that the account has invoices in, in the order of their codes. */
export function currenciesOf(accountId: string): Sql {
  return sql`SELECT DISTINCT currency FROM ${groupsOf(accountId)} ORDER BY currency`
}

/**
 * Each status and currency that the account has: found by going from one to the next in the index, and not
 * by looking at all rows.
 */
function groupsOf(accountId: string): Sql {
  return sql`(
      WITH RECURSIVE "group" AS (
        (SELECT status, currency FROM invoices WHERE account_id = ${accountId}::uuid
          ORDER BY status, currency LIMIT 1)
        UNION ALL
        SELECT next.status, next.currency FROM "group" CROSS JOIN LATERAL (
          SELECT status, currency FROM invoices
           WHERE account_id = ${accountId}::uuid
             AND (status, currency) > ("group".status, "group".currency)
           ORDER BY status, currency LIMIT 1) AS next
      ) SELECT * FROM "group") AS "group"`
}

/** The first rows of an index's part for each status and currency that is asked for. */
function eachGroup({ accountId, filters }: InvoiceSelection, conditions: Sql[], page: Sql): Sql {
  const wanted = [
    sql`true`,
    ...(filters.statuses ? [sql`"group".status = ANY(${filters.statuses}::invoice_status[])`] : []),
    ...(filters.currency ? [sql`"group".currency = ${filters.currency}`] : []),
  ]
  return sql`(SELECT * FROM ${groupsOf(accountId)} WHERE ${all(wanted)}) AS "group" CROSS JOIN LATERAL (
      SELECT * FROM invoices AS invoice
       WHERE ${all([
         ofAccount(accountId),
         sql`invoice.status = "group".status AND invoice.currency = "group".currency`,
         ...conditions,
       ])} ${page}
    ) AS invoice`
}

function candidates(selection: InvoiceSelection, driver: Driver): Sql {
  const { accountId, filters } = selection
  const some = sql`LIMIT ${MOST_CANDIDATES + 1}`
  if (driver === 'created') {
    const range = all([ofAccount(accountId), ...createdIn(filters)])
    return sql`SELECT id FROM invoices AS invoice WHERE ${range} ORDER BY id ${some}`
  }
  if (driver === 'due') {
    const few = sql`ORDER BY invoice.due_date ${some}`
    return sql`SELECT invoice.id FROM ${eachGroup(selection, dueIn(filters), few)} ${some}`
  }
  const ids = invoiceIdsFrom(filters.search ?? '')
  const byCustomer = sql`
    SELECT invoice.id FROM (${customersOf(selection)}) AS customer CROSS JOIN LATERAL (
      SELECT id FROM invoices AS invoice
       WHERE ${ofAccount(accountId)} AND invoice.customer_id = customer.id ${some}) AS invoice ${some}`
  if (!ids) return byCustomer
  return sql`SELECT DISTINCT id FROM (
      (SELECT id FROM invoices AS invoice WHERE ${ofAccount(accountId)} AND ${ids} ORDER BY id ${some})
      UNION ALL (${byCustomer})) AS either ${some}`
}

function customersOf({ accountId, filters }: InvoiceSelection): Sql {
  return customersFound(accountId, filters.search ?? '', MOST_CUSTOMERS + 1)
}

function allOf(filters: InvoiceFilters): Sql[] {
  const { statuses, currency, search } = filters
  return [
    ...(statuses ? [sql`invoice.status = ANY(${statuses}::invoice_status[])`] : []),
    ...(currency ? [sql`invoice.currency = ${currency}`] : []),
    ...createdIn(filters),
    ...dueIn(filters),
    ...(search ? [invoiceMatches(search)] : []),
  ]
}

/** By id, since ids begin with their time; a few minutes beside the bounds are told apart by the time itself. */
function createdIn({ createdFrom, createdTo }: InvoiceFilters): Sql[] {
  return [
    ...(createdFrom
      ? [sql`invoice.id >= ${firstIdOf(createdFrom)}::uuid`, sql`invoice.created_at >= ${createdFrom}`]
      : []),
    ...(createdTo
      ? [sql`invoice.id < ${endIdOf(createdTo)}::uuid`, sql`invoice.created_at < ${createdTo}`]
      : []),
  ]
}

function dueIn({ dueFrom, dueTo }: InvoiceFilters): Sql[] {
  return [
    ...(dueFrom ? [sql`invoice.due_date >= ${dueFrom}::date`] : []),
    ...(dueTo ? [sql`invoice.due_date <= ${dueTo}::date`] : []),
  ]
}

function ofAccount(accountId: string): Sql {
  return sql`invoice.account_id = ${accountId}::uuid`
}

function all(conditions: Sql[]): Sql {
  return joinSql(conditions, ' AND ')
}

/* What a search for invoices looks at: the beginning of a customer's name or email, or of an invoice's id. */

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
function invoiceMatches(search: string): Sql {
  const ids = invoiceIdsFrom(search)
  const byCustomer = sql`(
    SELECT ${customerBeginsWith(search)} FROM customers AS customer
     WHERE customer.account_id = invoice.account_id AND customer.id = invoice.customer_id)`
  return ids ? sql`((${ids}) OR ${byCustomer})` : byCustomer
}

/** The ids that begin with what was typed, which may be a whole one; null where it is no beginning of an id. */
function invoiceIdsFrom(search: string): Sql | null {
  const digits = search.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < LEAST_ID_DIGITS || digits.length > ID_DIGITS) return null
  const first = digits.padEnd(ID_DIGITS, '0')
  const last = digits.padEnd(ID_DIGITS, 'f')
  return sql`invoice.id BETWEEN ${first}::uuid AND ${last}::uuid`
}
