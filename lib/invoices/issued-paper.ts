import { z } from 'zod'
import { readBranding } from '@/lib/branding/branding'
import { findAccountToPay } from '@/lib/branding/own-account'
import { findSellerOf, type Seller } from '@/lib/branding/seller'
import { connectionPool, database } from '@/lib/db/client'
import type { TransferLine } from '@/lib/documents/document-facts'
import { DEFAULT_LOCALE } from '@/lib/i18n/locale'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import { accountOfInvoice, findBilledTo, findInvoice, type InvoiceRecord } from './invoice'
import { issuedFields } from './invoice-fields'
import { transferFor } from './transfer'

/** What can be changed of an issued invoice, as it is at a revision. */
export const issuedForm = z.object({ revision: z.int(), fields: issuedFields })

export type IssuedForm = z.infer<typeof issuedForm>

/** The parts of an issued invoice's paper that are neither fields of its form nor on its own page. */
export type IssuedPaperView = IssuedForm & {
  vendor: { name: string; color: string | null; logoPath: string | null }
  /** The day in the seller's time zone then, `YYYY-MM-DD`. */
  issuedOn: string
  /** As it was when the invoice was issued. */
  seller: Seller
  /** The customer as it was then, with its own address. */
  billedTo: { name: string; address: string[]; taxId: string | null }
  /** How to pay to the vendor's own account; empty where it shows none. */
  transfer: TransferLine[]
}

/** Throws `invoice_not_found`. */
export async function readIssuedForm(accountId: string, invoiceId: string): Promise<IssuedForm> {
  return formOf(await findInvoice(connectionPool(), accountId, invoiceId))
}

/** Of a vendor's invoice in either mode; null if there is none. */
export async function readIssuedPaper(vendorId: string, invoiceId: string): Promise<IssuedPaperView | null> {
  const owner = await accountOfInvoice(database(), vendorId, invoiceId)
  if (!owner) return null
  const invoice = await findInvoice(connectionPool(), owner.id, invoiceId)
  const ownAddress = { ...invoice, billingAddress: null }
  const [{ color, logoPath }, seller, billedTo, account] = await Promise.all([
    readBranding(vendorId),
    findSellerOf(database(), invoice, vendorId, DEFAULT_LOCALE),
    findBilledTo(connectionPool(), ownAddress, DEFAULT_LOCALE),
    findAccountToPay(database(), vendorId),
  ])
  const { name, address, taxId } = billedTo
  return {
    ...formOf(invoice),
    vendor: { name: seller.businessName, color, logoPath },
    issuedOn: formatIsoDate(dayIn(zoneOf(seller.timeZone), invoice.createdAt)),
    seller,
    billedTo: { name, address, taxId },
    transfer: transferFor(invoice, account)?.lines ?? [],
  }
}

function formOf({ revision, dueDate, billedTo, ...invoice }: InvoiceRecord): IssuedForm {
  return {
    revision,
    fields: {
      dueDate: formatIsoDate(dueDate),
      reference: invoice.reference ?? '',
      billingAddress: invoice.billingAddress ?? '',
      buyerReference: billedTo?.buyerReference ?? '',
      notes: invoice.notes ?? '',
      redirectUrl: invoice.redirectUrl ?? '',
      webhookUrl: invoice.webhookUrl ?? '',
    },
  }
}
