import type { Mode } from '@/lib/auth/mode'
import { allCurrencies } from '@/lib/currencies'
import { database } from '@/lib/db/client'
import { findVendorCustomer } from '@/lib/domain/customers/find-vendor-customer'
import { findAccount } from '@/lib/domain/vendors/find-account'
import type { InvoiceFields } from '@/lib/invoice-fields'
import { providersOf } from '@/lib/providers/registry'

/** What a new invoice is worked out by while it is typed. */
export type InvoiceTerms = {
  mode: Mode
  /** Whether a provider is there to take the payment. */
  isModeAvailable: boolean
  /** The customer fee: parts per million of the base, and US cents as text. */
  feePpm: number
  feeFixedMinor: string
  currencies: { code: string; exponent: number }[]
  /** Whom the address names: the form was opened from a customer's page. */
  customer: InvoiceFields['customer']
}

export async function readInvoiceTerms(
  vendorId: string,
  mode: Mode,
  customerId: string | undefined,
): Promise<InvoiceTerms> {
  const { id, fees } = await findAccount(database(), vendorId, mode)
  const found = customerId ? await findVendorCustomer(database(), vendorId, customerId) : null
  const customer = found?.account.id === id ? found.customer : null
  return {
    mode,
    isModeAvailable: providersOf(mode).payments !== null,
    feePpm: fees.feePpm,
    feeFixedMinor: fees.feeFixedMinor.toString(),
    currencies: allCurrencies(),
    customer: customer && { id: customer.id, email: customer.email, name: customer.name },
  }
}
