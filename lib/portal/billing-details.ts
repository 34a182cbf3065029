import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { hasControlCharacters } from '@/lib/control-characters'
import { type CustomerRecord, changeCustomer, wordsOfChanges } from '@/lib/customers/customer'
import { customerChangesBody } from '@/lib/customers/customer-body'
import { isStorableText } from '@/lib/db/storable-text'
import type { OrmTransaction } from '@/lib/db/transaction'
import { Refusal } from '@/lib/http/refusals'
import { countriesIn } from '@/lib/i18n/countries'
import { taxIdDoubt } from '@/lib/money/tax-id'
import type { Portal } from './portal'

/* The form on which a customer keeps their own address, tax ID and phone: plain fields, so that it works without JavaScript. */

const FIELDS = [
  'address_line1',
  'address_line2',
  'city',
  'state',
  'zip',
  'country',
  'tax_id',
  'phone',
] as const

export type BillingFields = Record<(typeof FIELDS)[number], string>

export function readBillingForm(form: URLSearchParams): BillingFields {
  return Object.fromEntries(FIELDS.map((name) => [name, (form.get(name) ?? '').trim()])) as BillingFields
}

/** The customer's present details, as the form shows them. */
export function billingFieldsOf(customer: CustomerRecord): BillingFields {
  const { addressLine1, addressLine2, city, state, zip, country, taxId, phone } = customer
  return {
    address_line1: addressLine1 ?? '',
    address_line2: addressLine2 ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    country: country ?? '',
    tax_id: taxId ?? '',
    phone: phone ?? '',
  }
}

/**
 * Changes the customer's own address, tax ID and phone, by the rules of the API, and records that they did. Invoices that are
 * issued from then on have them. Returns `refused`, and changes nothing, for a text that is too long, has control characters,
 * or names no country, for a phone number that is none, and for no tax ID where it is needed for reverse charge. `doubtful`: saved, with
 * a new tax ID that doesn't look like one.
 */
export async function saveBillingDetails(
  tx: OrmTransaction,
  { accountId, vendorId }: Portal,
  customer: CustomerRecord,
  fields: BillingFields,
  { address }: { address: string | null },
): Promise<'saved' | 'doubtful' | 'refused'> {
  const { country } = fields
  // A vendor may have given a country in its own words, which the form keeps.
  const isCountry = country === '' || country === customer.country || isCountryCode(country)
  const isText = (text: string) => isStorableText(text) && !hasControlCharacters(text)
  const details = isCountry && Object.values(fields).every(isText) ? detailsIn(fields) : null
  if (!details) return 'refused'
  if (customer.taxTreatment === 'reverse_charge' && !details.taxId) return 'refused'
  const { changed } = await changeCustomer(tx, accountId, customer.id, details)
  if (changed.length > 0) {
    await recordAuditEvent(tx, {
      vendorId,
      accountId,
      action: 'customer.details_entered',
      subjectId: customer.id,
      detail: `${customer.name}: ${wordsOfChanges(changed)}`,
      address,
    })
  }
  return changed.includes('taxId') && taxIdDoubt(fields.tax_id, country) ? 'doubtful' : 'saved'
}

function isCountryCode(text: string): boolean {
  return countriesIn('en').some(({ code }) => code === text)
}

function detailsIn(fields: BillingFields) {
  try {
    return customerChangesBody.read(fields)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
