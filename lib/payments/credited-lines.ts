import type { Refund } from '@/lib/db/generated/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import type { InvoiceRecord } from '@/lib/invoices/invoice'
import {
  chargedLine,
  chosenShares,
  type LineShare,
  leftOfLines,
  sharesInProportion,
} from '@/lib/money/credit-shares'
import { reducesFunds } from './reversal-money'

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

/** What credits and refunds have left of each line. A refund that is pending counts, and one that failed doesn't. */
export function leftOfItems(
  items: Parameters<typeof chargedLine>[0][],
  { credits, refunds }: { credits: LineColumns[]; refunds: (LineColumns & Pick<Refund, 'status'>)[] },
): LineShare[] {
  return leftOfLines(items.map(chargedLine), [...credits, ...refunds.filter(reducesFunds)].map(lineShares))
}

type Itemized = Pick<InvoiceRecord, 'accountId' | 'id' | 'items'>

/** The lines of a new refund or credit that is of all of them. `linesMinor` is its amount before a fee on top. */
export async function linesInProportion(
  tx: OrmTransaction,
  invoice: Itemized,
  linesMinor: bigint,
): Promise<LineColumns> {
  return lineColumns(sharesInProportion(await findLeft(tx, invoice), linesMinor))
}

/**
 * The lines of a new refund or credit of chosen items. Throws `refund_item_not_found` for an item that the
 * invoice doesn't have, and `refund_item_too_large` for more than one has left.
 */
export async function chosenLines(
  tx: OrmTransaction,
  invoice: Itemized,
  chosen: ChosenItem[],
): Promise<LineColumns> {
  const left = await findLeft(tx, invoice)
  const amountsMinor = new Map(chosen.map(({ item, amountMinor }) => [item - 1, amountMinor]))
  for (const [index, amountMinor] of amountsMinor) {
    const line = left[index]
    if (!line) throw new DomainError('refund_item_not_found')
    if (amountMinor > line.grossMinor) throw new DomainError('refund_item_too_large')
  }
  return lineColumns(chosenShares(left, amountsMinor))
}

/** What is left of each line of an invoice whose credits and refunds are locked. */
export async function findLeft(
  tx: OrmTransaction,
  { accountId, id: invoiceId, items }: Itemized,
): Promise<LineShare[]> {
  const where = { accountId, invoiceId }
  const credits = await tx.invoiceCredit.findMany({ where })
  return leftOfItems(items, { credits, refunds: await tx.refund.findMany({ where }) })
}
