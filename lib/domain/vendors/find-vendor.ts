import type { Transaction } from '@/lib/db/transaction'

export type VendorRecord = {
  id: string
  email: string
  name: string
  sessionVersion: number
  bannedAt: Date | null
  banReason: string | null
}

const COLUMNS = {
  id: true,
  email: true,
  name: true,
  sessionVersion: true,
  bannedAt: true,
  banReason: true,
} as const

export async function findVendor(tx: Transaction, vendorId: string): Promise<VendorRecord | null> {
  return tx.vendor.findUnique({ where: { id: vendorId }, select: COLUMNS })
}

/** The vendor who signs in with the e-mail, whatever its case, with the hash to check the password by. */
export async function findVendorToSignIn(
  tx: Transaction,
  email: string,
): Promise<(VendorRecord & { passwordHash: string }) | null> {
  return tx.vendor.findUnique({
    where: { email: email.toLowerCase() },
    select: { ...COLUMNS, passwordHash: true },
  })
}
