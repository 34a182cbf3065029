import * as field from '@/lib/http/fields'
import { metadataField } from '@/lib/http/metadata'

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
  metadata: metadataField,
}

export const customerBody = field.object(fields)

/** An optional field that is `null` or blank is cleared; name and email can't be. */
export const customerChangesBody = field.changes({
  ...fields,
  preferred_currency: field
    .currency()
    .nullable()
    .map((currency) => currency ?? 'USD')
    .describe('An ISO 4217 code, in either case.'),
})
