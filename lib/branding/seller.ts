import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { linesOf, type SellerFields } from './seller-fields'

/** A vendor as the seller on documents, the pay page and in mail. */
export type Seller = {
  /** The legal name; the business name where none is given. */
  name: string
  address: string[]
  taxId: string | null
  supportEmail: string | null
  /** Notes and terms, a paragraph each. */
  notes: string[]
}

const COLUMNS = {
  name: true,
  legalName: true,
  businessAddress: true,
  taxId: true,
  supportEmail: true,
  invoiceNotes: true,
} as const

/** The seller details of an existing vendor. */
export async function findSeller(tx: Transaction, vendorId: string): Promise<Seller> {
  const vendor = await tx.vendor.findUniqueOrThrow({ where: { id: vendorId }, select: COLUMNS })
  return {
    name: vendor.legalName ?? vendor.name,
    address: linesOf(vendor.businessAddress ?? ''),
    taxId: vendor.taxId,
    supportEmail: vendor.supportEmail,
    notes: linesOf(vendor.invoiceNotes ?? ''),
  }
}

/** The same as typed. */
export async function findSellerFields(tx: Transaction, vendorId: string): Promise<SellerFields> {
  const vendor = await tx.vendor.findUniqueOrThrow({ where: { id: vendorId }, select: COLUMNS })
  return {
    legalName: vendor.legalName ?? '',
    address: vendor.businessAddress ?? '',
    taxId: vendor.taxId ?? '',
    supportEmail: vendor.supportEmail ?? '',
    notes: vendor.invoiceNotes ?? '',
  }
}

/** `findSellerFields`, for a page. */
export function readSellerFields(vendorId: string): Promise<SellerFields> {
  return findSellerFields(database(), vendorId)
}

/** Documents that are opened from now on show these details, those of earlier invoices too. */
export async function setSeller(
  tx: Transaction,
  { vendorId, address, fields }: { vendorId: string; address: string | null; fields: SellerFields },
): Promise<void> {
  await tx.vendor.update({
    where: { id: vendorId },
    data: {
      legalName: fields.legalName || null,
      businessAddress: linesOf(fields.address).join('\n') || null,
      taxId: fields.taxId || null,
      supportEmail: fields.supportEmail || null,
      invoiceNotes: fields.notes || null,
    },
  })
  const detail = fields.legalName ? { detail: fields.legalName } : {}
  await recordAuditEvent(tx, { vendorId, action: 'seller.changed', address, ...detail })
}
