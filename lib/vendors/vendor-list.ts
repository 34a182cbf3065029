import { z } from 'zod'
import { sql } from '@/lib/db/client'
import { moment } from '@/lib/http/schemas'
import { NIL_ID } from '@/lib/ids'
import { defineList } from '@/lib/lists/define-list'
import type { ListView } from '@/lib/lists/list-view'
import { wordSearch } from '@/lib/lists/word-search'
import { formatDecimal, formatTrimmed } from '@/lib/money/decimals'
import { FEE_ON_REFUND } from './vendor-terms-fields'

/** A vendor as a row of the operator's list. */
export type VendorSummary = {
  id: string
  name: string
  email: string
  bannedAt: Date | null
  liveApprovedAt: Date | null
  isOperator: boolean
  /** US cents per payout. */
  payoutLimitMinor: bigint
  /** US cents of payouts per UTC day; null: the default. */
  dailyLimitMinor: bigint | null
  feePpm: number
  feeFixedMinor: bigint
  paysFee: boolean
  returnsFee: boolean
  /** Live mode. */
  holdDays: number
  createdAt: Date
}

export const operatorVendorRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isBanned: z.boolean(),
  isLiveApproved: z.boolean(),
  isOperator: z.boolean(),
  payoutLimit: z.string().describe('US dollars per payout.'),
  dailyLimit: z.string().nullable().describe('US dollars per day; null: five times the limit per payout.'),
  feePercent: z.string(),
  feeFixed: z.string().describe('US dollars.'),
  feePayer: z.enum(['customer', 'vendor']).describe('Chosen by the vendor.'),
  feeOnRefund: z.enum(FEE_ON_REFUND).describe('Whether a refund keeps the fee or gives it back.'),
  holdDays: z.int().describe('Until the money of a paid invoice is available, in live mode.'),
  createdAt: moment,
})

export type OperatorVendorRow = z.infer<typeof operatorVendorRow>

const STATUSES = {
  active: sql`vendor.banned_at IS NULL`,
  banned: sql`vendor.banned_at IS NOT NULL`,
  live: sql`vendor.live_approved_at IS NOT NULL`,
  operator: sql`vendor.is_operator`,
}

/** The index of the vendors' words has the nil id in place of the tenant's. */
const NO_TENANT = NIL_ID

/** All vendors of the instance, for the operator; searches name, email and id. */
export const vendorList = defineList({
  name: 'vendors',
  sorts: ['created', 'email'],
  filters: z.object({ status: z.enum(['active', 'banned', 'live', 'operator']).optional() }),
  select: (_, { filters: { status }, search }) => ({
    table: sql`vendors AS vendor`,
    alias: sql`vendor`,
    id: sql`vendor.id`,
    columns: sql`vendor.id, vendor.name, vendor.email, vendor.banned_at AS "bannedAt",
      vendor.live_approved_at AS "liveApprovedAt", vendor.is_operator AS "isOperator", vendor.payout_limit_minor AS "payoutLimitMinor",
      vendor.daily_limit_minor AS "dailyLimitMinor",
      vendor.fee_ppm AS "feePpm", vendor.fee_fixed_minor AS "feeFixedMinor",
      vendor.pays_fee AS "paysFee", vendor.returns_fee AS "returnsFee", vendor.hold_days AS "holdDays", vendor.created_at AS "createdAt"`,
    sorts: {
      created: { column: sql`vendor.id`, type: 'uuid' },
      email: { column: sql`vendor.email`, type: 'text' },
    },
    where: [],
    filters: status ? [STATUSES[status]] : [],
    search: wordSearch(search, sql`vendor.search`, {
      tenantKey: sql`'00000000-0000-0000-0000-000000000000'::uuid`,
      tenantId: NO_TENANT,
    }),
  }),
  present: presentVendor,
})

/** A percentage with four decimals is in parts per million. */
export const PERCENT_SCALE = 4

/** A page of all vendors. */
export function readVendors(params: URLSearchParams): Promise<ListView<OperatorVendorRow>> {
  return vendorList.read(NO_TENANT, params)
}

export function presentVendor(vendor: VendorSummary): OperatorVendorRow {
  const { id, name, email, isOperator } = vendor
  return {
    id,
    name,
    email,
    isBanned: vendor.bannedAt !== null,
    isLiveApproved: vendor.liveApprovedAt !== null,
    isOperator,
    payoutLimit: formatDecimal(vendor.payoutLimitMinor, 2),
    dailyLimit: vendor.dailyLimitMinor === null ? null : formatDecimal(vendor.dailyLimitMinor, 2),
    feePercent: formatTrimmed(BigInt(vendor.feePpm), PERCENT_SCALE),
    feeFixed: formatDecimal(vendor.feeFixedMinor, 2),
    feePayer: vendor.paysFee ? 'vendor' : 'customer',
    feeOnRefund: vendor.returnsFee ? 'return' : 'keep',
    holdDays: vendor.holdDays,
    createdAt: vendor.createdAt.toISOString(),
  }
}
