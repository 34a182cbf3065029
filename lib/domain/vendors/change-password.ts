import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { recordAuditEvent } from '../audit/record-audit-event'
import { endSessions } from './end-sessions'

/**
 * Sets a new password, ends every session but the one that asks, and makes links that were mailed to reset
 * it worthless. `fromHash` is what the old password was checked against: `password_wrong` where it was
 * changed since.
 */
export async function changePassword(
  tx: Transaction,
  change: { vendorId: string; sessionId: string; fromHash: string; toHash: string; address: string | null },
): Promise<void> {
  const { vendorId, address } = change
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, passwordHash: change.fromHash },
    data: { passwordHash: change.toHash },
  })
  if (count !== 1) throw new DomainError('password_wrong')
  await tx.vendorToken.deleteMany({ where: { vendorId, purpose: 'password_reset' } })
  await endSessions(tx, vendorId, { except: change.sessionId })
  await recordAuditEvent(tx, { vendorId, action: 'password.changed', address })
}
