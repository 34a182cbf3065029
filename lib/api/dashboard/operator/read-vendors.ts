import { z } from 'zod'
import { database } from '@/lib/db/client'
import { formatDecimal } from '@/lib/decimals'
import { searchVendors, type VendorSummary } from '@/lib/domain/vendors/search-vendors'
import { type ListView, parseListQuery, presentPage } from '../list-query'

export type OperatorVendorRow = {
  id: string
  name: string
  email: string
  isBanned: boolean
  isOperator: boolean
  /** Dollars for one payout. */
  payoutLimit: string
  feePercent: string
  /** Dollars. */
  feeFixed: string
  createdAt: string
}

const RULES = {
  sorts: ['created', 'email'] as const,
  filters: z.object({ status: z.enum(['active', 'banned', 'operator']).optional() }),
}

/** A percentage has four decimals: with them it is in parts per million. */
export const PERCENT_SCALE = 4

/** A page of all vendors; `q` is part of a name or e-mail, or an id. */
export async function readVendors(params: URLSearchParams): Promise<ListView<OperatorVendorRow>> {
  const { filters, search, ...page } = parseListQuery(RULES, params)
  const found = await searchVendors(database(), { ...filters, search }, page)
  return presentPage(found, presentVendor)
}

export function presentVendor(vendor: VendorSummary): OperatorVendorRow {
  const { id, name, email, isOperator } = vendor
  return {
    id,
    name,
    email,
    isBanned: vendor.bannedAt !== null,
    isOperator,
    payoutLimit: formatDecimal(vendor.payoutLimitMinor, 2),
    feePercent: formatDecimal(BigInt(vendor.feePpm), PERCENT_SCALE).replace(/\.?0+$/, ''),
    feeFixed: formatDecimal(vendor.feeFixedMinor, 2),
    createdAt: vendor.createdAt.toISOString(),
  }
}
