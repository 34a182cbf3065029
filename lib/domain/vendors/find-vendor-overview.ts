import type { Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { creditWalletBalances, type WalletBalance } from '../ledger/balances'
import type { VendorSummary } from './search-vendors'

export type VendorOverview = VendorSummary & {
  banReason: string | null
  emailConfirmedAt: Date | null
  accounts: { id: string; mode: Mode; balances: WalletBalance[] }[]
}

const COLUMNS = {
  id: true,
  name: true,
  email: true,
  bannedAt: true,
  banReason: true,
  emailConfirmedAt: true,
  isOperator: true,
  payoutLimitMinor: true,
  feePpm: true,
  feeFixedMinor: true,
  createdAt: true,
  accounts: { select: { id: true, mode: true }, orderBy: { mode: 'asc' } },
} as const

/** What an operator sees of a vendor; null for an unknown one. */
export async function findVendorOverview(tx: Transaction, vendorId: string): Promise<VendorOverview | null> {
  const vendor = isId(vendorId)
    ? await tx.vendor.findUnique({ where: { id: vendorId }, select: COLUMNS })
    : null
  if (!vendor) return null
  const accounts = await Promise.all(
    vendor.accounts.map(async (account) => ({
      ...account,
      balances: await creditWalletBalances(tx, account.id),
    })),
  )
  return { ...vendor, accounts }
}
