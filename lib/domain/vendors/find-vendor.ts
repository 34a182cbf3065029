import type { Transaction } from '@/lib/db/transaction'

export type VendorRecord = {
  id: string
  email: string
  name: string
  bannedAt: Date | null
  banReason: string | null
  emailConfirmedAt: Date | null
  isOperator: boolean
}

/** What of a vendor is read whenever it is signed in. */
export const VENDOR_COLUMNS = {
  id: true,
  email: true,
  name: true,
  bannedAt: true,
  banReason: true,
  emailConfirmedAt: true,
  isOperator: true,
} as const

/** The vendor who signs in with the e-mail, whatever its case, with the hash to check the password by. */
export async function findVendorToSignIn(
  tx: Transaction,
  email: string,
): Promise<(VendorRecord & { passwordHash: string; totpConfirmedAt: Date | null }) | null> {
  return tx.vendor.findUnique({
    where: { email: email.toLowerCase() },
    select: { ...VENDOR_COLUMNS, passwordHash: true, totpConfirmedAt: true },
  })
}

/** What the password of a vendor that is known to exist is checked against. */
export async function findPasswordHash(tx: Transaction, vendorId: string): Promise<string> {
  const { passwordHash } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { passwordHash: true },
  })
  return passwordHash
}
