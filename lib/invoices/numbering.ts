import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import type { NumberingFields } from './numbering-fields'

/** The prefix and the next number of an existing account's invoices. */
export async function findNumbering(tx: Transaction, accountId: string): Promise<NumberingFields> {
  const { invoicePrefix, nextInvoiceNumber } = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { invoicePrefix: true, nextInvoiceNumber: true },
  })
  return { prefix: invoicePrefix, next: nextInvoiceNumber }
}

/**
 * Sets the prefix and the next number. Existing invoices keep theirs. Throws `invoice_number_used` for
 * a next number below the current one: no number is ever given twice, whatever stood before it.
 */
export async function setNumbering(
  tx: Transaction,
  accountId: string,
  { prefix, next }: NumberingFields,
): Promise<void> {
  const { count } = await tx.account.updateMany({
    where: { id: accountId, nextInvoiceNumber: { lte: next } },
    data: { invoicePrefix: prefix, nextInvoiceNumber: next },
  })
  if (count === 1) return
  const current = await findNumbering(tx, accountId)
  throw new DomainError('invoice_number_used', { next: current.next })
}
