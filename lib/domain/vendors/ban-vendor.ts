import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'

/** From now on the vendor's writes are refused; a second ban keeps the first one's time and updates the reason. */
export async function banVendor(tx: Transaction, vendorId: string, reason: string | null): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { banReason: reason } })
  await tx.vendor.updateMany({ where: { id: vendorId, bannedAt: null }, data: { bannedAt: now() } })
}

export async function unbanVendor(tx: Transaction, vendorId: string): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { bannedAt: null, banReason: null } })
}
