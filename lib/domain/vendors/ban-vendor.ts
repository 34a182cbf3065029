import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '../audit/record-audit-event'

/**
 * From now on the vendor's writes are refused; a second ban keeps the first one's time and updates the
 * reason. `address`: where the operator's request came from; none for a command.
 */
export async function banVendor(
  tx: Transaction,
  vendorId: string,
  reason: string | null,
  address: string | null = null,
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { banReason: reason } })
  await tx.vendor.updateMany({ where: { id: vendorId, bannedAt: null }, data: { bannedAt: now() } })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.banned',
    actor: 'operator',
    ...(reason ? { detail: reason } : {}),
    address,
  })
}

export async function unbanVendor(
  tx: Transaction,
  vendorId: string,
  address: string | null = null,
): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { bannedAt: null, banReason: null } })
  await recordAuditEvent(tx, { vendorId, action: 'vendor.unbanned', actor: 'operator', address })
}
