import type { Refund } from '@/lib/db/generated/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import {
  chargedLine,
  chosenShares,
  type LineShare,
  leftOfLines,
  sharesInProportion,
} from '@/lib/money/credit-shares'

/*
 * What refunds and credits take off the lines of their invoice. It is stored with each when it is booked, and never computed
 * again: so credit notes stay as they are printed, whichever of them fails later (docs/decisions/0121-credit-notes-by-item.md).
 * A refund is booked under the locks of `lockReversals`. A credit is booked under the lock of the invoice, and only before it is
 * paid, so never beside a refund.
 */

/** An item of an invoice that the vendor chose for a refund, by its place from 1, with tax. */
export type ChosenItem = { item: number; amountMinor: bigint }

/** The columns of a refund with its share of each line. */
export type LineColumns = Pick<Refund, 'lineGrossMinor' | 'lineTaxMinor'>

/** The stored share of each line. */
export function lineShares({ lineGrossMinor, lineTaxMinor }: LineColumns): LineShare[] {
  return lineGrossMinor.map((grossMinor, index) => ({ grossMinor, taxMinor: lineTaxMinor[index] ?? 0n }))
}

function lineColumns(shares: LineShare[]): LineColumns {
  return {
    lineGrossMinor: shares.map(({ grossMinor }) => grossMinor),
    lineTaxMinor: shares.map(({ taxMinor }) => taxMinor),
  }
}

type Itemized = { accountId: string; id: string; items: Parameters<typeof chargedLine>[0][] }

/** The lines of a new refund or credit that is of all of them. `linesMinor` is its amount before a fee on top. */
export function linesInProportion(left: LineShare[], linesMinor: bigint): LineColumns {
  return lineColumns(sharesInProportion(left, linesMinor))
}

/**
 * The lines of a new refund or credit of chosen items. Throws `credited_item_not_found` for an item that the
 * invoice doesn't have, and `credited_item_too_large` for more than one has left.
 */
export function chosenLines(left: LineShare[], chosen: ChosenItem[]): LineColumns {
  const amountsMinor = new Map(chosen.map(({ item, amountMinor }) => [item - 1, amountMinor]))
  for (const [index, amountMinor] of amountsMinor) {
    const line = left[index]
    if (!line) throw new DomainError('credited_item_not_found')
    if (amountMinor > line.grossMinor) throw new DomainError('credited_item_too_large')
  }
  return lineColumns(chosenShares(left, amountsMinor))
}

/** In the order of the lines. Every credit and refund has a share of each of them. */
const sumLineShares = statement<{ accountId: string; invoiceId: string }, LineShare>(
  'sum_line_shares',
  `SELECT sum(share.gross_minor)::bigint AS "grossMinor", sum(share.tax_minor)::bigint AS "taxMinor"
     FROM (SELECT line_gross_minor, line_tax_minor FROM invoice_credits
            WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid
           UNION ALL
           SELECT line_gross_minor, line_tax_minor FROM refunds
            WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid AND status <> 'FAILED') AS note
    CROSS JOIN LATERAL unnest(note.line_gross_minor, note.line_tax_minor)
            WITH ORDINALITY AS share (gross_minor, tax_minor, place)
    GROUP BY share.place ORDER BY share.place`,
)

/**
 * What credits and refunds have left of each line of an invoice, however many there are. A refund that is pending counts, and one
 * that failed doesn't.
 */
export async function findLeft(
  on: Queryable,
  { accountId, id: invoiceId, items }: Itemized,
): Promise<LineShare[]> {
  return leftOfLines(items.map(chargedLine), [await sumLineShares(on, { accountId, invoiceId })])
}
