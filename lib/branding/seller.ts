import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database, type Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import type { Change } from './branding'
import { linesOf, type SellerFields } from './seller-fields'

/** A seller's details as they are stored, on the vendor and frozen on each invoice. */
export type SellerRecord = {
  name: string
  legalName: string | null
  /** In lines. */
  businessAddress: string | null
  taxId: string | null
  supportEmail: string | null
  /** A paragraph a line. */
  invoiceNotes: string | null
  /** IANA name: the days on documents are those of its time zone then. */
  timeZone: string
}

/** A vendor as the seller on documents, the pay page and in mail. */
export type Seller = {
  /** The legal name; the business name where none is given. */
  name: string
  businessName: string
  address: string[]
  taxId: string | null
  supportEmail: string | null
  /** Notes and terms, a paragraph each. */
  notes: string[]
  /** IANA name. */
  timeZone: string
}

const COLUMNS = {
  name: true,
  legalName: true,
  businessAddress: true,
  taxId: true,
  supportEmail: true,
  invoiceNotes: true,
  timeZone: true,
} as const satisfies Record<keyof SellerRecord, true>

/** The `SellerRecord` of an account, for statements that write an invoice. */
export const SELLER_OF_ACCOUNT = `(
  SELECT jsonb_build_object('name', name, 'legalName', legal_name, 'businessAddress', business_address,
                            'taxId', tax_id, 'supportEmail', support_email, 'invoiceNotes', invoice_notes,
                            'timeZone', time_zone)
    FROM vendors WHERE vendors.id = accounts.vendor_id)`

/** The seller as it is now. The vendor exists. */
function findSellerRecord(tx: Orm, vendorId: string): Promise<SellerRecord> {
  return tx.vendor.findUniqueOrThrow({ where: { id: vendorId }, select: COLUMNS })
}

/** The seller of an invoice: as it was when the invoice was issued, or of today for one that is not issued yet. */
export async function findSellerOf(
  tx: Orm,
  invoice: { seller: SellerRecord | null },
  vendorId: string,
): Promise<Seller> {
  return sellerOf(invoice.seller ?? (await findSellerRecord(tx, vendorId)))
}

function sellerOf(record: SellerRecord): Seller {
  return {
    name: record.legalName ?? record.name,
    businessName: record.name,
    address: linesOf(record.businessAddress ?? ''),
    taxId: record.taxId,
    supportEmail: record.supportEmail,
    notes: linesOf(record.invoiceNotes ?? ''),
    timeZone: record.timeZone,
  }
}

/** The seller details of an existing vendor as typed. */
export async function findSellerFields(tx: Orm, vendorId: string): Promise<SellerFields> {
  const vendor = await findSellerRecord(tx, vendorId)
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

/** Invoices that are issued from now on show these details; those that exist keep theirs. */
export async function saveSeller(
  tx: OrmTransaction,
  { fields, ...by }: Change & { fields: SellerFields },
): Promise<void> {
  await setVendorSettings(tx, by.vendorId, {
    legalName: fields.legalName || null,
    businessAddress: linesOf(fields.address).join('\n') || null,
    taxId: fields.taxId || null,
    supportEmail: fields.supportEmail || null,
    invoiceNotes: fields.notes || null,
  })
  const detail = fields.legalName ? { detail: fields.legalName } : {}
  await recordAuditEvent(tx, { ...by, action: 'seller.changed', ...detail })
}
