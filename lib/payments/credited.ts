import assert from 'node:assert/strict'
import type { Orm } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { taxOfLine } from '@/lib/invoices/invoice-sums'
import type { TaxClass } from '@/lib/invoices/invoiced'
import type { Period } from '@/lib/ledger/period'
import { chargedLine, creditShares, ofLines } from '@/lib/money/credit-shares'
import { creditNoteNumber, findCreditNotesOf } from './credit-notes'

/** What a credit note takes back, as it is printed: the shares of the lines, by their tax, and of the fee. Minor units. */
export type Credited = {
  refundId: string
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
  feeAmountMinor: bigint
  customerId: string
  customerName: string
  treatment: TaxClass['treatment']
  currency: string
  amountMinor: bigint
}

type ItemRow = {
  invoiceId: string
  lineAmountMinor: bigint
  discountMinor: bigint
  taxMinor: bigint
  taxName: string | null
  taxRatePpm: number | null
  taxInclusive: boolean | null
}

const PAGE_ROWS = 500

type PageValues = Period & { afterAt: Date; afterId: string; limit: number }

const notes = (column: string, condition: string) => `
  SELECT refund.id, refund.${column} AS at, refund.credit_note_number AS "order", refund.note AS reason,
         refund.invoice_id AS "invoiceId", invoice.number AS "invoiceNumber",
         invoice.fee_amount_minor AS "feeAmountMinor", invoice.customer_id AS "customerId", customer.name AS "customerName", coalesce(invoice.billed_to ->> 'taxTreatment', 'taxed') AS treatment,
         refund.currency, refund.amount_minor AS "amountMinor"
    FROM refunds AS refund
    JOIN invoices AS invoice ON invoice.account_id = :accountId::uuid AND invoice.id = refund.invoice_id
    JOIN customers AS customer ON customer.account_id = :accountId::uuid AND customer.id = invoice.customer_id
   WHERE refund.account_id = :accountId::uuid AND ${condition}
     AND refund.${column} >= :from::timestamptz AND refund.${column} < :to::timestamptz
     AND (refund.${column}, refund.id) > (:afterAt::timestamptz, :afterId::uuid)
   ORDER BY refund.${column}, refund.id LIMIT :limit::int`

const PAGES = {
  issued: statement<PageValues, NoteRow>(
    'find_issued_credit_notes',
    notes('credit_note_at', 'refund.credit_note_at IS NOT NULL'),
  ),
  voided: statement<PageValues, NoteRow>(
    'find_void_credit_notes',
    notes('settled_at', `refund.credit_note_at IS NOT NULL AND refund.status = 'FAILED'`),
  ),
}

const findItems = statement<{ accountId: string; invoiceIds: string[] }, ItemRow>(
  'find_credited_items',
  `SELECT invoice_id AS "invoiceId", line_amount_minor AS "lineAmountMinor", discount_minor AS "discountMinor",
          tax_minor AS "taxMinor", tax_name AS "taxName", tax_rate_ppm AS "taxRatePpm",
          tax_inclusive AS "taxInclusive"
     FROM invoice_items
    WHERE account_id = :accountId::uuid AND invoice_id = ANY (:invoiceIds::uuid[])
    ORDER BY invoice_id, position`,
)

/**
 * The credit notes that were issued between two moments, also if their refund failed later, or those whose refund failed then, a
 * page at a time.
 */
export async function* creditNotesIn(
  on: Orm,
  which: 'issued' | 'voided',
  period: Period,
): AsyncGenerator<Credited[]> {
  let after = { afterAt: new Date(0), afterId: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const rows = await PAGES[which](on, { ...period, ...after, limit: PAGE_ROWS })
    if (rows.length > 0) yield await creditedBy(on, period.accountId, rows)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    after = { afterAt: last.at, afterId: last.id }
  }
}

async function creditedBy(on: Orm, accountId: string, rows: NoteRow[]): Promise<Credited[]> {
  const invoices = new Map(
    rows.map(({ invoiceId: id, invoiceNumber: number, feeAmountMinor }) => [
      id,
      { id, number, feeAmountMinor },
    ]),
  )
  const creditNotes = await findCreditNotesOf(on, accountId, [...invoices.values()])
  const itemsOf = await itemsByInvoice(on, accountId, [...invoices.keys()])
  return rows.map(({ id, order, invoiceNumber, treatment, at: _, feeAmountMinor: __, ...row }) => {
    const note = creditNotes.get(row.invoiceId)?.find((each) => each.id === id)
    assert(note, 'a refund with a number has its credit note')
    const items = itemsOf.get(row.invoiceId) ?? []
    const charged = items.map((item) => chargedLine({ ...item, tax: taxOfLine(item) }))
    const shares = creditShares(charged, ofLines([...note.earlier, note]))
    const parts = items.flatMap(({ taxName, taxRatePpm: ratePpm }, index) => {
      const { grossMinor, taxMinor } = shares[index] ?? { grossMinor: 0n, taxMinor: 0n }
      const netMinor = grossMinor - taxMinor
      return grossMinor > 0n ? [{ taxName, ratePpm, treatment, netMinor, taxMinor }] : []
    })
    const sharedMinor = shares.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
    return {
      ...row,
      refundId: id,
      number: creditNoteNumber(invoiceNumber, order),
      parts,
      feeMinor: row.amountMinor - sharedMinor,
    }
  })
}

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
