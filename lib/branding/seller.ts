import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database, type Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import type { Locale } from '@/lib/i18n/locale'
import { addressLines, type PostalAddress } from '@/lib/i18n/postal-address'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import type { Change } from './branding'
import { linesOf, type SellerFields } from './seller-fields'

/** A seller's details as they are stored, on the vendor and frozen on each invoice. */
export type SellerRecord = PostalAddress & {
  name: string
  legalName: string | null
  taxId: string | null
  /** Why no tax is charged, as it is printed. */
  noTaxReason: string | null
  /** Of the contact in e-invoices. */
  phone: string | null
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
  /** Lines as on an envelope. */
  address: string[]
  taxId: string | null
  noTaxReason: string | null
  supportEmail: string | null
  /** Notes and terms, a paragraph each. */
  notes: string[]
  /** IANA name. */
  timeZone: string
}

const COLUMNS = {
  name: true,
  legalName: true,
  addressLine1: true,
  addressLine2: true,
  city: true,
  state: true,
  zip: true,
  country: true,
  taxId: true,
  noTaxReason: true,
  phone: true,
  supportEmail: true,
  invoiceNotes: true,
  timeZone: true,
} as const satisfies Record<keyof SellerRecord, true>

/** The `SellerRecord` of an account, for statements that write an invoice. */
export const SELLER_OF_ACCOUNT = `(
  SELECT jsonb_build_object('name', name, 'legalName', legal_name, 'addressLine1', address_line1,
                            'addressLine2', address_line2, 'city', city, 'state', state, 'zip', zip,
                            'country', country, 'taxId', tax_id, 'noTaxReason', no_tax_reason, 'phone', phone,
                            'supportEmail', support_email, 'invoiceNotes', invoice_notes, 'timeZone', time_zone)
    FROM vendors WHERE vendors.id = accounts.vendor_id)`

/** The seller as it is now. The vendor exists. */
function findSellerRecord(tx: Orm, vendorId: string): Promise<SellerRecord> {
  return tx.vendor.findUniqueOrThrow({ where: { id: vendorId }, select: COLUMNS })
}

/**
 * The seller of an invoice, its country in the language: as it was when the invoice was issued, or of today for one that is
 * not issued yet.
 */
export async function findSellerOf(
  tx: Orm,
  invoice: { seller: SellerRecord | null },
  vendorId: string,
  locale: Locale,
): Promise<Seller> {
  return sellerOf(invoice.seller ?? (await findSellerRecord(tx, vendorId)), locale)
}

function sellerOf(record: SellerRecord, locale: Locale): Seller {
  return {
    name: record.legalName ?? record.name,
    businessName: record.name,
    address: addressLines(record, locale),
    taxId: record.taxId,
    noTaxReason: record.noTaxReason,
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
    addressLine1: vendor.addressLine1 ?? '',
    addressLine2: vendor.addressLine2 ?? '',
    city: vendor.city ?? '',
    state: vendor.state ?? '',
    zip: vendor.zip ?? '',
    country: vendor.country ?? '',
    taxId: vendor.taxId ?? '',
    noTaxReason: vendor.noTaxReason ?? '',
    phone: vendor.phone ?? '',
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
    addressLine1: fields.addressLine1 || null,
    addressLine2: fields.addressLine2 || null,
    city: fields.city || null,
    state: fields.state || null,
    zip: fields.zip || null,
    country: fields.country || null,
    taxId: fields.taxId || null,
    noTaxReason: fields.noTaxReason || null,
    phone: fields.phone || null,
    supportEmail: fields.supportEmail || null,
    invoiceNotes: fields.notes || null,
  })
  const detail = fields.legalName ? { detail: fields.legalName } : {}
  await recordAuditEvent(tx, { ...by, action: 'seller.changed', ...detail })
}
