import assert from 'node:assert/strict'
import { CUSTOMER_COLUMNS, type StoredCustomer } from '@/lib/customers/statements'
import { namedSql, rawSql, type Sql } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { statement } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { paymentLink } from '@/lib/http/links'
import { isId } from '@/lib/ids'
import { JsonText } from '@/lib/json'
import { allCurrencies } from '@/lib/money/currencies'
import { DETAIL_SQL, SNAPSHOT_SQL } from './answer'

/*
 * Invoices as JSON that PostgreSQL writes: a thousand of them cost the event loop no more than a copy. The text is
 * that of `invoiceSnapshot`, made from the same list of fields.
 */

/** One minor unit in major units. */
const UNIT = `CASE ${[...new Set(allCurrencies().map(({ exponent }) => exponent))].map(unitBranch).join(' ')} END`

function unitBranch(exponent: number): string {
  const codes = allCurrencies().filter((each) => each.exponent === exponent)
  return `WHEN currency IN (${codes.map(({ code }) => `'${code}'`).join()}) THEN ${(10 ** -exponent).toFixed(exponent)}`
}

/** The columns and the join of a list of invoices, each as JSON in `json`. */
export function listedInvoiceJson(accountId: string): { columns: Sql; joins: Sql } {
  return {
    columns: namedSql(`${DETAIL_SQL} AS json`, { accountId, link: paymentLink(accountId, '') }),
    joins: rawSql(`CROSS JOIN LATERAL (SELECT ${UNIT} AS unit) AS currencies`),
  }
}

const INVOICES = `invoices CROSS JOIN LATERAL (SELECT ${UNIT} AS unit) AS currencies`

const readInvoice = statement<{ accountId: string; invoiceId: string; link: string }, { json: string }>(
  'read_invoice',
  `SELECT ${SNAPSHOT_SQL} AS json FROM ${INVOICES} WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid`,
)

const readDetail = statement<{ accountId: string; invoiceId: string; link: string }, { json: string }>(
  'read_invoice_detail',
  `SELECT ${DETAIL_SQL} AS json FROM ${INVOICES}
    WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid`,
)

type CustomerWithPaidInvoices = StoredCustomer & {
  paidCount: number
  /** The invoices, latest payment first, in the order of an index. */
  paidInvoices: string
  /** The fields of an object: the total by currency. */
  paidTotals: string
}

const readCustomer = statement<
  { accountId: string; customerId: string; link: string },
  CustomerWithPaidInvoices
>(
  'read_customer',
  `WITH paid AS (
     SELECT currency, total_minor - credited_minor AS paid_minor, unit, ${SNAPSHOT_SQL} AS json
       FROM ${INVOICES}
      WHERE account_id = :accountId::uuid AND customer_id = :customerId::uuid AND status = 'PAID'
      ORDER BY paid_at DESC, id DESC),
   totals AS (
     SELECT currency, trim_scale(sum(paid_minor) * min(unit)) AS amount FROM paid GROUP BY currency)
   SELECT ${CUSTOMER_COLUMNS},
          (SELECT count(*)::int FROM paid) AS "paidCount",
          (SELECT string_agg(json, ',') FROM paid) AS "paidInvoices",
          (SELECT string_agg(concat('"', currency, '":', amount), ',' ORDER BY currency)
             FROM totals) AS "paidTotals"
     FROM customers WHERE account_id = :accountId::uuid AND id = :customerId::uuid`,
)

/** The invoice as the API shows it. Throws `invoice_not_found`, like `findInvoice`. */
export async function readInvoiceJson(
  on: Queryable,
  accountId: string,
  invoiceId: string,
): Promise<JsonText> {
  const [row] = isId(invoiceId)
    ? await readInvoice(on, { accountId, invoiceId, link: paymentLink(accountId, '') })
    : []
  if (!row) throw new DomainError('invoice_not_found')
  return new JsonText(row.json)
}

/** The invoice as the endpoints beyond the contract show it. It exists. */
export async function readInvoiceDetailJson(on: Queryable, accountId: string, id: string): Promise<JsonText> {
  const [row] = await readDetail(on, { accountId, invoiceId: id, link: paymentLink(accountId, '') })
  assert(row, 'the invoice exists')
  return new JsonText(row.json)
}

/** A customer with every paid invoice, latest payment first. Throws `customer_not_found`, like `findCustomer`. */
export async function readCustomerWithPaidInvoices(on: Queryable, accountId: string, customerId: string) {
  const [row] = isId(customerId)
    ? await readCustomer(on, { accountId, customerId, link: paymentLink(accountId, '') })
    : []
  if (!row) throw new DomainError('customer_not_found')
  const { paidCount, paidInvoices, paidTotals, ...customer } = row
  return {
    customer,
    paidCount,
    paidInvoices: new JsonText(`[${paidInvoices ?? ''}]`),
    paidTotals: new JsonText(`{${paidTotals ?? ''}}`),
  }
}
