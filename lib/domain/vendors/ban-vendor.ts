import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '../audit/record-audit-event'

/**
 * From now on the vendor's writes are refused; a second ban keeps the first one's time and updates the
 * reason, and is not recorded where that is the same. `address`: where the operator's request came from;
 * none for a command.
 */
export async function banVendor(
  tx: Transaction,
  vendorId: string,
  reason: string | null,
  address: string | null = null,
): Promise<void> {
  const before = await lockBan(tx, vendorId)
  if (before.bannedAt && before.banReason === reason) return
  const data = { bannedAt: before.bannedAt ?? now(), banReason: reason }
  await tx.vendor.update({ where: { id: vendorId }, data })
  await recordAuditEvent(tx, {
    vendorId,
    action: 'vendor.banned',
    actor: 'operator',
    ...(reason ? { detail: reason } : {}),
    address,
  })
}

/** Ends a ban; without one there is nothing to do, and nothing to record. */
export async function unbanVendor(
  tx: Transaction,
  vendorId: string,
  address: string | null = null,
): Promise<void> {
  const before = await lockBan(tx, vendorId)
  if (!before.bannedAt) return
  await tx.vendor.update({ where: { id: vendorId }, data: { bannedAt: null, banReason: null } })
  await recordAuditEvent(tx, { vendorId, action: 'vendor.unbanned', actor: 'operator', address })
}

/** The vendor's ban as another operator's request has left it; the next one waits. */
async function lockBan(tx: Transaction, vendorId: string) {
  await tx.$queryRaw`SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid FOR NO KEY UPDATE`
  return tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { bannedAt: true, banReason: true },
  })
}
