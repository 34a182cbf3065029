import { database, type Orm } from '@/lib/db/client'
import { searchText } from '@/lib/db/search-words'
import { DomainError } from '@/lib/errors'
import { setInvoiceNumbering } from '@/lib/vendors/account'
import type { NumberingFields } from './numbering-fields'

/** The prefix and the next number of an existing account's invoices. */
export async function findNumbering(tx: Orm, accountId: string): Promise<NumberingFields> {
  const { invoicePrefix, nextInvoiceNumber } = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { invoicePrefix: true, nextInvoiceNumber: true },
  })
  return { prefix: invoicePrefix, next: nextInvoiceNumber }
}

/** The prefix and the next number of the account's invoices, for a page. */
export function readNumbering(accountId: string): Promise<NumberingFields> {
  return findNumbering(database(), accountId)
}

/** The search text of the prefix. The digits that follow are searchable as they are. */
function prefixWords(prefix: string): string {
  return searchText([`${prefix}0`]).slice(0, -1)
}

/**
 * Sets the prefix and the next number. Existing invoices keep theirs. Throws `invoice_number_used` for
 * a next number below the current one: no number is ever given twice, whatever stood before it.
 */
export async function changeNumbering(
  tx: Orm,
  accountId: string,
  { prefix, next }: NumberingFields,
): Promise<void> {
  const numbering = { prefix, prefixWords: prefixWords(prefix), next }
  if (await setInvoiceNumbering(tx, accountId, numbering)) return
  const current = await findNumbering(tx, accountId)
  throw new DomainError('invoice_number_used', { next: current.next })
}
