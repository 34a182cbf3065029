import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { findInvoice } from './invoice'

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
