import type { Orm } from '@/lib/db/client'
import type { Refund } from '@/lib/db/generated/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import type { CreditFacts } from '@/lib/documents/document-facts'

/** The document about a refund that the provider has made. */
export type CreditNote = CreditFacts & {
  /** The refund's. */
  id: string
}

/** What tells a refund's part of a fee that the customer paid: none was, where it is 0. */
type CreditedInvoice = { number: string; feeAmountMinor: bigint }

/** The credit notes of an invoice, oldest first. A refund that failed after all leaves one that is void. */
export function creditNotesOf(invoice: CreditedInvoice, refunds: Refund[]): CreditNote[] {
  const earlier: CreditNote['earlier'] = []
  return refunds
    .flatMap(({ creditNoteNumber: order, creditNoteAt: issuedAt, ...row }) =>
      order === null || issuedAt === null ? [] : [{ ...row, order, issuedAt }],
    )
    .sort((a, b) => a.order - b.order)
    .map(({ id, order, status, amountMinor, baseMinor, note, issuedAt }) => {
      const isVoid = status === 'FAILED'
      const number = creditNoteNumber(invoice.number, order)
      const feeMinor = invoice.feeAmountMinor > 0n ? amountMinor - baseMinor : 0n
      const creditNote = {
        id,
        number,
        issuedAt,
        reason: note,
        amountMinor,
        feeMinor,
        earlier: [...earlier],
        isVoid,
      }
      if (!isVoid) earlier.push({ amountMinor, feeMinor })
      return creditNote
    })
}

/** The credit notes of an invoice of the account. */
export async function findCreditNotes(
  tx: OrmTransaction,
  invoice: CreditedInvoice & { accountId: string; id: string },
): Promise<CreditNote[]> {
  const { accountId, id: invoiceId } = invoice
  const where = { accountId, invoiceId, creditNoteNumber: { not: null } }
  return creditNotesOf(invoice, await tx.refund.findMany({ where }))
}

/** The credit notes of several invoices of the account, by the invoice's id. */
export async function findCreditNotesOf(
  tx: Orm,
  accountId: string,
  invoices: (CreditedInvoice & { id: string })[],
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
