import { type AuditRow, readAuditLog } from '@/lib/audit/audit-list'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import type { AmountView } from '@/lib/money/money'
import { formatMajor } from '@/lib/money/money'
import { findVendorOverview } from './vendor'
import { type OperatorVendorRow, presentVendor } from './vendor-list'

export type OperatorVendorView = OperatorVendorRow & {
  /** The current operator's own account, which can't be banned. */
  isSelf: boolean
  isEmailConfirmed: boolean
  bannedAt: string | null
  banReason: string | null
  accounts: {
    id: string
    mode: Mode
    balances: { currency: string; available: AmountView; held: AmountView }[]
  }[]
  /** The latest entries of the vendor's audit log. */
  audit: AuditRow[]
}

/** A vendor as the operator sees it, or null. */
export async function readVendor(operatorId: string, vendorId: string): Promise<OperatorVendorView | null> {
  const vendor = await findVendorOverview(database(), vendorId)
  if (!vendor) return null
  const { rows: audit } = await readAuditLog(vendor.id, new URLSearchParams())
  return {
    ...presentVendor(vendor),
    isSelf: vendor.id === operatorId,
    isEmailConfirmed: vendor.emailConfirmedAt !== null,
    bannedAt: vendor.bannedAt?.toISOString() ?? null,
    banReason: vendor.banReason,
    accounts: vendor.accounts.map(({ id, mode, balances }) => ({
      id,
      mode,
      balances: balances.map(({ currency, availableMinor, heldMinor }) => ({
        currency,
        available: { amount: formatMajor(availableMinor, currency), currency },
        held: { amount: formatMajor(heldMinor, currency), currency },
      })),
    })),
    audit,
  }
}
