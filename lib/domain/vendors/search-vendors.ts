import { type Sql, sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '../lists/keyset-page'

/** A vendor as a line of the operator's list. */
export type VendorSummary = {
  id: string
  name: string
  email: string
  bannedAt: Date | null
  isOperator: boolean
  /** US cents for one payout. */
  payoutLimitMinor: bigint
  feePpm: number
  feeFixedMinor: bigint
  createdAt: Date
}

export type VendorFilters = { status?: 'active' | 'banned' | 'operator' | undefined }

export type VendorSort = 'created' | 'email'

/** A page of all vendors of the instance; the search finds part of a name or e-mail, or an id. */
export function searchVendors(
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
