import { findVendorCustomer } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import { findBankAccounts } from './bank-account'
import type { BankAccountFields } from './bank-account-fields'

/** The initial values of the form for a new bank account; unknown ones are absent. */
export type BankAccountStart = Partial<
  Pick<
    BankAccountFields,
    | 'entity_type'
    | 'first_name'
    | 'last_name'
    | 'company_name'
    | 'account_name'
    | 'street_address'
    | 'city'
    | 'state'
    | 'postcode'
    | 'country_code'
  >
>

/**
 * Holder and address of the customer's latest bank account or, for the first one, the customer's own name and address.
 * Null if the vendor has no such customer, or has archived it.
 */
export async function readBankAccountStart(
  vendorId: string,
  customerId: string,
): Promise<BankAccountStart | null> {
  const row = await findVendorCustomer(database(), vendorId, customerId)
  if (!row || row.customer.archivedAt) return null
  const { account, customer } = row
  const latest = (await findBankAccounts(database(), account.id, customer.id)).at(-1)
  if (latest) {
    return {
      entity_type: latest.entityType,
      first_name: latest.firstName ?? '',
      last_name: latest.lastName ?? '',
      company_name: latest.companyName ?? '',
      account_name: latest.accountName,
      street_address: latest.streetAddress,
      city: latest.city,
      state: latest.state,
      postcode: latest.postcode,
      country_code: latest.countryCode,
    }
  }
  // A customer that an invoice created is called by its email.
  const name = customer.name.includes('@') ? '' : customer.name.trim()
  const [lastName = '', ...firstNames] = name.split(/\s+/).reverse()
  const start: BankAccountStart = {
    ...(name && { account_name: name, company_name: name }),
    ...(firstNames.length > 0 && { first_name: firstNames.reverse().join(' '), last_name: lastName }),
  }
  const { addressLine1, addressLine2, city, state, zip, country } = customer
  if (!addressLine1) return start
  return {
    ...start,
    street_address: [addressLine1, addressLine2].filter(Boolean).join(', '),
    city: city ?? '',
    state: state ?? '',
    postcode: zip ?? '',
    // The customer's country is free text; only a code fits.
    ...(country && /^[a-z]{2}$/i.test(country) ? { country_code: country.toUpperCase() } : {}),
  }
}
