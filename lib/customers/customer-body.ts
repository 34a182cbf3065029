import { z } from 'zod'
import type { TaxTreatment } from '@/lib/db/generated/enums'
import * as field from '@/lib/http/fields'
import type { BodyValue } from '@/lib/http/json-body'
import { metadataField } from '@/lib/http/metadata'
import { LOCALES, type Locale } from '@/lib/i18n/locale'
import { isPhone, MAX_PHONE_CHARACTERS } from '@/lib/i18n/phone'
import { MAX_COPIES } from './copy-emails'
import {
  copyEmailsOf,
  MAX_BUYER_REFERENCE_CHARACTERS,
  MAX_EXEMPTION_CHARACTERS,
  MAX_TAX_ID_CHARACTERS,
  TAX_TREATMENTS,
} from './customer-fields'

const fields = {
  name: field.name().required('name_and_email_required').describe('Full name, without control characters.'),
  email: field
    .email()
    .required('name_and_email_required')
    .describe('Unique within your account, regardless of case.'),
  group: field.text().nullable().describe('Your own label to group customers.'),
  preferred_currency: field
    .currency()
    .default('USD')
    .describe(
      'An ISO 4217 code, in either case. For your information only: every invoice has its own currency.',
    ),
  address_line1: field.text().nullable(),
  address_line2: field.text().nullable(),
  city: field.text().nullable(),
  state: field.text().nullable(),
  zip: field.text().nullable(),
  country: field.text().nullable(),
  tax_id: field
    .text(MAX_TAX_ID_CHARACTERS)
    .nullable()
    .describe('Such as a VAT number. Shown on invoices that are issued from then on.'),
  buyer_reference: field
    .name(MAX_BUYER_REFERENCE_CHARACTERS)
    .nullable()
    .describe(
      'The customer’s own reference for e-invoices, such as a German Leitweg-ID. On invoices that are issued from then on.',
    ),
  phone: field
    .name(MAX_PHONE_CHARACTERS)
    .map((phone) => phone.trim())
    .check(isPhone, 'invalid_phone')
    .nullable()
    .describe('As you write it, with three digits or more. In e-invoices that are issued from then on.'),
  copy_emails: field
    .custom(z.array(z.string()).max(MAX_COPIES), copyEmailsIn, 'invalid_copy_emails')
    .nullable()
    .map((emails) => emails ?? [])
    .describe(
      'Others who get a copy of each email about an invoice that is issued from then on, such as a bookkeeper: an array of addresses. Empty for none.',
    ),
  external_id: field
    .text()
    .nullable()
    .describe('Your own id of the customer, unique within your account. Case matters.'),
  metadata: metadataField,
}

export const customerBody = field.object(fields)

function copyEmailsIn(value: BodyValue | undefined): string[] | null {
  if (!Array.isArray(value)) return null
  const addresses = value.flatMap((each) => (typeof each === 'string' ? [each.trim()] : []))
  return addresses.length === value.length ? copyEmailsOf(addresses) : null
}

/** Fields that the API doesn't have: the tax treatment of the customer's invoices, and the language of their emails. */
const formFields = {
  tax_treatment: field.oneOf(Object.keys(TAX_TREATMENTS) as TaxTreatment[], 'invalid_tax_treatment'),
  tax_exemption_reason: field.name(MAX_EXEMPTION_CHARACTERS).nullable(),
  language: field.oneOf(['auto', ...LOCALES], 'invalid_customer_language'),
}

/** The language to write in; null: as the customer's browser says. */
const ownLanguage = (language: 'auto' | Locale) => (language === 'auto' ? null : language)

/** The form of a new customer. A reason belongs to an exempt one. */
export const customerFormBody = field
  .join(
    customerBody,
    field.object({
      ...formFields,
      tax_treatment: formFields.tax_treatment.default('taxed'),
      language: formFields.language.default('auto').map(ownLanguage),
    }),
  )
  .map((customer) => ({
    ...customer,
    taxExemptionReason: customer.taxTreatment === 'exempt' ? customer.taxExemptionReason : null,
  }))

export const externalIdInPath = field.text().required('external_id_required')

/** An optional field that is `null` or blank is cleared; name and email can't be. */
const changedFields = {
  ...fields,
  preferred_currency: field
    .currency()
    .nullable()
    .map((currency) => currency ?? 'USD')
    .describe('An ISO 4217 code, in either case.'),
}

export const customerChangesBody = field.changes(changedFields)

const { metadata: _metadata, external_id: _externalId, ...editedFields } = changedFields

/** The form of a customer that there is: only what was edited, so that what changed elsewhere meanwhile stays. */
export const customerEditsBody = field.changes({
  ...editedFields,
  ...formFields,
  language: formFields.language.map(ownLanguage),
})

const { name, email, external_id: _, ...optionalFields } = changedFields

/** For a customer whose external id is in the path: a new one needs name and email, and nobody knows if it is new. */
export const externalCustomerBody = field.join(field.object({ name, email }), field.changes(optionalFields))
