import { type Queryable, statement } from '@/lib/db/statement'
import { endIdOf, firstIdOf, NIL_ID } from '@/lib/ids'
import type { Period } from '@/lib/ledger/period'

/* The sums of the invoices that were issued, or voided, between two moments. Minor units. */

/**
 * What is taxed alike: under one name and rate, or not at all, for a reason that is the customer's. `ratePpm` is null without
 * a tax.
 */
export type TaxClass = {
  taxName: string | null
  ratePpm: number | null
  treatment: 'taxed' | 'reverse_charge' | 'exempt'
}

type InvoicedSum = { currency: string; count: number; feeMinor: bigint }
type InvoicedTax = TaxClass & { currency: string; netMinor: bigint; taxMinor: bigint }

type Values = Period & { firstId: string; endId: string }

/** A month of issued invoices is one range of the primary key, and so are their items. */
const ISSUED = `invoice.id >= :firstId::uuid AND invoice.id < :endId::uuid
      AND invoice.created_at >= :from::timestamptz AND invoice.created_at < :to::timestamptz`
const ITEMS_OF_ISSUED = 'AND item.invoice_id >= :firstId::uuid AND item.invoice_id < :endId::uuid'

/** Credit notes take back the part that was credited. */
const VOIDED = `invoice.status = 'VOIDED' AND invoice.credited_minor = 0
      AND invoice.voided_at >= :from::timestamptz AND invoice.voided_at < :to::timestamptz`

const sums = (condition: string) => `
  SELECT invoice.currency, count(*)::int AS count, sum(invoice.fee_amount_minor)::bigint AS "feeMinor"
    FROM invoices AS invoice
   WHERE invoice.account_id = :accountId::uuid AND ${condition}
   GROUP BY invoice.currency`

const TAX_COLUMNS = `item.tax_name AS "taxName", item.tax_rate_ppm AS "ratePpm",
         coalesce(invoice.billed_to ->> 'taxTreatment', 'taxed') AS treatment,
         sum(item.line_amount_minor - item.discount_minor
             - CASE WHEN item.tax_inclusive THEN item.tax_minor ELSE 0 END)::bigint AS "netMinor",
         sum(item.tax_minor)::bigint AS "taxMinor"`

const taxes = (condition: string, ofItems = '') => `
  SELECT invoice.currency, ${TAX_COLUMNS}
    FROM invoices AS invoice
    JOIN invoice_items AS item ON item.account_id = :accountId::uuid AND item.invoice_id = invoice.id ${ofItems}
   WHERE invoice.account_id = :accountId::uuid AND ${condition}
   GROUP BY 1, 2, 3, 4`

const STATEMENTS = {
  issued: {
    sums: statement<Values, InvoicedSum>('sum_issued_invoices', sums(ISSUED)),
    taxes: statement<Values, InvoicedTax>('sum_issued_taxes', taxes(ISSUED, ITEMS_OF_ISSUED)),
  },
  voided: {
    sums: statement<Period, InvoicedSum>('sum_voided_invoices', sums(VOIDED)),
    taxes: statement<Period, InvoicedTax>('sum_voided_taxes', taxes(VOIDED)),
  },
}

/**
 * The invoices that were issued between two moments, whatever became of them, or those that were voided, whenever they were
 * issued: so a month that is over stays as it was. Net, tax and fee add up to what their customers were asked to pay.
 */
export async function invoicedIn(
  on: Queryable,
  which: 'issued' | 'voided',
  period: Period,
): Promise<{ sums: InvoicedSum[]; taxes: InvoicedTax[] }> {
  const values = { ...period, firstId: firstIdOf(period.from), endId: endIdOf(period.to) }
  const read = STATEMENTS[which]
  return { sums: await read.sums(on, values), taxes: await read.taxes(on, values) }
}

/* The same one by one, for a journal. */

export type InvoicedPart = TaxClass & { netMinor: bigint; taxMinor: bigint }

type InvoicedRow = {
  id: string
  number: string
  customerId: string
  customerName: string
  currency: string
  feeMinor: bigint
  totalMinor: bigint
}

/** An invoice, with what it asks for by tax. Minor units. */
export type Invoiced = InvoicedRow & { parts: InvoicedPart[] }

type Page = { after: string; limit: number }

const PAGE_ROWS = 1000

const rows = (condition: string) => `
  SELECT invoice.id, invoice.number, invoice.customer_id AS "customerId", customer.name AS "customerName",
         invoice.currency, invoice.fee_amount_minor AS "feeMinor", invoice.total_minor AS "totalMinor"
    FROM invoices AS invoice
    JOIN customers AS customer ON customer.account_id = :accountId::uuid AND customer.id = invoice.customer_id
   WHERE invoice.account_id = :accountId::uuid AND ${condition} AND invoice.id > :after::uuid
   ORDER BY invoice.id LIMIT :limit::int`

const PAGES = {
  issued: statement<Values & Page, InvoicedRow>('find_issued_invoices', rows(ISSUED)),
  voided: statement<Period & Page, InvoicedRow>('find_voided_invoices', rows(VOIDED)),
}

const findParts = statement<
  { accountId: string; invoiceIds: string[] },
  InvoicedPart & { invoiceId: string }
>(
  'find_taxes_of_invoices',
  `SELECT invoice.id AS "invoiceId", ${TAX_COLUMNS}
    FROM invoices AS invoice
    JOIN invoice_items AS item ON item.account_id = :accountId::uuid AND item.invoice_id = invoice.id
   WHERE invoice.account_id = :accountId::uuid AND invoice.id = ANY (:invoiceIds::uuid[])
   GROUP BY 1, 2, 3, 4
   ORDER BY 1, 3 DESC NULLS LAST, 2`,
)

/** The invoices of `invoicedIn`, in the order of their issue, a page at a time. */
export async function* invoicesIn(
  on: Queryable,
  which: 'issued' | 'voided',
  period: Period,
): AsyncGenerator<Invoiced[]> {
  const values = { ...period, firstId: firstIdOf(period.from), endId: endIdOf(period.to) }
  for (let after = NIL_ID; ; ) {
    const page = await PAGES[which](on, { ...values, after, limit: PAGE_ROWS })
    const last = page.at(-1)
    if (!last) return
    const partsOf = new Map<string, InvoicedPart[]>(page.map(({ id }) => [id, []]))
    const invoiceIds = [...partsOf.keys()]
    for (const { invoiceId, ...part } of await findParts(on, { accountId: period.accountId, invoiceIds })) {
      partsOf.get(invoiceId)?.push(part)
    }
    yield page.map((row) => ({ ...row, parts: partsOf.get(row.id) ?? [] }))
    if (page.length < PAGE_ROWS) return
    after = last.id
  }
}
