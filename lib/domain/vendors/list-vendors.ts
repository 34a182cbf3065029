import type { Transaction } from '@/lib/db/transaction'

/** Every vendor, oldest first. */
export function listVendors(tx: Transaction) {
  return tx.vendor.findMany({
    omit: { passwordHash: true, totpSecretEncrypted: true },
    orderBy: { id: 'asc' },
  })
}
