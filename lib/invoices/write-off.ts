import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { now } from '@/lib/time/clock'
import { findInvoice } from './invoice'
import { writeOffRow } from './statements'

type Subject = { accountId: string; invoiceId: string }

/**
 * Writes an overdue invoice off, or takes that back. It can still be paid, but is not counted as overdue, and its buyer
 * gets no reminders. The API still shows `Unpaid`. Throws `invoice_not_found` and `invoice_not_overdue`.
 */
export async function setUncollectible(
  tx: OrmTransaction,
  { accountId, invoiceId }: Subject,
  isUncollectible: boolean,
): Promise<void> {
  const { id } = await findInvoice(tx, accountId, invoiceId)
  // In the statement: a payment may come first.
  const [overdue] = await writeOffRow(tx, {
    accountId,
    invoiceId: id,
    uncollectibleAt: isUncollectible ? now() : null,
  })
  if (!overdue) throw new DomainError('invoice_not_overdue')
}
