import type { Orm } from '@/lib/db/client'
import type { Refund } from '@/lib/db/generated/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import type { CreditFacts } from '@/lib/documents/document-facts'
import { lineShares } from './credited-lines'

/** The document about a refund that the provider has made. */
export type CreditNote = CreditFacts & {
  /** The refund's. */
  id: string
}

/** The credit notes of an invoice, oldest first. A refund that failed after all leaves one that is void. */
export function creditNotesOf(invoice: { number: string }, refunds: Refund[]): CreditNote[] {
  const earlier: CreditNote['earlier'] = []
  return refunds
    .flatMap(({ creditNoteNumber: order, creditNoteAt: issuedAt, ...row }) =>
      order === null || issuedAt === null ? [] : [{ ...row, order, issuedAt }],
    )
    .sort((a, b) => a.order - b.order)
    .map(({ order, status, note, ...row }) => {
      const { id, issuedAt, amountMinor } = row
      const isVoid = status === 'FAILED'
      const creditNote = {
        id,
        number: creditNoteNumber(invoice.number, order),
        issuedAt,
        reason: note,
        amountMinor,
        lines: lineShares(row),
        earlier: [...earlier],
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
  const where = { accountId, invoiceId, creditNoteNumber: { not: null } }
  return creditNotesOf(invoice, await tx.refund.findMany({ where }))
}

/** The credit notes of several invoices of the account, by the invoice's id. */
export async function findCreditNotesOf(
  tx: Orm,
  accountId: string,
  invoices: { id: string; number: string }[],
): Promise<Map<string, CreditNote[]>> {
  const ids = invoices.map(({ id }) => id)
  const where = { accountId, invoiceId: { in: ids }, creditNoteNumber: { not: null } }
  const refunds = await tx.refund.findMany({ where })
  return new Map(
    invoices.map((invoice) => [
      invoice.id,
      creditNotesOf(
        invoice,
        refunds.filter(({ invoiceId }) => invoiceId === invoice.id),
      ),
    ]),
  )
}

/** As printed, such as `INV-0042-CN1`. */
export function creditNoteNumber(invoiceNumber: string, order: number): string {
  return `${invoiceNumber}-CN${order}`
}

/** The invoice's next number of a credit note. The caller holds the locks of `lockReversals`. */
export async function nextCreditNote(
  tx: OrmTransaction,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
): Promise<number> {
  const { _max } = await tx.refund.aggregate({
    where: { accountId, invoiceId },
    _max: { creditNoteNumber: true },
  })
  return (_max.creditNoteNumber ?? 0) + 1
}
