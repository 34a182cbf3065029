import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { Orm } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/i18n/locale'
import { isId } from '@/lib/ids'
import { type WalletBalance, walletBalances } from '@/lib/ledger/accounts'
import type { VendorSummary } from './vendor-list'

/** Language of the vendor's mail to customers whose own language is unknown. The vendor exists. */
export async function localeOf(tx: Orm, vendorId: string): Promise<Locale> {
  const { locale } = await tx.vendor.findUniqueOrThrow({ where: { id: vendorId }, select: { locale: true } })
  return isLocale(locale) ? locale : DEFAULT_LOCALE
}

type ListedVendor = {
  id: string
  email: string
  name: string
  bannedAt: Date | null
  banReason: string | null
  liveApprovedAt: Date | null
  isOperator: boolean
  payoutLimitMinor: bigint
  dailyLimitMinor: bigint | null
  feePpm: number
  feeFixedMinor: bigint
  paysFee: boolean
  returnsFee: boolean
  holdDays: number
  createdAt: Date
}

/** Every vendor, oldest first. Plain SQL: an operator command ends before the ORM would have started. */
export async function listVendors(pool: Pool): Promise<ListedVendor[]> {
  const { rows } = await pool.query<Record<keyof ListedVendor, never>>(`
    SELECT id, email, name, banned_at AS "bannedAt", ban_reason AS "banReason",
           live_approved_at AS "liveApprovedAt", is_operator AS "isOperator",
           payout_limit_minor AS "payoutLimitMinor", daily_limit_minor AS "dailyLimitMinor",
           fee_ppm AS "feePpm", fee_fixed_minor AS "feeFixedMinor",
           pays_fee AS "paysFee", returns_fee AS "returnsFee",
           hold_days AS "holdDays", created_at AS "createdAt"
      FROM vendors ORDER BY id`)
  // The driver returns a BIGINT as text.
  return rows.map((row) => ({
    ...row,
    payoutLimitMinor: BigInt(row.payoutLimitMinor),
    dailyLimitMinor: row.dailyLimitMinor === null ? null : BigInt(row.dailyLimitMinor),
    feeFixedMinor: BigInt(row.feeFixedMinor),
  }))
}

export type VendorOverview = VendorSummary & {
  banReason: string | null
  owner: { emailConfirmedAt: Date | null; totpConfirmedAt: Date | null }
  accounts: { id: string; mode: Mode; balances: WalletBalance[] }[]
}

const COLUMNS = {
  id: true,
  name: true,
  email: true,
  bannedAt: true,
  banReason: true,
  liveApprovedAt: true,
  isOperator: true,
  payoutLimitMinor: true,
  dailyLimitMinor: true,
  feePpm: true,
  feeFixedMinor: true,
  paysFee: true,
  returnsFee: true,
  holdDays: true,
  createdAt: true,
  members: {
    where: { role: 'owner' },
    select: { emailConfirmedAt: true, totpConfirmedAt: true },
  },
  accounts: { select: { id: true, mode: true }, orderBy: { mode: 'asc' } },
} as const

/** A vendor as the operator sees it, or null. */
export async function findVendorOverview(tx: Orm, vendorId: string): Promise<VendorOverview | null> {
  const vendor = isId(vendorId)
    ? await tx.vendor.findUnique({ where: { id: vendorId }, select: COLUMNS })
    : null
  if (!vendor) return null
  const accounts = await Promise.all(
    vendor.accounts.map(async (account) => ({
      ...account,
      balances: await walletBalances(tx, account.id),
    })),
  )
  const { members, ...rest } = vendor
  const [owner] = members
  assert(owner, 'every vendor has an owner')
  return { ...rest, owner, accounts }
}
