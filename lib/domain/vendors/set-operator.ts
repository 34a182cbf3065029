import type { Transaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '../audit/record-audit-event'

/** Whether the vendor sees the operator's pages, and may do what is on them. */
export async function setOperator(tx: Transaction, vendorId: string, isOperator: boolean): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { isOperator } })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.operator_changed',
    actor: 'operator',
    detail: isOperator ? 'is an operator from now on' : 'is no operator any more',
  })
}
