import type { Pool } from 'pg'
import type { Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/i18n/locale'
import { isId } from '@/lib/ids'
import { type WalletBalance, walletBalances } from '@/lib/ledger/accounts'
import type { VendorSummary } from './vendor-list'

export type VendorRecord = {
  id: string
  email: string
  name: string
  bannedAt: Date | null
  banReason: string | null
  emailConfirmedAt: Date | null
  isOperator: boolean
  totpConfirmedAt: Date | null
  /** US cents. */
  payoutProofAboveMinor: bigint | null
}

/** The columns read for every signed-in request. */
export const VENDOR_COLUMNS = {
  id: true,
  email: true,
  name: true,
  bannedAt: true,
  banReason: true,
  emailConfirmedAt: true,
  isOperator: true,
  totpConfirmedAt: true,
  payoutProofAboveMinor: true,
} as const

/** The vendor that signs in with the email, ignoring case, with its password hash. */
export async function findVendorToSignIn(
  tx: Transaction,
  email: string,
): Promise<(VendorRecord & { passwordHash: string }) | null> {
  return tx.vendor.findUnique({
    where: { email: email.toLowerCase() },
    select: { ...VENDOR_COLUMNS, passwordHash: true },
  })
}

/** The password hash of an existing vendor. */
export async function findPasswordHash(tx: Transaction, vendorId: string): Promise<string> {
  const { passwordHash } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { passwordHash: true },
  })
  return passwordHash
}

export type Profile = {
  name: string
  email: string
  isEmailConfirmed: boolean
  /** Language of mail to customers whose own language is unknown. */
  locale: Locale
  createdAt: Date
}

/** The profile of an existing vendor. */
export async function findProfile(tx: Transaction, vendorId: string): Promise<Profile> {
  const { name, email, emailConfirmedAt, locale, createdAt } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { name: true, email: true, emailConfirmedAt: true, locale: true, createdAt: true },
  })
  return {
    name,
    email,
    isEmailConfirmed: emailConfirmedAt !== null,
    locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
    createdAt,
  }
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
  emailConfirmedAt: Date | null
  totpConfirmedAt: Date | null
  accounts: { id: string; mode: Mode; balances: WalletBalance[] }[]
}

const COLUMNS = {
  id: true,
  name: true,
  email: true,
  bannedAt: true,
  banReason: true,
  emailConfirmedAt: true,
  totpConfirmedAt: true,
  liveApprovedAt: true,
  isOperator: true,
  payoutLimitMinor: true,
  dailyLimitMinor: true,
  feePpm: true,
  feeFixedMinor: true,
  holdDays: true,
  createdAt: true,
  accounts: { select: { id: true, mode: true }, orderBy: { mode: 'asc' } },
} as const

/** A vendor as the operator sees it, or null. */
export async function findVendorOverview(tx: Transaction, vendorId: string): Promise<VendorOverview | null> {
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
  return { ...vendor, accounts }
}
