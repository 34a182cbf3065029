import type { Queryable } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { changeInvoiceStatus } from './change-invoice-status'
import { closeCheckouts } from './checkout-session'
import { findInvoice } from './invoice'

/**
 * Voids an invoice: from now on nobody can pay it, and a payment that is under way is given back when it arrives. Its page at
 * the provider is closed by the worker. A
 * voided invoice stays as it is. Returns whether it was voided now.
 *
 * Throws `invoice_not_found`, `invoice_already_paid`, `invoice_partly_paid` while payments are recorded: what came in
 * has to be removed, or given back and removed, before; and `invoice_partly_credited`, since the rest is credited then.
 */
export async function markInvoiceVoid(
  tx: Queryable,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  requestId: string | null = null,
): Promise<boolean> {
  const { id } = await findInvoice(tx, accountId, invoiceId)
  const voided = await changeInvoiceStatus(tx, { accountId, invoiceId: id }, { to: 'VOIDED' }, requestId)
  if (voided) {
    await closeCheckouts(tx, { accountId, invoiceIds: [id] })
    return true
  }
  // Read again: a payment may have come first since.
  const { status, outsideMinor, creditedMinor } = await findInvoice(tx, accountId, id)
  if (status === 'PAID') throw new DomainError('invoice_already_paid')
  if (status !== 'VOIDED' && outsideMinor > 0n) throw new DomainError('invoice_partly_paid')
  if (status !== 'VOIDED' && creditedMinor > 0n) throw new DomainError('invoice_partly_credited')
  return false
}
