import assert from 'node:assert/strict'
import { CUSTOMER_COLUMNS, type StoredCustomer } from '@/lib/customers/statements'
import { rawSql, type Sql, sql } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { statement } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { paymentLink } from '@/lib/http/links'
import { isId } from '@/lib/ids'
import { JsonText } from '@/lib/json'
import { allCurrencies } from '@/lib/money/currencies'
import { API_STATUSES } from './status'

/*
 * Invoices as JSON that PostgreSQL writes: a thousand of them cost the event loop no more than a copy. The text is
 * the same as that of `invoiceSnapshot`, which a test holds for any invoice. Amounts stay exact: a NUMERIC
 * times 0.01 is never rounded.
 */

/** One minor unit in major units. */
const UNIT = `CASE ${[...new Set(allCurrencies().map(({ exponent }) => exponent))].map(unitBranch).join(' ')} END`

function unitBranch(exponent: number): string {
  const codes = allCurrencies().filter((each) => each.exponent === exponent)
  return `WHEN currency IN (${codes.map(({ code }) => `'${code}'`).join()}) THEN ${(10 ** -exponent).toFixed(exponent)}`
}

const API_STATUS = `CASE coalesce(voided_from, status) ${Object.entries(API_STATUSES)
  .map(([status, label]) => `WHEN '${status}' THEN '${label}'`)
  .join(' ')} END`

const day = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'DD Mon, YYYY')`

const ITEMS = `
  SELECT string_agg(concat('{"name":', to_json(title), ',"qty":', trim_scale(quantity_micros * 0.000001),
                           ',"price":', trim_scale(unit_price_minor * unit), '}'), ',' ORDER BY position)
    FROM invoice_items
   WHERE invoice_items.account_id = invoices.account_id AND invoice_id = invoices.id`

/** The fields of one invoice of `INVOICES`. `link` is the SQL of the beginning of every payment link. */
const fieldsWith = (link: string) => `
  '{"id":"', invoices.id, '","amount":', trim_scale(total_minor * unit), ',"currency":"', currency,
         '","email":', to_json(email), ',"provider":', coalesce(to_json(payment_method)::text, 'null'),
         ',"status":"', ${API_STATUS}, '","created_on":"', ${day('created_at')},
         '","paid_on":', coalesce('"' || ${day('paid_at')} || '"', 'null'),
         ',"payment_link":', to_json(${link} || pay_token), ',"items":[', (${ITEMS}),
  '],"due_date":"', to_char(due_date, 'YYYY-MM-DD'), '","customer_id":"', customer_id, '"', ',"voided_on":"' || ${day('voided_at')} || '"',
  ',"reference":' || to_json(reference),
  ',"metadata":' || metadata::text`

/** One invoice. `:link` is the beginning of every payment link. */
const SNAPSHOT = `concat(${fieldsWith(':link')}, '}')`

const moment = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The fields that `invoiceDetail` adds to the contract's. */
const DETAILS = `
  ',"base_amount":', trim_scale(base_amount_minor * unit), ',"created_at":"', ${moment('created_at')},
  '","paid_at":', coalesce('"' || ${moment('paid_at')} || '"', 'null'),
  ',"voided_at":', coalesce('"' || ${moment('voided_at')} || '"', 'null')`

/** The columns and the join of a list of invoices, each as JSON in `json`. */
export function listedInvoiceJson(accountId: string): { columns: Sql; joins: Sql } {
  const [before = '', after = ''] = `concat(${fieldsWith(':link')}, ${DETAILS}, '}') AS json`.split(':link')
  return {
    columns: sql`${rawSql(before)}${paymentLink(accountId, '')}::text${rawSql(after)}`,
    joins: rawSql(`CROSS JOIN LATERAL (SELECT ${UNIT} AS unit) AS currencies`),
  }
}

const INVOICES = `invoices CROSS JOIN LATERAL (SELECT ${UNIT} AS unit) AS currencies`

const readInvoice = statement<{ accountId: string; invoiceId: string; link: string }, { json: string }>(
  'read_invoice',
  `SELECT ${SNAPSHOT} AS json FROM ${INVOICES} WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid`,
)

const readDetail = statement<{ accountId: string; invoiceId: string; link: string }, { json: string }>(
  'read_invoice_detail',
  `SELECT concat(${fieldsWith(':link')}, ${DETAILS}, '}') AS json FROM ${INVOICES}
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
     SELECT currency, total_minor, unit, ${SNAPSHOT} AS json
       FROM ${INVOICES}
      WHERE account_id = :accountId::uuid AND customer_id = :customerId::uuid AND status = 'PAID'
      ORDER BY paid_at DESC, id DESC),
   totals AS (
     SELECT currency, trim_scale(sum(total_minor) * min(unit)) AS amount FROM paid GROUP BY currency)
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
  const [found] = isId(invoiceId)
    ? await readInvoice(on, { accountId, invoiceId, link: paymentLink(accountId, '') })
    : []
  if (!found) throw new DomainError('invoice_not_found')
  return new JsonText(found.json)
}

/** The invoice as the endpoints beyond the contract show it. It exists. */
export async function readInvoiceDetailJson(on: Queryable, accountId: string, id: string): Promise<JsonText> {
  const [found] = await readDetail(on, { accountId, invoiceId: id, link: paymentLink(accountId, '') })
  assert(found, 'the invoice exists')
  return new JsonText(found.json)
}

/** A customer with every paid invoice, latest payment first. Throws `customer_not_found`, like `findCustomer`. */
export async function readCustomerWithPaidInvoices(on: Queryable, accountId: string, customerId: string) {
  const [found] = isId(customerId)
    ? await readCustomer(on, { accountId, customerId, link: paymentLink(accountId, '') })
    : []
  if (!found) throw new DomainError('customer_not_found')
  const { paidCount, paidInvoices, paidTotals, ...customer } = found
  return {
    customer,
    paidCount,
    paidInvoices: new JsonText(`[${paidInvoices ?? ''}]`),
    paidTotals: new JsonText(`{${paidTotals ?? ''}}`),
  }
}
