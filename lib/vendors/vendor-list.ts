import { z } from 'zod'
import { database, type Sql, sql } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { moment } from '@/lib/http/schemas'
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

export const operatorVendorRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isBanned: z.boolean(),
  isOperator: z.boolean(),
  payoutLimit: z.string().describe('Dollars per payout.'),
  feePercent: z.string(),
  feeFixed: z.string().describe('Dollars.'),
  createdAt: moment,
})

export type OperatorVendorRow = z.infer<typeof operatorVendorRow>

export const VENDOR_RULES = {
  sorts: ['created', 'email'] as const,
  filters: z.object({ status: z.enum(['active', 'banned', 'operator']).optional() }),
}

/** The index of the vendors' words has the nil id where other lists have their tenant's. */
const NO_TENANT = '00000000-0000-0000-0000-000000000000'

/** All vendors of the instance, for the operator, found by name, email or id. */
export const vendorList = defineList({
  sorts: ['created', 'email'],
  filters: z.object({ status: z.enum(['active', 'banned', 'operator']).optional() }),
  select: (_, { filters: { status }, search }) => ({
    table: sql`vendors AS vendor`,
    alias: sql`vendor`,
    id: sql`vendor.id`,
    columns: sql`vendor.id, vendor.name, vendor.email, vendor.banned_at AS "bannedAt",
      vendor.is_operator AS "isOperator", vendor.payout_limit_minor AS "payoutLimitMinor",
      vendor.fee_ppm AS "feePpm", vendor.fee_fixed_minor AS "feeFixedMinor", vendor.created_at AS "createdAt"`,
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

/** A page of all vendors; `q` is part of a name or email, or an id. */
export async function readVendors(params: URLSearchParams): Promise<ListView<OperatorVendorRow>> {
  const { filters, search, ...page } = parseListQuery(VENDOR_RULES, params)
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
