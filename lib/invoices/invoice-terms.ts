import { findBranding, readBranding } from '@/lib/branding/branding'
import { findAccountToPay } from '@/lib/branding/own-account'
import { findSellerOf, type Seller } from '@/lib/branding/seller'
import type { TaxSettings } from '@/lib/catalog/catalog-fields'
import { readTaxSettings } from '@/lib/catalog/tax-rate'
import { findVendorCustomer } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import type { TransferLine } from '@/lib/documents/document-facts'
import { isRealMoney } from '@/lib/env'
import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/locale'
import { allCurrencies } from '@/lib/money/currencies'
import { providersOf } from '@/lib/providers/registry'
import type { Account } from '@/lib/vendors/account'
import { customerOfForm } from './draft'
import type { FormFee, InvoiceFields } from './invoice-fields'
import { findNumbering } from './numbering'
import { invoiceNumber } from './numbering-fields'
import { transferLines } from './transfer'

/** The terms that the form needs to compute the totals. */
export type InvoiceTerms = {
  mode: Mode
  /** True if the mode is approved and has a payment provider. */
  isModeAvailable: boolean
  fee: FormFee
  currencies: { code: string; exponent: number }[]
  /** Preselected when the form was opened from a customer's page. */
  customer: InvoiceFields['customer']
  taxes: TaxSettings
  /** Parts of the paper and the buyer's page that are not fields of the form. Another invoice may take the number first. */
  preview: {
    number: string
    /** False in test mode and in a rehearsal, which only the server knows. */
    isRealMoney: boolean
    vendor: { name: string; email: string; color: string | null; logoPath: string | null }
    seller: Seller
    /** Of customers who have no language of their own. */
    locale: Locale
    /** How to pay to the vendor's own account; empty where it shows none. */
    transfer: TransferLine[]
  }
}

export async function readInvoiceTerms(
  { id, vendorId, mode, fees, isApproved }: Account,
  customerId: string | undefined,
): Promise<InvoiceTerms> {
  const row = customerId ? await findVendorCustomer(database(), vendorId, customerId) : null
  const customer = row?.account.id === id && !row.customer.archivedAt ? row.customer : null
  const [{ name, color, logoPath, locale }, { email }, seller, account, numbering, taxes] = await Promise.all(
    [
      readBranding(vendorId),
      findBranding(database(), vendorId),
      findSellerOf(database(), { seller: null }, vendorId, DEFAULT_LOCALE),
      findAccountToPay(database(), vendorId),
      findNumbering(database(), id),
      readTaxSettings(id),
    ],
  )
  const number = invoiceNumber(numbering)
  return {
    mode,
    isModeAvailable: isApproved && providersOf(mode).payments.length > 0,
    fee: {
      feePpm: fees.feePpm,
      feeFixedMinor: fees.feeFixedMinor.toString(),
      paysFee: fees.paysFee,
    },
    currencies: allCurrencies(),
    customer: customer && customerOfForm(customer),
    taxes,
    preview: {
      number,
      isRealMoney: isRealMoney(mode),
      vendor: { name, email: seller.supportEmail ?? email, color, logoPath },
      seller,
      locale,
      transfer: account ? transferLines(account, number) : [],
    },
  }
}
