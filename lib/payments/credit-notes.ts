import type { Orm } from '@/lib/db/client'
import type { InvoiceCredit, Refund } from '@/lib/db/generated/client'
import type { Queryable } from '@/lib/db/statement'
import type { OrmTransaction } from '@/lib/db/transaction'
import type { CreditFacts } from '@/lib/documents/document-facts'
import { creditNoteNumber } from '@/lib/invoices/document-numbers'
import { lineShares } from './credited-lines'
import { findLastCreditNote } from './statements'

/** The document about a refund that the provider has made, or about a credit before the payment. */
export type CreditNote = CreditFacts & {
  /** The refund's or the credit's. */
  id: string
}

type Sources = { credits: InvoiceCredit[]; refunds: Refund[] }

/** The credit notes of an invoice, oldest first. A refund that failed after all leaves one that is void. */
export function creditNotesOf(invoice: { number: string }, { credits, refunds }: Sources): CreditNote[] {
  const earlier: CreditNote['earlier'] = []
  const ofCredits = credits.map(({ creditNoteNumber: order, createdAt: issuedAt, ...row }) => ({
    ...row,
    order,
    issuedAt,
    isRefund: false,
    isVoid: false,
  }))
  const ofRefunds = refunds.flatMap(({ creditNoteNumber: order, creditNoteAt: issuedAt, status, ...row }) =>
    order === null || issuedAt === null
      ? []
      : [{ ...row, order, issuedAt, isRefund: true, isVoid: status === 'FAILED' }],
  )
  return [...ofCredits, ...ofRefunds]
    .sort((a, b) => a.order - b.order)
    .map(({ order, note, isVoid, ...row }) => {
      const { id, issuedAt, amountMinor, isRefund } = row
      const creditNote = {
        id,
        number: creditNoteNumber(invoice.number, order),
        issuedAt,
        reason: note,
        amountMinor,
        lines: lineShares(row),
        earlier: [...earlier],
        isRefund,
        isVoid,
      }
      if (!isVoid) earlier.push({ amountMinor })
      return creditNote
    })
}

/** The credit notes of an invoice of the account. */
export async function findCreditNotes(
  tx: OrmTransaction,
  invoice: { accountId: string; id: string; number: string },
): Promise<CreditNote[]> {
  const { accountId, id: invoiceId } = invoice
  const where = { accountId, invoiceId }
  return creditNotesOf(invoice, {
    credits: await tx.invoiceCredit.findMany({ where }),
    refunds: await tx.refund.findMany({ where: { ...where, creditNoteNumber: { not: null } } }),
  })
}

/** The credit notes of several invoices of the account, by the invoice's id. */
export async function findCreditNotesOf(
  tx: Orm,
  accountId: string,
  invoices: { id: string; number: string }[],
): Promise<Map<string, CreditNote[]>> {
  const where = { accountId, invoiceId: { in: invoices.map(({ id }) => id) } }
  const credits = await tx.invoiceCredit.findMany({ where })
  const refunds = await tx.refund.findMany({ where: { ...where, creditNoteNumber: { not: null } } })
  return new Map(
    invoices.map((invoice) => {
      const isOfInvoice = ({ invoiceId }: { invoiceId: string }) => invoiceId === invoice.id
      const own = { credits: credits.filter(isOfInvoice), refunds: refunds.filter(isOfInvoice) }
      return [invoice.id, creditNotesOf(invoice, own)]
    }),
  )
}

/**
 * The invoice's next number of a credit note. The caller holds the locks of `lockReversals`, or that of an invoice that is not
 * paid.
 */
export async function nextCreditNote(
  tx: Queryable,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
): Promise<number> {
  const [last] = await findLastCreditNote(tx, { accountId, invoiceId })
  return (last?.number ?? 0) + 1
}
