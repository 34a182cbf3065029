import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { now } from '@/lib/time/clock'
import { findInvoice } from './invoice'
import { writeOffRow } from './statements'

type Subject = { accountId: string; invoiceId: string }

/**
 * Turns the reminders of an unpaid invoice on or off. Throws `invoice_not_found`, `invoice_voided` and
 * `invoice_already_paid`.
 */
export async function setReminders(
  tx: OrmTransaction,
  { accountId, invoiceId }: Subject,
  isOn: boolean,
): Promise<void> {
  const { id, status } = await findInvoice(tx, accountId, invoiceId)
  if (status === 'VOIDED') throw new DomainError('invoice_voided')
  if (status === 'PAID') throw new DomainError('invoice_already_paid')
  await tx.invoice.update({ where: { accountId_id: { accountId, id } }, data: { remindersOff: !isOn } })
}

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
