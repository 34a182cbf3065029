import { type Queryable, statement } from '@/lib/db/statement'
import { NIL_ID } from '@/lib/ids'
import { creditNoteNumber } from '@/lib/invoices/document-numbers'
import type { TaxClass } from '@/lib/invoices/invoiced'
import type { Period } from '@/lib/ledger/period'
import { lineShares } from './credited-lines'

/** What a credit note takes back, as it is printed: the shares of the lines, by their tax, and of the fee. Minor units. */
export type Credited = {
  /** The refund's or the credit's. */
  id: string
  /** False: the invoice was not paid yet, and no money went back. */
  isRefund: boolean
  number: string
  reason: string | null
  invoiceId: string
  customerId: string
  customerName: string
  currency: string
  amountMinor: bigint
  parts: (TaxClass & { netMinor: bigint; taxMinor: bigint })[]
  feeMinor: bigint
}

type NoteRow = {
  id: string
  at: Date
  order: number
  reason: string | null
  invoiceId: string
  invoiceNumber: string
  customerId: string
  customerName: string
  treatment: TaxClass['treatment']
  currency: string
  amountMinor: bigint
  /** Of each line, as digits. */
  lineGross: string[] | null
  lineTax: string[] | null
}

type ItemRow = { invoiceId: string; taxName: string | null; taxRatePpm: number | null }

const PAGE_ROWS = 500

type PageValues = Period & { afterAt: Date; afterId: string; limit: number }

const notes = (column: string, condition: string) => `
  SELECT refund.id, refund.${column} AS at, refund.credit_note_number AS "order", refund.note AS reason,
         refund.invoice_id AS "invoiceId", invoice.number AS "invoiceNumber",
         invoice.customer_id AS "customerId", customer.name AS "customerName", coalesce(invoice.billed_to ->> 'taxTreatment', 'taxed') AS treatment,
         refund.currency, refund.amount_minor AS "amountMinor",
         refund.line_gross_minor::text[] AS "lineGross", refund.line_tax_minor::text[] AS "lineTax"
    FROM refunds AS refund
    JOIN invoices AS invoice ON invoice.account_id = :accountId::uuid AND invoice.id = refund.invoice_id
    JOIN customers AS customer ON customer.account_id = :accountId::uuid AND customer.id = invoice.customer_id
   WHERE refund.account_id = :accountId::uuid AND ${condition}
     AND refund.${column} >= :from::timestamptz AND refund.${column} < :to::timestamptz
     AND (refund.${column}, refund.id) > (:afterAt::timestamptz, :afterId::uuid)
   ORDER BY refund.${column}, refund.id LIMIT :limit::int`

const CREDITS = `
  SELECT credit.id, credit.created_at AS at, credit.credit_note_number AS "order", credit.note AS reason,
         credit.invoice_id AS "invoiceId", invoice.number AS "invoiceNumber",
         invoice.customer_id AS "customerId", customer.name AS "customerName", coalesce(invoice.billed_to ->> 'taxTreatment', 'taxed') AS treatment,
         credit.currency, credit.amount_minor AS "amountMinor",
         credit.line_gross_minor::text[] AS "lineGross", credit.line_tax_minor::text[] AS "lineTax"
    FROM invoice_credits AS credit
    JOIN invoices AS invoice ON invoice.account_id = :accountId::uuid AND invoice.id = credit.invoice_id
    JOIN customers AS customer ON customer.account_id = :accountId::uuid AND customer.id = invoice.customer_id
   WHERE credit.account_id = :accountId::uuid
     AND credit.created_at >= :from::timestamptz AND credit.created_at < :to::timestamptz
     AND (credit.created_at, credit.id) > (:afterAt::timestamptz, :afterId::uuid)
   ORDER BY credit.created_at, credit.id LIMIT :limit::int`

