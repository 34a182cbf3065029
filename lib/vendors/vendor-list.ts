import { z } from 'zod'
import { database, type Sql, sql } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '@/lib/lists/keyset-page'
import { type ListView, parseListQuery, presentPage } from '@/lib/lists/list-query'
import { formatDecimal, formatTrimmed } from '@/lib/money/decimals'

/** A vendor as a row of the operator's list. */
export type VendorSummary = {
  id: string
  name: string
  email: string
  bannedAt: Date | null
  isOperator: boolean
  /** US cents per payout. */
  payoutLimitMinor: bigint
  feePpm: number
  feeFixedMinor: bigint
  createdAt: Date
}

type VendorFilters = { status?: 'active' | 'banned' | 'operator' | undefined }

type VendorSort = 'created' | 'email'

/** A page of all vendors of the instance; the search finds part of a name or email, or an id. */
function searchVendors(
  tx: Transaction,
  filters: VendorFilters & { search: string | null },
  page: PageRequest<VendorSort>,
): Promise<Page<VendorSummary>> {
  const list = {
    columns: sql`vendor.id, vendor.name, vendor.email, vendor.banned_at AS "bannedAt",
      vendor.is_operator AS "isOperator", vendor.payout_limit_minor AS "payoutLimitMinor",
      vendor.fee_ppm AS "feePpm", vendor.fee_fixed_minor AS "feeFixedMinor",
      vendor.created_at AS "createdAt"`,
    from: sql`vendors AS vendor`,
    where: conditions(filters),
    id: sql`vendor.id`,
    sorts: {
      created: { column: sql`vendor.id`, type: 'uuid' as const },
      email: { column: sql`vendor.email`, type: 'text' as const },
    },
  }
  return keysetPage<VendorSummary, VendorSort>(tx, list, page)
}

function conditions({ status, search }: VendorFilters & { search: string | null }): Sql[] {
  const all: Sql[] = []
  if (status === 'active') all.push(sql`vendor.banned_at IS NULL`)
  if (status === 'banned') all.push(sql`vendor.banned_at IS NOT NULL`)
  if (status === 'operator') all.push(sql`vendor.is_operator`)
  if (search && isId(search)) all.push(sql`vendor.id = ${search}::uuid`)
  else if (search) {
    const wanted = search.toLowerCase()
    all.push(sql`(strpos(vendor.email, ${wanted}) > 0 OR strpos(lower(vendor.name), ${wanted}) > 0)`)
  }
  return all
}

export type OperatorVendorRow = {
  id: string
  name: string
  email: string
  isBanned: boolean
  isOperator: boolean
  /** US dollars per payout. */
  payoutLimit: string
  feePercent: string
  /** US dollars. */
  feeFixed: string
  createdAt: string
}

const RULES = {
  sorts: ['created', 'email'] as const,
  filters: z.object({ status: z.enum(['active', 'banned', 'operator']).optional() }),
}

/** A percentage with four decimals is in parts per million. */
export const PERCENT_SCALE = 4

/** A page of all vendors; `q` is part of a name or email, or an id. */
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
    feePercent: formatTrimmed(BigInt(vendor.feePpm), PERCENT_SCALE),
    feeFixed: formatDecimal(vendor.feeFixedMinor, 2),
    createdAt: vendor.createdAt.toISOString(),
  }
}