const PAGES = {
  issued: statement<PageValues, NoteRow>(
    'find_issued_credit_notes',
    notes('credit_note_at', 'refund.credit_note_at IS NOT NULL'),
  ),
  credited: statement<PageValues, NoteRow>('find_credits', CREDITS),
  voided: statement<PageValues, NoteRow>(
    'find_void_credit_notes',
    notes('settled_at', `refund.credit_note_at IS NOT NULL AND refund.status = 'FAILED'`),
  ),
}

const findItems = statement<{ accountId: string; invoiceIds: string[] }, ItemRow>(
  'find_credited_items',
  `SELECT invoice_id AS "invoiceId", tax_name AS "taxName", tax_rate_ppm AS "taxRatePpm"
     FROM invoice_items
    WHERE account_id = :accountId::uuid AND invoice_id = ANY (:invoiceIds::uuid[])
    ORDER BY invoice_id, position`,
)

/**
 * The credit notes that were issued between two moments, a page at a time: of refunds, also if they failed later, and of invoices
 * that were not paid yet. Or those whose refund failed then.
 */
export async function* creditNotesIn(
  on: Queryable,
  which: 'issued' | 'voided',
  period: Period,
): AsyncGenerator<Credited[]> {
  yield* pagesOf(on, which, period)
  if (which === 'issued') yield* pagesOf(on, 'credited', period)
}

async function* pagesOf(
  on: Queryable,
  which: keyof typeof PAGES,
  period: Period,
): AsyncGenerator<Credited[]> {
  let after = { afterAt: new Date(0), afterId: NIL_ID }
  for (;;) {
    const rows = await PAGES[which](on, { ...period, ...after, limit: PAGE_ROWS })
    if (rows.length > 0) yield await creditedBy(on, period.accountId, rows, which !== 'credited')
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    after = { afterAt: last.at, afterId: last.id }
  }
}

async function creditedBy(
  on: Queryable,
  accountId: string,
  rows: NoteRow[],
  isRefund: boolean,
): Promise<Credited[]> {
  const itemsOf = await itemsByInvoice(on, accountId, [...new Set(rows.map(({ invoiceId }) => invoiceId))])
  return rows.map(({ id, order, invoiceNumber, treatment, at: _, lineGross, lineTax, ...row }) => {
    const items = itemsOf.get(row.invoiceId) ?? []
    const shares = lineShares({
      lineGrossMinor: (lineGross ?? []).map(BigInt),
      lineTaxMinor: (lineTax ?? []).map(BigInt),
    })
    const parts = items.flatMap(({ taxName, taxRatePpm: ratePpm }, index) => {
      const { grossMinor, taxMinor } = shares[index] ?? { grossMinor: 0n, taxMinor: 0n }
      const netMinor = grossMinor - taxMinor
      return grossMinor > 0n ? [{ taxName, ratePpm, treatment, netMinor, taxMinor }] : []
    })
    const sharedMinor = shares.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
    return {
      ...row,
      id,
      isRefund,
      number: creditNoteNumber(invoiceNumber, order),
      parts,
      feeMinor: row.amountMinor - sharedMinor,
    }
  })
}

/** The sums of the credits of invoices that were not paid yet, by currency. */
export const sumCredits = statement<Period, { currency: string; count: number; amountMinor: bigint }>(
  'sum_credits',
  `SELECT currency, count(*)::int AS count, sum(amount_minor)::bigint AS "amountMinor"
     FROM invoice_credits
    WHERE account_id = :accountId::uuid
      AND created_at >= :from::timestamptz AND created_at < :to::timestamptz
    GROUP BY currency`,
)

async function itemsByInvoice(
  on: Queryable,
  accountId: string,
  invoiceIds: string[],
): Promise<Map<string, ItemRow[]>> {
  const byInvoice = new Map<string, ItemRow[]>()
  for (const item of await findItems(on, { accountId, invoiceIds })) {
    const items = byInvoice.get(item.invoiceId) ?? []
    byInvoice.set(item.invoiceId, items)
    items.push(item)
  }
  return byInvoice
}
